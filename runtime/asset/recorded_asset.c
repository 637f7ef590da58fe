// The sections of recorded parts: each exactly as long as the records ask, indices and numbers in range; and
// which of it is a part's.
//
// Sections are passed part by part with a cursor into each of them, bounded by their counts, so that the check and
// whoever asks for a part later walk the same way. Whatever is allowed here can be played: a response that runs on goes
// strictly nearer to its end, by `depth`, and passes at least one state on the way, so nothing runs in a circle or on the spot.
// SPDX-License-Identifier: MIT
#include "runtime/asset/recorded_asset.h"

#include "runtime/asset/asset.h"

const model_section recorded_asset_sections[RECORDED_ASSET_SECTIONS] = {
    {FORMAT_RECORDED, sizeof(format_recorded)},
    {FORMAT_SPEEDS, sizeof(format_speed)},
    {FORMAT_ENTRIES, sizeof(format_entry)},
    {FORMAT_CHANGES, sizeof(uint32_t)},
    {FORMAT_RESPONSES, sizeof(format_response)},
    {FORMAT_ORBIT_SCALES, sizeof(float)},
    {FORMAT_ORBITS, sizeof(int16_t)},
    {FORMAT_JUMPS, sizeof(format_jump)},
    {FORMAT_RECORDED_CONTACTS, sizeof(format_recorded_contact)},
};

// Elements of each section, in the order of the table above.
typedef struct section_counts {
    uint64_t of[RECORDED_ASSET_SECTIONS];
} section_counts;

// What one part has. Of a record whose counts were checked: no product overflows.
static section_counts counts_of(const format_recorded* r, uint32_t coords) {
    uint64_t entries = r->entry_count, states = r->state_count;
    return (section_counts){{1, r->speed_count, entries, r->speed_count * entries,
                             r->response_count, coords, states * coords, states * entries,
                             r->contact_count}};
}

static asset_recorded first_part(const void* block) {
    const uint8_t* at[RECORDED_ASSET_SECTIONS];
    for (int i = 0; i < RECORDED_ASSET_SECTIONS; ++i)
        at[i] = (const uint8_t*)block +
                asset_gate_section(block, recorded_asset_sections[i].kind).offset;
    return (asset_recorded){(const format_recorded*)at[0],
                            (const format_speed*)at[1],
                            (const format_entry*)at[2],
                            (const uint32_t*)at[3],
                            (const format_response*)at[4],
                            (const float*)at[5],
                            (const int16_t*)at[6],
                            (const format_jump*)at[7],
                            (const format_recorded_contact*)at[8]};
}

static void pass(asset_recorded* p, uint32_t coords) {
    section_counts n = counts_of(p->record, coords);
    ++p->record;
    p->speeds += n.of[1];
    p->entries += n.of[2];
    p->changes += n.of[3];
    p->responses += n.of[4];
    p->scales += n.of[5];
    p->orbits += n.of[6];
    p->jumps += n.of[7];
    p->touches += n.of[8];
}

asset_recorded recorded_asset_at(const supple_asset* asset, int32_t part) {
    const format_part* record = asset_sections_of(asset).parts;
    SUPPLE_ASSERT(record[part].model == SUPPLE_RECORDED);
    asset_recorded p = first_part(asset->block);
    for (; part > 0; --part, ++record)
        if (record->model == SUPPLE_RECORDED)
            pass(&p, record->coord_count);
    return p;
}

// ---- checked ---------------------------------------------------------------------------

// What the checks of one part share.
typedef struct recorded_gate {
    asset_recorded part;
    const format_coord* coords; // of the part
    uint32_t coord_count;
    uint64_t vertex_count, name_count;
} recorded_gate;

static bool are_numbers(const float* x, int count) {
    bool ok = true;
    for (int i = 0; i < count; ++i)
        ok &= x[i] >= -FORMAT_LARGEST && x[i] <= FORMAT_LARGEST;
    return ok;
}

