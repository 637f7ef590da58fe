// What moves a scene: supports, air, pushes, springs.
// SPDX-License-Identifier: MIT
#include "bake/recipe/recipe_words.h"
#include "bake/simulate/simulation_words.h"

#include <string.h>

static const double RADIANS = EXACT_PI / 180.0; // of a degree

// Times of a list must ascend. at: of its items, `stride` bytes apart.
static bool check_order(const scan* s, const tree* list, const char* name, const double* at,
                        size_t stride, int32_t count) {
    for (int32_t i = 1; i < count; ++i) {
        const double *before = (const double*)((const char*)at + (size_t)(i - 1) * stride),
                     *now = (const double*)((const char*)at + (size_t)i * stride);
        if (!(*now > *before))
            return report_error(s->r, scan_place(s, list->items[i]),
                                "\"%s\" go forward in time, but %g s comes after %g s", name, *now,
                                *before);
    }
    return true;
}

// ---- vectors over time -----------------------------------------------------------------

// The word for the vector differs: "velocity" of wind, "newtons" of a push.
static const scan_key wind_list[] = {
    {"at", SCAN_NUMBER, SCAN_AT(simulation_key, time), 0.0, INFINITY},
    {"velocity", SCAN_OWN, SCAN_AT(simulation_key, value), .own = words_point},
};
static const scan_keys wind_keys = SCAN_KEYS("a key of the wind", wind_list);
static const scan_key force_list[] = {
    {"at", SCAN_NUMBER, SCAN_AT(simulation_key, time), 0.0, INFINITY},
    {"newtons", SCAN_OWN, SCAN_AT(simulation_key, value), .own = words_point},
};
static const scan_keys force_keys = SCAN_KEYS("a key of a force", force_list);

static bool read_track(const scan* s, const tree* value, const char* name, const scan_keys* keys,
                       simulation_track* out) {
    bool keyed = value->kind == TREE_LIST && value->count > 0 && value->items[0]->kind == TREE_MAP;
    out->count = keyed ? value->count : 1;
    out->keys = ARENA_NEW(s->memory, simulation_key, (size_t)out->count);
    if (!keyed)
        return scan_point(s, value, name, &out->keys[0].value);
    bool sound = true;
    for (int32_t i = 0; i < out->count; ++i)
        sound = scan_map(s, value->items[i], keys, &out->keys[i]) && sound;
    return sound && check_order(s, value, name, &out->keys[0].time, sizeof *out->keys, out->count);
}

static bool read_force(const scan* s, const tree* value, const char* name, void* member) {
    return read_track(s, value, name, &force_keys, member);
}

static bool read_wind(const scan* s, const tree* value, const char* name, void* member) {
    return read_track(s, value, name, &wind_keys, &((simulation*)member)->wind);
}

// ---- support ---------------------------------------------------------------------------

static const scan_key move_list[] = {
    {"at", SCAN_NUMBER, SCAN_AT(simulation_move, time), 0.0, INFINITY},
    {"velocity", SCAN_OWN, SCAN_AT(simulation_move, velocity), .own = words_point},
    {"spin", SCAN_OWN, SCAN_AT(simulation_move, spin), .own = words_point},
};
static const scan_keys move_keys = SCAN_KEYS("a move of the support", move_list);
static const scan_key swing_list[] = {
    {"at", SCAN_NUMBER, SCAN_AT(simulation_move, time), 0.0, INFINITY},
    {"rate", SCAN_NUMBER, SCAN_AT(simulation_move, rate), -1e6, 1e6},
};
static const scan_keys swing_keys = SCAN_KEYS("a move of a support that turns", swing_list);

static bool read_move(const scan* s, const tree* value, const char* name, void* member) {
    (void)name;
    simulation_move* m = member;
    bool sound = scan_map(s, value, &move_keys, m);
    m->spin = v3_scale(m->spin, RADIANS);
    return sound;
}

static bool read_swing(const scan* s, const tree* value, const char* name, void* member) {
    (void)name;
    simulation_move* m = member;
    bool sound = scan_map(s, value, &swing_keys, m);
    m->rate *= RADIANS;
    return sound;
}

