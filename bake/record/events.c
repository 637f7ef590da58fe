// Tables of its keys, and the responses between its events.
// SPDX-License-Identifier: MIT
#include "bake/record/events.h"

#include "bake/base/text.h"
#include "bake/recipe/recipe_words.h"
#include "bake/record/palette_file.h"
#include "bake/simulate/simulation_words.h"

#include <string.h>

// What the file says, of which a support and a palette are made.
typedef struct reading {
    events e;
    simulation scene; // its support, gravity, air and palette
} reading;

static const scan_key event_list[] = {
    {"frame", SCAN_INT, SCAN_AT(events_event, frame), 0.0, INT32_MAX},
    {"entry", SCAN_TEXT, SCAN_AT(events_event, name)},
};
static const scan_keys event_keys = SCAN_KEYS("an event", event_list);

static bool read_event(const scan* s, const tree* value, const char* name, void* member) {
    (void)name;
    events_event* x = member;
    x->where = scan_place(s, value);
    if (!scan_map(s, value, &event_keys, x))
        return false;
    return (tree_find(value, "frame") != NULL && x->name != NULL) ||
           report_error(s->r, x->where, "an event needs a frame and an entry");
}

static bool read_events(const scan* s, const tree* value, const char* name, void* member) {
    events* e = &((reading*)member)->e;
    e->events = scene_list(s, value, name, sizeof *e->events, read_event, &e->event_count);
    for (int32_t i = 1; i < e->event_count; ++i)
        if (e->events[i].frame <= e->events[i - 1].frame)
            return report_error(s->r, e->events[i].where,
                                "\"%s\" go forward, but frame %d comes after frame %d", name,
                                e->events[i].frame, e->events[i - 1].frame);
    return e->events != NULL;
}

static bool read_chains(const scan* s, const tree* value, const char* name, void* member) {
    events* e = &((reading*)member)->e;
    if (!words_ints(s, value, name, &e->chains, &e->chain_count))
        return false;
    for (int32_t i = 0; i < e->chain_count; ++i)
        if (i == 0 ? e->chains[0] != 0 : e->chains[i] <= e->chains[i - 1])
            return report_error(s->r, scan_place(s, value),
                                "\"%s\" are the frames at which a motion begins at rest: they "
                                "begin with 0 and ascend",
                                name);
    return e->chain_count > 0 ||
           report_error(s->r, scan_place(s, value), "\"%s\" is empty; leave it out", name);
}

static bool read_palette(const scan* s, const tree* value, const char* name, void* member) {
    *(const tree**)member = value;
    return value->kind == TREE_MAP ||
           report_error(s->r, scan_place(s, value), "\"%s\" is a map with \"entries\", not %s",
                        name, scan_shown(s, value));
}

static const scan_key events_list[] = {
    {"surface", SCAN_OWN, SCAN_AT(reading, e.surface), .own = words_path},
    {"unit", SCAN_NUMBER, SCAN_AT(reading, e.unit), 0.0, 1e6, true},
    {"fps", SCAN_NUMBER, SCAN_AT(reading, scene.fps), 0.0, 1e5, true},
    {"rest", SCAN_INT, SCAN_AT(reading, e.rest), 0.0, INT32_MAX},
    {"chains", SCAN_OWN, 0, .own = read_chains},
    {"support", SCAN_OWN, SCAN_AT(reading, scene.support), .own = scene_support},
    {"gravity", SCAN_OWN, SCAN_AT(reading, scene.gravity), .own = words_point},
    {"air", SCAN_FLAG, SCAN_AT(reading, scene.has_air)},
    {"palette", SCAN_OWN, SCAN_AT(reading, scene.palette_or_null), .own = read_palette},
    {"events", SCAN_OWN, 0, .own = read_events},
};
static const scan_keys events_keys = SCAN_KEYS("a list of events", events_list);

static bool name_entries(events* e, arena* memory, report* r) {
    const palette* p = &e->palette;
    const char** names = ARENA_NEW(memory, const char*, (size_t)p->entry_count);
    for (int32_t i = 0; i < p->entry_count; ++i)
        names[i] = p->entries[i].name;
    bool sound = true;
    for (int32_t i = 0; i < e->event_count; ++i) {
        events_event* x = &e->events[i];
        x->entry = -1;
        for (int32_t k = 0; k < p->entry_count; ++k)
            if (strcmp(names[k], x->name) == 0)
                x->entry = k;
        if (x->entry < 0)
            sound = report_error(r, x->where, "the palette has no entry \"%s\"%s",
                                 text_printable(x->name, 40, memory),
                                 text_hint(x->name, names, p->entry_count, "", memory));
    }
    return sound;
}

