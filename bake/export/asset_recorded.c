// Recorded parts, written as docs/format.md has them: one run of elements a section and part.
// SPDX-License-Identifier: MIT
#include "bake/export/asset_recorded.h"

#include <math.h>
#include <string.h>

enum { SECTIONS = 9 };

// A part's elements in each of its sections.
typedef struct recorded_run {
    format_kind kind;
    size_t stride;
    uint64_t count;
    const void* from;
} recorded_run;

static void runs_of(const asset_draft_part* p, recorded_run runs[SECTIONS]) {
    const asset_draft_recorded* x = p->recorded_or_null;
    const format_recorded* r = &x->record;
    uint64_t entries = r->entry_count, states = r->state_count, coords = (uint64_t)p->coord_count;
    const recorded_run all[SECTIONS] = {
        {FORMAT_RECORDED, sizeof(format_recorded), 1, r},
        {FORMAT_SPEEDS, sizeof(format_speed), r->speed_count, x->speeds},
        {FORMAT_ENTRIES, sizeof(format_entry), entries, x->entries},
        {FORMAT_CHANGES, sizeof(uint32_t), r->speed_count * entries, x->changes},
        {FORMAT_RESPONSES, sizeof(format_response), r->response_count, x->responses},
        {FORMAT_ORBIT_SCALES, sizeof(float), coords, x->scales},
        {FORMAT_ORBITS, sizeof(int16_t), states * coords, x->orbits},
        {FORMAT_JUMPS, sizeof(format_jump), states * entries, x->jumps},
        {FORMAT_RECORDED_CONTACTS, sizeof(format_recorded_contact), r->contact_count, x->touches},
    };
    memcpy(runs, all, sizeof all);
}

static bool all_numbers(const float* x, size_t count) {
    for (size_t i = 0; i < count; ++i)
        if (!(fabsf(x[i]) <= FORMAT_LARGEST))
            return false;
    return true;
}

bool asset_recorded_check(const asset_draft_part* p, report* r) {
    const asset_draft_recorded* x = p->recorded_or_null;
    const format_recorded* n = &x->record;
    if (n->entry_count < 1 || n->entry_count > FORMAT_MAX_ENTRIES || n->speed_count < 1 ||
        n->speed_count > FORMAT_MAX_SPEEDS || n->response_count < 1 ||
        n->response_count > FORMAT_MAX_RESPONSES)
        return report_error(
            r, place_none(),
            "part \"%s\" has %u entries, %u speeds and %u responses; a recorded part has 1 to %d "
            "entries, 1 to %d speeds and 1 to %d responses",
            p->name, n->entry_count, n->speed_count, n->response_count, FORMAT_MAX_ENTRIES,
            FORMAT_MAX_SPEEDS, FORMAT_MAX_RESPONSES);
    recorded_run runs[SECTIONS];
    runs_of(p, runs);
    for (int i = 0; i < SECTIONS; ++i)
        if (runs[i].count > INT32_MAX)
            return report_error(r, place_none(),
                                "part \"%s\" has %u states of %d coordinates and %u entries, which "
                                "is more than an asset can hold: ask for a lower rank",
                                p->name, n->state_count, p->coord_count, n->entry_count);
    bool sound = all_numbers(x->scales, (size_t)p->coord_count) &&
                 all_numbers(x->speeds[0].velocity, 7 * (size_t)n->speed_count);
    for (uint32_t i = 0; i < n->entry_count; ++i)
        sound = sound && all_numbers(x->entries[i].body_velocity, 6 + 7);
    for (uint32_t i = 0; i < n->contact_count; ++i)
        sound = sound && all_numbers(x->touches[i].place, 3 + 3 + 1);
    return sound || report_error(r, place_none(),
                                 "a speed, an entry, an orbit or a contact of part \"%s\" has a "
                                 "number that is not finite or beyond %g",
                                 p->name, (double)FORMAT_LARGEST);
}

size_t asset_recorded_names(const asset_draft_part* p) {
    const asset_draft_recorded* x = p->recorded_or_null;
    size_t size = 0;
    for (uint32_t e = 0; x != NULL && e < x->record.entry_count; ++e)
        size += strlen(x->names[e]) + 1;
    return size;
}

void asset_recorded_plan(const asset_draft* d, format_section sections[FORMAT_KINDS]) {
    for (int32_t p = 0; p < d->part_count; ++p) {
        if (d->parts[p].recorded_or_null == NULL)
            continue;
        recorded_run runs[SECTIONS];
        runs_of(&d->parts[p], runs);
        for (int i = 0; i < SECTIONS; ++i) {
            format_section* s = &sections[runs[i].kind];
            *s = (format_section){runs[i].kind, (uint32_t)runs[i].stride, s->count + runs[i].count,
                                  0};
        }
    }
}

// What is not known before names and tables have their places.
static uint32_t settle(const asset_draft_recorded* x, const asset_recorded_place* to,
                       uint8_t* const first[SECTIONS], uint32_t name_at) {
    format_recorded* record = (format_recorded*)first[0];
    format_entry* entries = (format_entry*)first[2];
    record->error = (float)((double)record->error + to->lost);
    for (uint32_t e = 0; e < x->record.entry_count; ++e) {
        size_t size = strlen(x->names[e]) + 1;
        memcpy((char*)to->block + to->sections[FORMAT_NAMES].offset + name_at, x->names[e], size);
        entries[e].name = name_at;
        name_at += (uint32_t)size;
    }
    return name_at;
}

void asset_recorded_fill(const asset_draft* d, const asset_recorded_place* to) {
    uint64_t done[SECTIONS] = {0}; // bytes
    uint32_t name_at = to->name_at;
    for (int32_t p = 0; p < d->part_count; ++p) {
        if (d->parts[p].recorded_or_null == NULL)
            continue;
        recorded_run runs[SECTIONS];
        uint8_t* first[SECTIONS];
        runs_of(&d->parts[p], runs);
        for (int i = 0; i < SECTIONS; ++i) {
            uint64_t size = runs[i].stride * runs[i].count;
            first[i] = to->block + to->sections[runs[i].kind].offset + done[i];
            if (size > 0)
                memcpy(first[i], runs[i].from, size);
            done[i] += size;
        }
        name_at = settle(d->parts[p].recorded_or_null, to, first, name_at);
    }
}
