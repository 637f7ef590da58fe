// The tables of a scene's own keys and of its bodies.
// SPDX-License-Identifier: MIT
#include "bake/simulate/simulation_file.h"

#include "bake/base/text.h"
#include "bake/recipe/recipe_words.h"
#include "bake/simulate/sheet_presets.h"
#include "bake/simulate/simulation_words.h"
#include "supple/supple_bake.h" // limits

#include <string.h>

enum { BODIES_MOST = 255, STATES_MOST = 10000000 };

// ---- bodies ----------------------------------------------------------------------------

static bool skip(const scan* s, const tree* value, const char* name, void* member) {
    (void)s, (void)value, (void)name, (void)member;
    return true; // read when the kind of the body is known
}

static bool read_kind(const scan* s, const tree* value, const char* name, void* member) {
    static const char* const words[] = {"solid", "shell", "rigid"};
    int kind = 0;
    bool sound = scene_word(s, value, name, words, 3, &kind);
    *(simulation_kind*)member = (simulation_kind)kind;
    return sound;
}

static bool read_meshes(const scan* s, const tree* value, const char* name, void* member) {
    simulation_body* b = member;
    return scan_texts(s, value, name, &b->meshes, &b->mesh_count);
}

static bool read_drawn(const scan* s, const tree* value, const char* name, void* member) {
    simulation_body* b = member;
    return scan_texts(s, value, name, &b->drawn, &b->drawn_count);
}

static bool read_touches(const scan* s, const tree* value, const char* name, void* member) {
    static const char* const words[] = {"all", "others", "nothing"};
    int touches = 0;
    bool sound = scene_word(s, value, name, words, 3, &touches);
    *(simulation_touch*)member = (simulation_touch)touches;
    return sound;
}

static bool read_outside(const scan* s, const tree* value, const char* name, void* member) {
    static const char* const words[] = {"drawn", "tets", "cells"};
    int chosen = 0;
    bool sound = scene_word(s, value, name, words, 3, &chosen);
    *(simulation_outside*)member = (simulation_outside)(OUTSIDE_DRAWN + chosen);
    return sound;
}

static bool read_own_support(const scan* s, const tree* value, const char* name, void* member) {
    simulation_body* b = member;
    b->has_support = true;
    return scene_support(s, value, name, &b->support);
}

static bool read_element(const scan* s, const tree* value, const char* name, void* member) {
    static const char* const words[] = {"t4", "t10"};
    int ten = 0;
    bool sound = scene_word(s, value, name, words, 2, &ten);
    *(bool*)member = ten == 1;
    return sound;
}

static const scan_key body_list[] = {
    {"name", SCAN_TEXT, SCAN_AT(simulation_body, name)},
    {"file", SCAN_OWN, SCAN_AT(simulation_body, file_or_null), .own = words_path},
    {"sample", SCAN_TEXT, SCAN_AT(simulation_body, sample_or_null)},
    {"kind", SCAN_OWN, SCAN_AT(simulation_body, kind), .own = read_kind},
    {"meshes", SCAN_OWN, 0, .own = read_meshes},
    {"drawn", SCAN_OWN, 0, .own = read_drawn},
    {"unit", SCAN_NUMBER, SCAN_AT(simulation_body, unit), 0.0, 1e6, true},
    {"at", SCAN_OWN, SCAN_AT(simulation_body, at), .own = words_point},
    {"velocity", SCAN_OWN, SCAN_AT(simulation_body, velocity), .own = words_point},
    {"held", SCAN_OWN, 0, .own = scene_held},
    {"material", SCAN_OWN, 0, .own = skip},
    {"materials", SCAN_OWN, 0, .own = skip},
    {"tets", SCAN_INT, SCAN_AT(simulation_body, tets), SUPPLE_BAKE_TETS_MIN, SUPPLE_BAKE_TETS_MAX},
    {"cell", SCAN_NUMBER, SCAN_AT(simulation_body, cell), 0.0, INFINITY, true, "auto"},
    {"volume", SCAN_OWN, SCAN_AT(simulation_body, volume_or_null), .own = words_path},
    {"element", SCAN_OWN, SCAN_AT(simulation_body, ten_nodes), .own = read_element},
    {"touches", SCAN_OWN, SCAN_AT(simulation_body, touches), .own = read_touches},
    {"outside", SCAN_OWN, SCAN_AT(simulation_body, outside), .own = read_outside},
    {"friction", SCAN_NUMBER, SCAN_AT(simulation_body, friction), 0.0, 10.0},
    {"support", SCAN_OWN, 0, .own = read_own_support},
};
static const scan_keys body_keys = SCAN_KEYS("a body", body_list);