bool events_parse(bytes text, const char* path, arena* memory, events* out, report* r) {
    const tree* root;
    if (!tree_read(text, path, memory, &root, r))
        return false;
    if (root == NULL)
        return report_error(r, place_file(path),
                            "says nothing: it needs \"surface\", \"palette\" and "
                            "\"events\"");
    scan s = {path, memory, r};
    reading to = {.scene = simulation_default()};
    to.scene.fps = 24.0;
    to.e.unit = 1.0;
    if (!scan_map(&s, root, &events_keys, &to))
        return false;
    events* e = &to.e;
    e->where = scan_place(&s, root);
    if (e->surface == NULL)
        return report_error(r, e->where,
                            "has no \"surface\": the mesh file whose vertices the "
                            "points are");
    if (e->event_count == 0)
        return report_error(r, e->where, "has no \"events\": nothing happens in it");
    if (!palette_of_support(&to.scene, path, memory, &e->palette, r) || !name_entries(e, memory, r))
        return false;
    if (e->chain_count == 0) {
        e->chain_count = 1;
        e->chains = ARENA_NEW(memory, int32_t, 1);
    }
    e->pivot = to.scene.support.frame.pivot;
    e->axis = to.scene.support.frame.axis;
    e->gravity = to.scene.gravity;
    *out = *e;
    return true;
}

// ---- responses -------------------------------------------------------------------------

// The last frame of a chain.
static int32_t chain_end(const events* e, int32_t chain, int32_t frames) {
    return (chain + 1 < e->chain_count ? e->chains[chain + 1] : frames) - 1;
}

static bool add_response(const events* e, int32_t i, int32_t chain, recording* to, report* r) {
    const events_event* x = &e->events[i];
    const palette* p = &e->palette;
    int32_t end = chain_end(e, chain, to->state_count);
    recording_response* last =
        to->response_count > 0 ? &to->responses[to->response_count - 1] : NULL;
    int32_t before = last != NULL && last->chain == chain ? last->after : p->still;
    const char* name = text_printable(x->name, 40, r->memory);
    if (p->next[before][x->entry] < 0)
        return report_error(
            r, x->where,
            "entry \"%s\" is not allowed here: from the support's speed at that time "
            "it changes nothing, by too much, or to none of \"speeds\"",
            name);
    if (x->frame >= end)
        return report_error(r, x->where,
                            "entry \"%s\" at frame %d, the last one of its chain: nothing comes "
                            "after it",
                            name, x->frame);
    bool more = i + 1 < e->event_count && e->events[i + 1].frame <= end;
    to->responses[to->response_count++] =
        (recording_response){chain,    x->entry,
                             before,   p->next[before][x->entry],
                             x->frame, (more ? e->events[i + 1].frame : end) - x->frame};
    return true;
}

bool events_cut(const events* e, int32_t frames, arena* memory, recording* to, report* r) {
    if (e->rest >= frames || e->chains[e->chain_count - 1] >= frames)
        return report_error(r, e->where,
                            "the cache has %d frames: \"rest\" or \"chains\" are beyond", frames);
    to->state_count = frames;
    to->rest = e->rest;
    to->chain_count = e->chain_count;
    to->chains = e->chains;
    to->response_count = 0;
    to->responses = ARENA_NEW(memory, recording_response, (size_t)e->event_count);
    for (int32_t i = 0, chain = 0; i < e->event_count; ++i) {
        const events_event* x = &e->events[i];
        if (x->frame >= frames)
            return report_error(r, x->where,
                                "an event at frame %d: the cache has %d frames, 0 to %d", x->frame,
                                frames, frames - 1);
        while (chain + 1 < e->chain_count && x->frame >= e->chains[chain + 1])
            ++chain;
        if (!add_response(e, i, chain, to, r))
            return false;
    }
    palette* p = &to->palette;
    *p = e->palette;
    p->chains = to->chain_count;
    p->responses = to->response_count;
    p->shortest = p->longest = to->responses[0].count;
    for (int32_t i = 1; i < to->response_count; ++i) {
        int32_t count = to->responses[i].count;
        p->shortest = count < p->shortest ? count : p->shortest;
        p->longest = count > p->longest ? count : p->longest;
    }
    return true;
}