static bool skip(const scan* s, const tree* value, const char* name, void* member) {
    (void)s, (void)value, (void)name, (void)member;
    return true; // read when the kind of the support is known
}

static const scan_key turns_list[] = {
    {"axis", SCAN_OWN, SCAN_AT(support, axis), .own = words_point},
    {"from", SCAN_NUMBER, SCAN_AT(support, low), -36000.0, 36000.0},
    {"to", SCAN_NUMBER, SCAN_AT(support, high), -36000.0, 36000.0},
};
static const scan_keys turns_keys = SCAN_KEYS("what a support turns between", turns_list);

static bool read_turns(const scan* s, const tree* value, const char* name, void* member) {
    support* to = &((simulation_support*)member)->frame;
    to->kind = SUPPORT_TURNING;
    if (!scan_map(s, value, &turns_keys, to))
        return false;
    if (tree_find(value, "axis") == NULL || tree_find(value, "to") == NULL)
        return report_error(s->r, scan_place(s, value), "\"%s\" needs an axis and `to`", name);
    if (!(v3_length(to->axis) > 0.0))
        return report_error(s->r, scan_place(s, tree_find(value, "axis")),
                            "the support's axis has no direction");
    if (!(to->low < to->high))
        return report_error(s->r, scan_place(s, value),
                            "the support turns from %g to %g degrees: `to` must be larger", to->low,
                            to->high);
    to->axis = v3_unit(to->axis);
    to->low *= RADIANS;
    to->high *= RADIANS;
    return true;
}

static const scan_key follow_list[] = {
    {"file", SCAN_OWN, SCAN_AT(simulation_follow, file_or_null), .own = words_path},
    {"sample", SCAN_TEXT, SCAN_AT(simulation_follow, sample_or_null)},
    {"clip", SCAN_TEXT, SCAN_AT(simulation_follow, clip)},
    {"node", SCAN_TEXT, SCAN_AT(simulation_follow, node)},
    {"unit", SCAN_NUMBER, SCAN_AT(simulation_follow, unit), 0.0, 1e6, true},
};
static const scan_keys follow_keys = SCAN_KEYS("what a support follows", follow_list);

static bool read_follow(const scan* s, const tree* value, const char* name, void* member) {
    simulation_support* out = member;
    simulation_follow* f = &out->follow;
    *f = (simulation_follow){.where = scan_place(s, value), .unit = 1.0};
    out->follows = true;
    if (!scan_map(s, value, &follow_keys, f))
        return false;
    if ((f->file_or_null != NULL) == (f->sample_or_null != NULL))
        return report_error(s->r, f->where,
                            "what a support \"%s\" is in a \"file\" or a \"sample\": give one of "
                            "them",
                            name);
    return (f->clip != NULL && f->node != NULL) ||
           report_error(s->r, f->where, "\"%s\" needs a clip and a node, by their names", name);
}

static const scan_key support_list[] = {
    {"pivot", SCAN_OWN, SCAN_AT(simulation_support, frame.pivot), .own = words_point},
    {"moves", SCAN_OWN, 0, .own = skip},
    {"turns", SCAN_OWN, 0, .own = read_turns},
    {"motion", SCAN_OWN, SCAN_AT(simulation_support, motion_or_null), .own = words_path},
    {"follows", SCAN_OWN, 0, .own = read_follow},
};
static const scan_keys support_keys = SCAN_KEYS("a support", support_list);

// One way of moving it; "moves" and "turns" go together.
static bool check_motions(const scan* s, const tree* value) {
    const tree *motion = tree_find(value, "motion"), *follows = tree_find(value, "follows");
    bool driven = tree_find(value, "moves") != NULL || tree_find(value, "turns") != NULL;
    if (motion != NULL && (driven || follows != NULL))
        return report_error(s->r, scan_place(s, motion),
                            "a support that follows a \"motion\" has neither \"moves\" nor "
                            "\"turns\" nor \"follows\": keep one way of moving it");
    if (follows != NULL && (driven || tree_find(value, "pivot") != NULL))
        return report_error(s->r, scan_place(s, follows),
                            "a support that \"follows\" a clip goes and turns with its node: leave "
                            "\"moves\", \"turns\" and \"pivot\" out");
    return true;
}

