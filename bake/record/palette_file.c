// Tables of the keys of a palette, and what a recording refuses.
// SPDX-License-Identifier: MIT
#include "bake/record/palette_file.h"

#include "bake/base/text.h"
#include "bake/recipe/recipe_words.h"
#include "bake/simulate/simulation_words.h"

#include <string.h>

static const double RADIANS = EXACT_PI / 180.0; // of a degree

// What the file says; the palette's own numbers follow from it.
typedef struct reading {
    palette p;
    double shortest, longest; // s
    int32_t seed;
    bool has_speeds;
} reading;

// ---- speeds ----------------------------------------------------------------------------

static const scan_key free_list[] = {
    {"velocity", SCAN_OWN, SCAN_AT(palette_speed, velocity), .own = words_point},
    {"spin", SCAN_OWN, SCAN_AT(palette_speed, spin), .own = words_point},
};
static const scan_keys free_keys = SCAN_KEYS("a speed of the support", free_list);
static const scan_key turning_list[] = {
    {"rate", SCAN_NUMBER, SCAN_AT(palette_speed, rate), -1e6, 1e6},
};
static const scan_keys turning_keys = SCAN_KEYS("a speed of a support that turns", turning_list);

// [x, y, z] is a velocity and a number is a rate; or a map.
static bool read_speed(const scan* s, const tree* value, const char* name, support_kind kind,
                       palette_speed* out) {
    *out = (palette_speed){.rate = 0.0};
    bool turning = kind == SUPPORT_TURNING;
    if (value->kind == TREE_LIST && turning)
        return report_error(s->r, scan_place(s, value),
                            "\"%s\" of a support that turns is a rate in degrees a second, not %s",
                            name, scan_shown(s, value));
    if (value->kind == TREE_TEXT && !turning)
        return report_error(s->r, scan_place(s, value),
                            "\"%s\" of a support that moves freely is a velocity [x, y, z], not %s",
                            name, scan_shown(s, value));
    bool sound = value->kind == TREE_MAP
                     ? scan_map(s, value, turning ? &turning_keys : &free_keys, out)
                 : value->kind == TREE_LIST ? scan_point(s, value, name, &out->velocity)
                                            : scan_number(s, value, name, &out->rate);
    out->spin = v3_scale(out->spin, RADIANS);
    out->rate *= RADIANS;
    return sound;
}

static bool too_many(const scan* s, const tree* value, const char* name, int32_t most) {
    return value->kind == TREE_LIST && value->count > most &&
           !report_error(s->r, scan_place(s, value), "there are %d \"%s\", more than %d",
                         value->count, name, most);
}

static bool read_speeds(const scan* s, const tree* value, const char* name, void* member) {
    reading* to = member;
    palette* p = &to->p;
    if (value->kind != TREE_LIST || value->count == 0)
        return report_error(s->r, scan_place(s, value), "\"%s\" is a list, not %s", name,
                            scan_shown(s, value));
    if (too_many(s, value, name, PALETTE_SPEEDS_MOST))
        return false;
    bool sound = true;
    to->has_speeds = true;
    p->speeds = ARENA_NEW(s->memory, palette_speed, PALETTE_SPEEDS_MOST);
    for (int32_t i = 0; i < value->count; ++i)
        sound =
            read_speed(s, value->items[i], name, p->kind, &p->speeds[p->speed_count++]) && sound;
    return sound;
}

static const scan_key free_change_list[] = {
    {"velocity", SCAN_NUMBER, SCAN_AT(palette_speed, velocity.x), 0.0, INFINITY},
    {"spin", SCAN_NUMBER, SCAN_AT(palette_speed, spin.x), 0.0, INFINITY},
};
static const scan_keys free_change_keys = SCAN_KEYS("a change of speed", free_change_list);
static const scan_key turning_change_list[] = {
    {"rate", SCAN_NUMBER, SCAN_AT(palette_speed, rate), 0.0, INFINITY},
};
static const scan_keys turning_change_keys =
    SCAN_KEYS("a change of a support that turns", turning_change_list);

// A number is of the velocity, or of the rate.
static bool read_change(const scan* s, const tree* value, const char* name, void* member) {
    palette* p = &((reading*)member)->p;
    bool turning = p->kind == SUPPORT_TURNING, sound;
    if (value->kind == TREE_MAP)
        sound = scan_map(s, value, turning ? &turning_change_keys : &free_change_keys, &p->change);
    else
        sound = scan_number(s, value, name, turning ? &p->change.rate : &p->change.velocity.x);
    p->change.spin.x *= RADIANS;
    p->change.rate *= RADIANS;
    return sound && ((p->change.rate >= 0.0 && p->change.velocity.x >= 0.0) ||
                     report_error(s->r, scan_place(s, value),
                                  "\"%s\" is how much at most, at "
                                  "least 0",
                                  name));
}