static bool check_counts(const format_recorded* r) {
    return r->entry_count >= 1 && r->entry_count <= FORMAT_MAX_ENTRIES && r->speed_count >= 1 &&
           r->speed_count <= FORMAT_MAX_SPEEDS && r->response_count >= 1 &&
           r->response_count <= FORMAT_MAX_RESPONSES && r->state_count >= 1 &&
           r->state_count <= INT32_MAX && r->contact_count <= INT32_MAX;
}

static bool check_record(const recorded_gate* g) {
    const format_recorded* r = g->part.record;
    bool limits = true;
    for (int k = 0; k < 3; ++k)
        limits &= r->low[k] <= r->begin[k] && r->begin[k] <= r->high[k];
    float axis = r->axis[0] * r->axis[0] + r->axis[1] * r->axis[1] + r->axis[2] * r->axis[2];
    bool turns = r->support == FORMAT_SUPPORT_TURNS;
    return r->still < r->speed_count && r->rest < r->state_count &&
           (turns || r->support == FORMAT_SUPPORT_FREE) && r->speed_matters <= 1 &&
           r->shortest >= 1 && r->step > 0.0f && r->step <= FORMAT_LARGEST && r->blend > 0.0f &&
           r->blend <= FORMAT_LARGEST && asset_gate_is_amount(r->balance) &&
           asset_gate_is_amount(r->jump_scale) && asset_gate_is_amount(r->error) &&
           are_numbers(r->pivot, 3) && are_numbers(r->axis, 3) && are_numbers(r->low, 3) &&
           are_numbers(r->high, 3) && limits && (!turns || (axis > 0.98f && axis < 1.02f));
}

static bool is_still(const format_speed* s) {
    bool still = s->rate == 0.0f;
    for (int k = 0; k < 3; ++k)
        still &= s->velocity[k] == 0.0f && s->spin[k] == 0.0f;
    return still;
}

static bool check_palette(const recorded_gate* g) {
    const asset_recorded* p = &g->part;
    const format_recorded* r = p->record;
    for (uint32_t i = 0; i < r->speed_count; ++i)
        if (!are_numbers(p->speeds[i].velocity, 7)) // and spin and rate
            return false;
    for (uint32_t i = 0; i < r->entry_count; ++i) {
        const format_entry* e = &p->entries[i];
        if (e->name >= g->name_count || e->does == 0 || e->does > 7 || (e->does & 6) == 6 ||
            !are_numbers(e->body_velocity, 6 + 7)) // and spin and the support's
            return false;
    }
    for (uint32_t i = 0; i < r->speed_count * r->entry_count; ++i)
        if (p->changes[i] >= r->speed_count && p->changes[i] != FORMAT_NONE)
            return false;
    return is_still(&p->speeds[r->still]);
}

// Where a response ends, and what comes then.
static bool check_end(const asset_recorded* p, const format_response* s) {
    const format_recorded* r = p->record;
    if (s->end > FORMAT_END_DEAD || s->is_start > 1 || (s->is_start && s->end == FORMAT_END_DEAD))
        return false;
    if (s->end != FORMAT_END_RUNS_ON)
        return s->next == FORMAT_NONE && s->next_at == FORMAT_NONE && s->depth == 0;
    if (s->next == FORMAT_NONE)
        return s->next_at == r->rest && s->depth == 1 && s->blend > 0.0f;
    if (s->next >= r->response_count)
        return false;
    const format_response* to = &p->responses[s->next];
    return s->next_at > to->first && s->next_at - to->first < to->count &&
           s->depth == to->depth + 1 && s->depth != 0 && to->end != FORMAT_END_DEAD &&
           s->blend > 0.0f;
}

static bool check_responses(const recorded_gate* g) {
    const asset_recorded* p = &g->part;
    const format_recorded* r = p->record;
    uint64_t begun = 0, end = 0; // of the response before
    for (uint32_t i = 0; i < r->response_count; ++i) {
        const format_response* s = &p->responses[i];
        uint64_t smooth = s->first == end ? begun : end + (i > 0);
        if (s->entry >= r->entry_count || s->before >= r->speed_count || s->first < end ||
            s->count < 1 || (uint64_t)s->first + s->count >= r->state_count || s->back > 2 ||
            s->first < smooth + s->back)
            return false;
        if (s->after >= r->speed_count ||
            s->after != p->changes[s->before * r->entry_count + s->entry] ||
            !asset_gate_is_amount(s->distance) || !asset_gate_is_amount(s->blend))
            return false;
        begun = s->first;
        end = begun + s->count;
    }
    for (uint32_t i = 0; i < r->response_count; ++i)
        if (!check_end(p, &p->responses[i]))
            return false;
    return true;
}