bool scene_support(const scan* s, const tree* value, const char* name, void* support_member) {
    (void)name;
    simulation_support* out = support_member;
    out->where = scan_place(s, value);
    if (!scan_map(s, value, &support_keys, out))
        return false;
    if (!check_motions(s, value))
        return false;
    const tree* moves = tree_find(value, "moves");
    if (moves == NULL)
        return true;
    bool turning = out->frame.kind == SUPPORT_TURNING;
    out->moves = scene_list(s, moves, "moves", sizeof *out->moves, turning ? read_swing : read_move,
                            &out->move_count);
    return out->moves != NULL &&
           (out->move_count == 0 || check_order(s, moves, "moves", &out->moves[0].time,
                                                sizeof *out->moves, out->move_count));
}

// ---- air, pushes, springs ----------------------------------------------------------------

static const scan_key air_list[] = {
    {"density", SCAN_NUMBER, SCAN_AT(simulation, air.density), 0.0, 1e4},
    {"across", SCAN_NUMBER, SCAN_AT(simulation, air.across), 0.0, 100.0},
    {"along", SCAN_NUMBER, SCAN_AT(simulation, air.along), 0.0, 100.0},
    {"wind", SCAN_OWN, 0, .own = read_wind},
};
static const scan_keys air_keys = SCAN_KEYS("air", air_list);

bool scene_air(const scan* s, const tree* value, const char* name, void* simulation_member) {
    (void)name;
    simulation* out = simulation_member;
    out->has_air = true;
    return scan_map(s, value, &air_keys, out);
}

static const scan_key push_list[] = {
    {"region", SCAN_OWN, SCAN_AT(simulation_push, region), .own = scene_region},
    {"force", SCAN_OWN, SCAN_AT(simulation_push, force), .own = read_force},
    {"from", SCAN_NUMBER, SCAN_AT(simulation_push, from), 0.0, INFINITY},
    {"to", SCAN_NUMBER, SCAN_AT(simulation_push, to), 0.0, INFINITY},
};
static const scan_keys push_keys = SCAN_KEYS("a push", push_list);

static bool read_push(const scan* s, const tree* value, const char* name, void* member) {
    (void)name;
    simulation_push* p = member;
    *p = (simulation_push){.to = INFINITY};
    if (!scan_map(s, value, &push_keys, p))
        return false;
    if (tree_find(value, "region") == NULL || p->force.count == 0)
        return report_error(s->r, scan_place(s, value), "a push needs a region and a force");
    return p->to > p->from ||
           report_error(s->r, scan_place(s, value), "a push from %g s to %g s lasts no time",
                        p->from, p->to);
}

bool scene_pushes(const scan* s, const tree* value, const char* name, void* simulation_member) {
    simulation* out = simulation_member;
    out->pushes = scene_list(s, value, name, sizeof *out->pushes, read_push, &out->push_count);
    return out->pushes != NULL;
}

static bool read_place(const scan* s, const tree* value, const char* name, void* member) {
    simulation_spring* p = member;
    p->has_place = true;
    return scan_point(s, value, name, &p->to);
}

static const scan_key spring_list[] = {
    {"region", SCAN_OWN, SCAN_AT(simulation_spring, region), .own = scene_region},
    {"stiffness", SCAN_NUMBER, SCAN_AT(simulation_spring, stiffness), .high = INFINITY,
     .above = true},
    {"to", SCAN_OWN, 0, .own = read_place},
};
static const scan_keys spring_keys = SCAN_KEYS("a spring", spring_list);

static bool read_spring(const scan* s, const tree* value, const char* name, void* member) {
    (void)name;
    if (!scan_map(s, value, &spring_keys, member))
        return false;
    return (tree_find(value, "region") != NULL && tree_find(value, "stiffness") != NULL) ||
           report_error(s->r, scan_place(s, value), "a spring needs a region and a stiffness");
}

bool scene_springs(const scan* s, const tree* value, const char* name, void* simulation_member) {
    simulation* out = simulation_member;
    out->springs =
        scene_list(s, value, name, sizeof *out->springs, read_spring, &out->spring_count);
    return out->springs != NULL;
}