// ---- entries ---------------------------------------------------------------------------

typedef struct entry_reading {
    palette_entry* e;
    support_kind kind;
} entry_reading;

static bool read_body_impulse(const scan* s, const tree* value, const char* name, void* member) {
    palette_entry* e = ((entry_reading*)member)->e;
    palette_speed blow;
    e->has_body_impulse = true;
    bool sound = read_speed(s, value, name, SUPPORT_FREE, &blow);
    e->body_velocity = blow.velocity;
    e->body_spin = blow.spin;
    return sound && (v3_length(blow.velocity) > 0.0 || v3_length(blow.spin) > 0.0 ||
                     report_error(s->r, scan_place(s, value),
                                  "\"%s\" of nothing does nothing: "
                                  "leave it out",
                                  name));
}

static bool read_support_impulse(const scan* s, const tree* value, const char* name, void* member) {
    entry_reading* to = member;
    to->e->has_support_impulse = true;
    return read_speed(s, value, name, to->kind, &to->e->support_impulse);
}

static bool read_forcing(const scan* s, const tree* value, const char* name, void* member) {
    entry_reading* to = member;
    to->e->has_forcing = true;
    return read_speed(s, value, name, to->kind, &to->e->forcing);
}

static bool read_name(const scan* s, const tree* value, const char* name, void* member) {
    return scan_text(s, value, name, &((entry_reading*)member)->e->name);
}

static const scan_key entry_list[] = {
    {"name", SCAN_OWN, 0, .own = read_name},
    {"body_impulse", SCAN_OWN, 0, .own = read_body_impulse},
    {"support_impulse", SCAN_OWN, 0, .own = read_support_impulse},
    {"forcing", SCAN_OWN, 0, .own = read_forcing},
};
static const scan_keys entry_keys = SCAN_KEYS("an entry of a palette", entry_list);

static bool read_entry(const scan* s, const tree* value, const palette* p, palette_entry* e) {
    e->where = scan_place(s, value);
    if (!scan_map(s, value, &entry_keys, &(entry_reading){e, p->kind}))
        return false;
    if (e->name == NULL || e->name[0] == 0)
        return report_error(s->r, e->where, "an entry has no name; give it one, like `name: left`");
    const char* shown = text_printable(e->name, 40, s->memory);
    if (!e->has_body_impulse && !e->has_support_impulse && !e->has_forcing)
        return report_error(s->r, e->where,
                            "entry \"%s\" does nothing: give it a \"body_impulse\", a "
                            "\"support_impulse\" or a \"forcing\"",
                            shown);
    if (e->has_support_impulse && e->has_forcing)
        return report_error(s->r, e->where,
                            "entry \"%s\" says twice how the support moves after it: a "
                            "\"support_impulse\" changes its speed by so much, a \"forcing\" to so "
                            "much; keep one",
                            shown);
    for (const palette_entry* other = p->entries; other < e; ++other)
        if (strcmp(other->name, e->name) == 0)
            return report_error(s->r, e->where, "two entries are called \"%s\"", shown);
    return true;
}

static bool read_entries(const scan* s, const tree* value, const char* name, void* member) {
    palette* p = &((reading*)member)->p;
    if (value->kind != TREE_LIST || value->count == 0)
        return report_error(s->r, scan_place(s, value),
                            "\"%s\" is a list of what may happen, not %s", name,
                            value->kind == TREE_LIST ? "an empty one" : scan_shown(s, value));
    if (too_many(s, value, name, PALETTE_ENTRIES_MOST))
        return false;
    bool sound = true;
    p->entries = ARENA_NEW(s->memory, palette_entry, (size_t)value->count);
    for (int32_t i = 0; i < value->count; ++i) {
        bool read = read_entry(s, value->items[i], p, &p->entries[p->entry_count]);
        p->entry_count += read;
        sound = sound && read;
    }
    return sound;
}

// ---- the palette -----------------------------------------------------------------------