static bool has_outside(simulation_outside outside, simulation_kind kind) {
    return kind != SIMULATION_RIGID &&
           outside != (kind == SIMULATION_SOLID ? OUTSIDE_CELLS : OUTSIDE_TETS);
}

// Keys that a body of another kind has.
static bool check_keys(const scan* s, const tree* map, const simulation_body* b) {
    simulation_kind kind = b->kind;
    static const char* const solid_only[] = {"tets", "cell", "volume", "element"};
    static const char* const soft_only[] = {"held", "velocity", "materials", "material", "drawn"};
    bool sound = true;
    for (int i = 0; i < 4 && kind != SIMULATION_SOLID; ++i)
        if (tree_find(map, solid_only[i]) != NULL)
            sound = report_error(s->r, scan_place(s, tree_find(map, solid_only[i])),
                                 "\"%s\" is of a solid, and this body is a %s", solid_only[i],
                                 kind == SIMULATION_SHELL ? "shell" : "rigid one");
    for (int i = 0; i < 5 && kind == SIMULATION_RIGID; ++i)
        if (tree_find(map, soft_only[i]) != NULL)
            sound = report_error(s->r, scan_place(s, tree_find(map, soft_only[i])),
                                 "\"%s\" is of a soft body, and this one is rigid: it is drawn, "
                                 "and moves with the support",
                                 soft_only[i]);
    const tree* outside = tree_find(map, "outside");
    if (outside != NULL && !has_outside(b->outside, kind))
        sound = report_error(s->r, scan_place(s, outside),
                             "a solid touches by what is \"drawn\" of it or by its \"tets\", a "
                             "shell by what is \"drawn\" or by its \"cells\", and a rigid body by "
                             "what it is");
    if (kind != SIMULATION_RIGID && tree_find(map, "support") != NULL)
        sound = report_error(s->r, scan_place(s, tree_find(map, "support")),
                             "a \"support\" of its own is for rigid bodies: what is held of soft "
                             "ones stands on the scene's");
    return sound;
}

static bool check_law(const scan* s, const tree* map, const simulation_body* b) {
    bool neo = b->material.law == LAW_NEO_HOOKEAN;
    for (int32_t i = 0; i < b->patch_count; ++i)
        if (b->patches[i].material.law != b->material.law)
            return report_error(s->r, b->patches[i].region.where,
                                "a body has one law: that of its \"material\"");
    return !(b->kind == SIMULATION_SOLID && b->ten_nodes && neo) ||
           report_error(s->r, scan_place(s, tree_find(map, "element")),
                        "ten-node elements are for the laws stvk and linear; neo-hookean takes t4");
}

static bool check_body(const scan* s, const tree* map, const simulation_body* b) {
    if (b->name == NULL)
        return report_error(s->r, b->where, "a body has no name; give it one, like `name: cloth`");
    if (tree_find(map, "kind") == NULL)
        return report_error(s->r, b->where, "body \"%s\" has no kind: solid, shell or rigid",
                            text_printable(b->name, 40, s->memory));
    if ((b->file_or_null != NULL) == (b->sample_or_null != NULL))
        return report_error(s->r, b->where,
                            "body \"%s\" comes from a \"file\" or a \"sample\": "
                            "give one of them",
                            text_printable(b->name, 40, s->memory));
    return check_keys(s, map, b);
}

static bool read_body(const scan* s, const tree* value, const char* name, void* member) {
    (void)name;
    simulation_body* b = member;
    *b = (simulation_body){
        .where = scan_place(s, value), .unit = 1.0, .tets = 3000, .friction = -1.0};
    if (!material_find("rubber", &b->material.solid, b->where, s->r))
        return false;
    b->material.sheet = sheet_presets[0].material;
    if (!scan_map(s, value, &body_keys, b) || !check_body(s, value, b))
        return false;
    const tree *made_of = tree_find(value, "material"), *more = tree_find(value, "materials");
    return (made_of == NULL || scene_material(s, made_of, "material", b->kind, &b->material)) &&
           (more == NULL || scene_patches(s, more, b)) && check_law(s, value, b);
}