// What any state shows is finite, and the one at rest shows nothing.
static bool check_orbits(const recorded_gate* g) {
    const asset_recorded* p = &g->part;
    const int16_t* rest = p->orbits + (uint64_t)p->record->rest * g->coord_count;
    float farthest = 0.0f;
    for (uint32_t k = 0; k < g->coord_count; ++k) {
        float most = 32768.0f * p->scales[k];
        if (!asset_gate_is_amount(p->scales[k]) || !asset_gate_is_amount(most) || rest[k] != 0)
            return false;
        farthest += most * g->coords[k].reach;
    }
    return asset_gate_is_amount(farthest);
}

static bool check_jumps(const recorded_gate* g) {
    const asset_recorded* p = &g->part;
    const format_recorded* r = p->record;
    const format_jump* jump = p->jumps;
    for (uint32_t s = 0; s < r->state_count; ++s)
        for (uint32_t e = 0; e < r->entry_count; ++e, ++jump)
            if (jump->response != FORMAT_MAX_RESPONSES &&
                (jump->response >= r->response_count || p->responses[jump->response].entry != e ||
                 !p->responses[jump->response].is_start))
                return false;
    return true;
}

static bool check_touches(const recorded_gate* g) {
    const asset_recorded* p = &g->part;
    uint32_t before = 0;
    for (uint32_t i = 0; i < p->record->contact_count; ++i) {
        const format_recorded_contact* t = &p->touches[i];
        if (t->state < before || t->state >= p->record->state_count ||
            (t->first >= g->vertex_count && t->first != FORMAT_NONE) ||
            (t->second >= g->vertex_count && t->second != FORMAT_NONE) ||
            !are_numbers(t->place, 6) || // and the normal
            !asset_gate_is_amount(t->impulse))
            return false;
        before = t->state;
    }
    return true;
}

// The part's elements are all there, and `left` is what the parts after it may have.
static bool take(const recorded_gate* g, section_counts* left) {
    if (left->of[0] == 0 || !check_counts(g->part.record))
        return false;
    section_counts own = counts_of(g->part.record, g->coord_count);
    for (int i = 0; i < RECORDED_ASSET_SECTIONS; ++i) {
        if (own.of[i] > left->of[i])
            return false;
        left->of[i] -= own.of[i];
    }
    return true;
}

bool recorded_asset_check(const void* block, const asset_list* list) {
    const format_part* part =
        (const format_part*)((const uint8_t*)block + list->at[FORMAT_PARTS].offset);
    const format_coord* coords =
        (const format_coord*)((const uint8_t*)block + list->at[FORMAT_COORDS].offset);
    section_counts left;
    for (int i = 0; i < RECORDED_ASSET_SECTIONS; ++i)
        left.of[i] = asset_gate_section(block, recorded_asset_sections[i].kind).count;
    recorded_gate g = {.part = first_part(block),
                       .vertex_count = list->at[FORMAT_POSITIONS].count,
                       .name_count = list->at[FORMAT_NAMES].count};
    for (uint64_t i = 0; i < list->at[FORMAT_PARTS].count; ++i, ++part) {
        g.coords = coords;
        g.coord_count = part->coord_count;
        coords += part->coord_count;
        if (part->model != SUPPLE_RECORDED)
            continue;
        if (!take(&g, &left) || !check_record(&g) || !check_palette(&g) || !check_responses(&g) ||
            !check_orbits(&g) || !check_jumps(&g) || !check_touches(&g))
            return false;
        pass(&g.part, g.coord_count);
    }
    bool all = true;
    for (int i = 0; i < RECORDED_ASSET_SECTIONS; ++i)
        all &= left.of[i] == 0;
    return all;
}