static bool read_limits(const scan* s, const tree* value, const char* name, void* member) {
    palette* p = &((reading*)member)->p;
    if (p->kind == SUPPORT_TURNING)
        return report_error(s->r, scan_place(s, value),
                            "a support that turns has its limits in \"turns\": leave \"%s\" out",
                            name);
    recipe_box b = {0};
    if (!words_box(s, value, name, &b))
        return false;
    p->low = v3_min(b.corner[0], b.corner[1]);
    p->high = v3_max(b.corner[0], b.corner[1]);
    for (int k = 0; k < 3; ++k)
        if (!((&p->low.x)[k] <= 0.0 && (&p->high.x)[k] >= 0.0))
            return report_error(s->r, scan_place(s, value),
                                "\"%s\" are of the support's way from where it begins, which is "
                                "[0, 0, 0], and must hold it",
                                name);
    return true;
}

static const scan_key palette_list[] = {
    {"entries", SCAN_OWN, 0, .own = read_entries},
    {"speeds", SCAN_OWN, 0, .own = read_speeds},
    {"change", SCAN_OWN, 0, .own = read_change},
    {"limits", SCAN_OWN, 0, .own = read_limits},
    {"shortest", SCAN_NUMBER, SCAN_AT(reading, shortest), 0.0, 1e6, true},
    {"longest", SCAN_NUMBER, SCAN_AT(reading, longest), 0.0, 1e6, true},
    {"full", SCAN_NUMBER, SCAN_AT(reading, p.full), 0.0, 1.0},
    {"seed", SCAN_INT, SCAN_AT(reading, seed), 0.0, INT32_MAX},
    {"responses", SCAN_INT, SCAN_AT(reading, p.responses), 1.0, 1e6},
    {"chains", SCAN_INT, SCAN_AT(reading, p.chains), 1.0, 1000.0},
};
static const scan_keys palette_keys = SCAN_KEYS("a palette", palette_list);

static place palette_place(const tree* value, const char* path) {
    return place_line(path, value->line);
}

static bool is_same(const palette_speed* a, const palette_speed* b) {
    return v3_distance(a->velocity, b->velocity) == 0.0 && v3_distance(a->spin, b->spin) == 0.0 &&
           a->rate == b->rate;
}

// Not given, they are still and all forcings.
static void gather_speeds(palette* p, arena* memory) {
    p->speeds = ARENA_NEW(memory, palette_speed, PALETTE_ENTRIES_MOST + 1);
    p->speed_count = 1;
    for (int32_t e = 0; e < p->entry_count; ++e) {
        const palette_entry* x = &p->entries[e];
        bool known = !x->has_forcing;
        for (int32_t s = 0; s < p->speed_count && !known; ++s)
            known = is_same(&p->speeds[s], &x->forcing);
        if (!known && p->speed_count < PALETTE_SPEEDS_MOST)
            p->speeds[p->speed_count++] = x->forcing;
    }
}

static bool is_still(const palette_speed* s) {
    return v3_length(s->velocity) == 0.0 && v3_length(s->spin) == 0.0 && s->rate == 0.0;
}

static bool check_speeds(palette* p, place where, report* r) {
    bool moves = false, spins = false;
    p->still = -1;
    for (int32_t s = 0; s < p->speed_count; ++s) {
        p->still = p->still < 0 && is_still(&p->speeds[s]) ? s : p->still;
        moves = moves || v3_length(p->speeds[s].velocity) > 0.0;
        spins = spins || v3_length(p->speeds[s].spin) > 0.0;
    }
    for (int32_t e = 0; e < p->entry_count; ++e)
        p->speed_matters = p->speed_matters || p->entries[e].has_forcing;
    p->speed_matters = p->speed_matters || spins || p->kind == SUPPORT_TURNING;
    if (p->still < 0)
        return report_error(r, where,
                            "\"speeds\" has no zero: a recording begins where the support "
                            "stands still");
    return !(moves && spins) ||
           report_error(r, where,
                        "a support that spins and also moves meets each velocity from another side "
                        "every time, so that the motion seen from it depends on more than its "
                        "state: keep one of them");
}

static bool set_times(reading* to, place where, report* r) {
    palette* p = &to->p;
    p->shortest = (int32_t)floor(to->shortest * p->fps + 0.5);
    p->longest = (int32_t)floor(to->longest * p->fps + 0.5);
    if (p->shortest < 1)
        return report_error(r, where, "\"shortest\" is %g s, less than the %.3g s of a state",
                            to->shortest, 1.0 / p->fps);
    if (p->longest < p->shortest)
        return report_error(r, where, "\"longest\" is %g s, less than \"shortest\", %g s",
                            to->longest, to->shortest);
    if (p->chains > p->responses)
        return report_error(r, where,
                            "there are %d \"chains\" for %d \"responses\": each needs one",
                            p->chains, p->responses);
    p->seed = (uint64_t)to->seed;
    return (double)p->longest * p->responses < INT32_MAX ||
           report_error(r, where, "%d responses of up to %d states are too many", p->responses,
                        p->longest);
}