static bool read_bodies(const scan* s, const tree* value, const char* name, void* member) {
    simulation* out = member;
    if (value->kind == TREE_LIST && (value->count == 0 || value->count > BODIES_MOST))
        return report_error(s->r, scan_place(s, value),
                            value->count == 0 ? "\"%s\" is empty: there is nothing to move"
                                              : "there are more \"%s\" than 255",
                            name);
    out->bodies = scene_list(s, value, name, sizeof *out->bodies, read_body, &out->body_count);
    for (int32_t i = 0; i < out->body_count; ++i)
        for (int32_t k = 0; k < i; ++k)
            if (strcmp(out->bodies[i].name, out->bodies[k].name) == 0)
                return report_error(s->r, out->bodies[i].where, "two bodies are called \"%s\"",
                                    text_printable(out->bodies[i].name, 40, s->memory));
    return out->bodies != NULL;
}

// ---- the scene -------------------------------------------------------------------------

static bool read_rule(const scan* s, const tree* value, const char* name, void* member) {
    static const char* const words[] = {"newmark", "conserving", "backward"};
    static const newmark_rule rules[] = {NEWMARK_END, NEWMARK_CONSERVING, NEWMARK_BACKWARD};
    int chosen = 0;
    bool sound = scene_word(s, value, name, words, 3, &chosen);
    *(newmark_rule*)member = rules[chosen];
    return sound;
}

static bool read_shapes(const scan* s, const tree* value, const char* name, void* member) {
    static const char* const words[] = {"unloaded", "hanging"};
    int chosen = 0;
    bool sound = scene_word(s, value, name, words, 2, &chosen);
    *(bool*)member = chosen == 1;
    return sound;
}

static bool read_start(const scan* s, const tree* value, const char* name, void* member) {
    static const char* const words[] = {"bind", "rest"};
    int chosen = 0;
    bool sound = scene_word(s, value, name, words, 2, &chosen);
    *(bool*)member = chosen == 1;
    return sound;
}

static bool read_frame(const scan* s, const tree* value, const char* name, void* member) {
    static const char* const words[] = {"world", "support"};
    int chosen = 0;
    bool sound = scene_word(s, value, name, words, 2, &chosen);
    *(bool*)member = chosen == 1;
    return sound;
}

// Nothing is known of the modes here, so only what needs none is taken.
static bool read_damping(const scan* s, const tree* value, const char* name, void* member) {
    damping_request q = {0};
    if (!words_damping(s, value, name, &q))
        return false;
    if (q.form != DAMPING_BY_NUMBERS && q.form != DAMPING_BY_RATIOS)
        return report_error(s->r, scan_place(s, value),
                            "\"%s\" of a scene is ratios at two frequencies, or alpha and beta: "
                            "swings and seconds need modes, which only a bake finds",
                            name);
    return damping_find(&q, NULL, 0, member, scan_place(s, value), s->r);
}

static bool read_palette(const scan* s, const tree* value, const char* name, void* member) {
    *(const tree**)member = value;
    return value->kind == TREE_MAP ||
           report_error(s->r, scan_place(s, value), "\"%s\" is a map with \"entries\", not %s",
                        name, scan_shown(s, value));
}

static const scan_key simulation_list[] = {
    {"bodies", SCAN_OWN, 0, .own = read_bodies},
    {"support", SCAN_OWN, SCAN_AT(simulation, support), .own = scene_support},
    {"contact", SCAN_OWN, 0, .own = scene_contact},
    {"gravity", SCAN_OWN, SCAN_AT(simulation, gravity), .own = words_point},
    {"air", SCAN_OWN, 0, .own = scene_air},
    {"pushes", SCAN_OWN, 0, .own = scene_pushes},
    {"springs", SCAN_OWN, 0, .own = scene_springs},
    {"damping", SCAN_OWN, SCAN_AT(simulation, damping), .own = read_damping},
    {"seconds", SCAN_NUMBER, SCAN_AT(simulation, seconds), 0.0, 1e6, true},
    {"fps", SCAN_NUMBER, SCAN_AT(simulation, fps), 0.0, 1e5, true},
    {"steps", SCAN_INT, SCAN_AT(simulation, steps), 1, 100000},
    {"rule", SCAN_OWN, SCAN_AT(simulation, rule), .own = read_rule},
    {"accuracy", SCAN_NUMBER, SCAN_AT(simulation, accuracy), 0.0, 1e-3, true},
    {"shapes", SCAN_OWN, SCAN_AT(simulation, hanging), .own = read_shapes},
    {"start", SCAN_OWN, SCAN_AT(simulation, start_at_rest), .own = read_start},
    {"frame", SCAN_OWN, SCAN_AT(simulation, in_support), .own = read_frame},
    {"palette", SCAN_OWN, SCAN_AT(simulation, palette_or_null), .own = read_palette},
};
static const scan_keys simulation_keys = SCAN_KEYS("a scene", simulation_list);

static void warn_of_moves(const scan* s, const tree* carrier, const simulation_support* of,
                          double seconds) {
    for (int32_t i = 0; i < of->move_count; ++i)
        if (of->moves[i].time >= seconds)
            report_warning(s->r, scan_place(s, tree_find(carrier, "moves")->items[i]),
                           "this move begins at %g s, and the scene ends at %g s: it never happens",
                           of->moves[i].time, seconds);
}

// What begins after the last state, and what has no second state: nothing of it would be seen.
static void warn_of_end(const scan* s, const tree* root, const simulation* out) {
    if (tree_find(root, "support") != NULL)
        warn_of_moves(s, tree_find(root, "support"), &out->support, out->seconds);
    for (int32_t i = 0; i < out->body_count; ++i)
        if (out->bodies[i].has_support)
            warn_of_moves(s, tree_find(tree_find(root, "bodies")->items[i], "support"),
                          &out->bodies[i].support, out->seconds);
    for (int32_t i = 0; i < out->push_count; ++i)
        if (out->pushes[i].from >= out->seconds)
            report_warning(s->r, scan_place(s, tree_find(root, "pushes")->items[i]),
                           "this push begins at %g s, and the scene ends at %g s: it never happens",
                           out->pushes[i].from, out->seconds);
    if (simulation_states(out) == 1)
        report_warning(s->r, scan_place(s, root),
                       "%g s at %g states a second are one state, the first: nothing moves",
                       out->seconds, out->fps);
}

// Contact is for steps that lose energy; a scene that says no rule gets that one.
static bool check_contact(const scan* s, const tree* root, simulation* out) {
    if (!out->contact.on)
        return true;
    const tree* rule = tree_find(root, "rule");
    if (rule != NULL && out->rule != NEWMARK_BACKWARD)
        return report_error(s->r, scan_place(s, rule),
                            "a scene with \"contact\" has the rule backward: the others would "
                            "keep, or make, energy where bodies meet; leave \"rule\" out");
    out->rule = NEWMARK_BACKWARD;
    return true;
}

bool simulation_parse(bytes text, const char* path, arena* memory, simulation* out, report* r) {
    *out = simulation_default();
    const tree* root;
    if (!tree_read(text, path, memory, &root, r))
        return false;
    if (root == NULL)
        return report_error(r, place_file(path), "says nothing: a scene needs \"bodies\"");
    scan s = {path, memory, r};
    if (!scan_map(&s, root, &simulation_keys, out))
        return false;
    if (out->body_count == 0)
        return report_error(r, place_file(path), "has no \"bodies\": there is nothing to move");
    if (out->seconds * out->fps > STATES_MOST)
        return report_error(r, scan_place(&s, root), "%g s at %g states a second are more than %d",
                            out->seconds, out->fps, STATES_MOST);
    if (out->start_at_rest && (out->support.motion_or_null != NULL || out->support.follows))
        return report_error(r, scan_place(&s, tree_find(root, "start")),
                            "\"start: rest\" needs a support that stands still at first, and this "
                            "one follows a %s",
                            out->support.follows ? "clip" : "motion");
    if (!check_contact(&s, root, out))
        return false;
    warn_of_end(&s, root, out);
    return true;
}