static bool read_palette(const tree* value, const char* path, arena* memory, palette* out,
                         report* r) {
    scan s = {path, memory, r};
    place where = palette_place(value, path);
    reading to = {.p = *out, .shortest = 0.25, .longest = 2.0, .seed = 1};
    to.p.change = (palette_speed){{INFINITY, 0.0, 0.0}, {INFINITY, 0.0, 0.0}, INFINITY};
    to.p.full = 0.2;
    to.p.responses = 50;
    to.p.chains = 2;
    if (!scan_map(&s, value, &palette_keys, &to))
        return false;
    if (to.p.entry_count == 0)
        return report_error(r, where, "a palette has no \"entries\": nothing would ever happen");
    if (!to.has_speeds)
        gather_speeds(&to.p, memory);
    if (!check_speeds(&to.p, where, r) || !set_times(&to, where, r))
        return false;
    palette_set_rules(&to.p);
    *out = to.p;
    return true;
}

// ---- scenes that can be recorded ---------------------------------------------------------

static const double PALETTE_FILE_ALONG = 1e-9; // of a sine: an axis along gravity

// Gravity stays what it is for who turns about this axis.
static bool keeps_gravity(const simulation* s, vec3 axis) {
    double g = v3_length(s->gravity), size = v3_length(axis);
    return v3_length(v3_cross(axis, s->gravity)) <= PALETTE_FILE_ALONG * g * size;
}

static bool check_tilt(const simulation* s, const palette* p, place where, report* r) {
    static const char sentence[] = "the support would tilt: it turns about (%.3g, %.3g, %.3g), "
                                   "which is not along gravity, so that "
                                   "gravity seen from it changes and the motion depends on more "
                                   "than its state; turn about the "
                                   "vertical, or leave gravity out";
    vec3 x = s->support.frame.axis;
    if (p->kind == SUPPORT_TURNING && !keeps_gravity(s, x))
        return report_error(r, s->support.where, sentence, x.x, x.y, x.z);
    for (int32_t i = 0; i < p->speed_count; ++i) {
        x = p->speeds[i].spin;
        if (!keeps_gravity(s, x))
            return report_error(r, where, sentence, x.x, x.y, x.z);
    }
    return true;
}

static bool check_scene(const simulation* s, place where, report* r) {
    bool sound = true;
    if (s->support.motion_or_null != NULL || s->support.follows || s->support.move_count > 0)
        sound = report_error(r, s->support.where,
                             "the palette moves the support: leave its \"moves\", \"motion\" and "
                             "\"follows\" out");
    if (s->push_count > 0)
        sound = report_error(r, s->pushes[0].region.where,
                             "a recording has no \"pushes\": the motion would depend on the time; "
                             "give the palette an entry with a \"body_impulse\"");
    for (int32_t i = 0; i < s->wind.count; ++i)
        if (v3_length(s->wind.keys[i].value) > 0.0)
            return report_error(r, where,
                                "a recording has no \"wind\": it begins at rest, in still air");
    for (int32_t i = 0; i < s->body_count; ++i)
        if (v3_length(s->bodies[i].velocity) > 0.0)
            sound = report_error(r, s->bodies[i].where,
                                 "a recording begins at rest: leave the \"velocity\" out");
    return sound;
}

bool palette_of_support(const simulation* s, const char* path, arena* memory, palette* out,
                        report* r) {
    if (s->palette_or_null == NULL)
        return report_error(
            r, place_file(path),
            "has no \"palette\": what may happen to it; docs/record.md tells how to "
            "write one");
    place where = palette_place(s->palette_or_null, path);
    bool turning = s->support.frame.kind == SUPPORT_TURNING;
    *out = (palette){.kind = turning ? SUPPORT_TURNING : SUPPORT_FREE,
                     .fps = s->fps,
                     .low = v3(-INFINITY, -INFINITY, -INFINITY),
                     .high = v3(INFINITY, INFINITY, INFINITY),
                     .speed_matters = s->has_air};
    if (turning) {
        out->low.x = out->begin.x = s->support.frame.low;
        out->high.x = s->support.frame.high;
    }
    bool sound = check_scene(s, where, r);
    return read_palette(s->palette_or_null, path, memory, out, r) && check_tilt(s, out, where, r) &&
           sound;
}

bool palette_of_scene(const simulation* s, const char* path, arena* memory, palette* out,
                      report* r) {
    return palette_of_support(s, path, memory, out, r) &&
           palette_check(out, palette_place(s->palette_or_null, path), r);
}
