// One table for a target; shapes and nodes are maps whose keys are names of the model's file.
// SPDX-License-Identifier: MIT
#include "bake/recipe/recipe_target.h"

#include "bake/base/text.h"
#include "format/format.h"

#include <string.h>

enum { RECIPE_TARGET_SHOWN = 40 };

// ---- shapes ----------------------------------------------------------------------------

// A name, or names with weights.
static bool read_shape(const scan* s, const tree* value, const char* name, void* member) {
    recipe_target* t = member;
    bool many = value->kind == TREE_MAP;
    t->shape_count = 0;
    t->shapes = ARENA_NEW(s->memory, recipe_shape, many ? (size_t)value->count : 1);
    if (value->kind == TREE_TEXT && !value->quoted && strcmp(value->text, "none") == 0)
        return true;
    for (int32_t i = 0; many && i < value->count; ++i) {
        recipe_shape* shape = &t->shapes[t->shape_count++];
        shape->name = value->keys[i];
        if (!scan_number(s, value->items[i], value->keys[i], &shape->weight))
            return false;
    }
    if (many)
        return true;
    t->shapes[t->shape_count++].weight = 1.0;
    return scan_text(s, value, name, &t->shapes[0].name);
}

// ---- poses -----------------------------------------------------------------------------

static bool read_rotation(const scan* s, const tree* value, const char* name, void* member) {
    recipe_node* n = member;
    double x[4];
    if (value->kind != TREE_LIST || value->count != 4)
        return report_error(s->r, scan_place(s, value),
                            "\"%s\" is a quaternion x y z w like [0, 0, 0.38, 0.92], not %s%s",
                            name, scan_shown(s, value),
                            value->kind == TREE_LIST ? " of another length" : "");
    for (int i = 0; i < 4; ++i)
        if (!scan_number(s, value->items[i], name, &x[i]))
            return false;
    n->rotation = (quat){x[0], x[1], x[2], x[3]};
    n->turned = true;
    double length = sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2] + x[3] * x[3]);
    if (!(length > 0.9 && length < 1.1))
        return report_error(s->r, scan_place(s, value),
                            "\"%s\" is a quaternion of length 1, not of %.3g", name, length);
    n->rotation = quat_unit(n->rotation);
    return true;
}

static bool read_translation(const scan* s, const tree* value, const char* name, void* member) {
    recipe_node* n = member;
    n->moved = true;
    return scan_point(s, value, name, &n->translation);
}

static const scan_key node_list[] = {
    {"rotation", SCAN_OWN, 0, .own = read_rotation},
    {"translation", SCAN_OWN, 0, .own = read_translation},
};
static const scan_keys node_keys = SCAN_KEYS("a node of a pose", node_list);

static bool read_nodes(const scan* s, const tree* value, const char* name, void* member) {
    recipe_pose* p = member;
    if (value->kind != TREE_MAP)
        return report_error(s->r, scan_place(s, value),
                            "\"%s\" is a map like {elbow: {rotation: [0, 0, 0.38, 0.92]}}, not %s",
                            name, scan_shown(s, value));
    p->nodes = ARENA_NEW(s->memory, recipe_node, (size_t)value->count);
    for (int32_t i = 0; i < value->count; ++i) {
        recipe_node* n = &p->nodes[p->node_count++];
        n->name = value->keys[i];
        if (!scan_map(s, value->items[i], &node_keys, n))
            return false;
    }
    return true;
}

static const scan_key pose_list[] = {
    {"clip", SCAN_TEXT, SCAN_AT(recipe_pose, clip_or_null)},
    {"time", SCAN_NUMBER, SCAN_AT(recipe_pose, time), 0.0, INFINITY},
    {"nodes", SCAN_OWN, 0, .own = read_nodes},
};
static const scan_keys pose_keys = SCAN_KEYS("a pose", pose_list);

static bool read_pose(const scan* s, const tree* value, const char* name, void* member) {
    recipe_pose* p = member;
    *p = (recipe_pose){0};
    if (value->kind == TREE_TEXT && strcmp(value->text, "bind") == 0)
        return true;
    if (value->kind != TREE_MAP)
        return report_error(s->r, scan_place(s, value),
                            "\"%s\" is bind, or {clip: bend, time: 0.5}, or {nodes: {elbow: "
                            "{rotation: [x, y, z, w]}}}, not %s",
                            name, scan_shown(s, value));
    if (!scan_map(s, value, &pose_keys, p))
        return false;
    if ((p->clip_or_null != NULL) == (p->node_count > 0))
        return report_error(s->r, scan_place(s, value),
                            "\"%s\" is told in one way: by a clip and a time, or by nodes", name);
    if ((p->clip_or_null != NULL) != (tree_find(value, "time") != NULL))
        return report_error(s->r, scan_place(s, value),
                            "a pose of a clip needs both, \"clip\" and \"time\"");
    return true;
}

static bool read_inputs(const scan* s, const tree* value, const char* name, void* member) {
    recipe_target* t = member;
    if (value->kind != TREE_MAP)
        return report_error(s->r, scan_place(s, value), "\"%s\" is a map like {smile: 1}, not %s",
                            name, scan_shown(s, value));
    t->inputs = ARENA_NEW(s->memory, recipe_input, (size_t)value->count);
    for (int32_t i = 0; i < value->count; ++i) {
        recipe_input* in = &t->inputs[t->input_count++];
        in->name = value->keys[i];
        if (!scan_number(s, value->items[i], value->keys[i], &in->value))
            return false;
        if (!(fabs(in->value) <= 1e3))
            return report_error(s->r, scan_place(s, value->items[i]),
                                "input \"%s\" is from -1000 to 1000, mostly 1, not %.6g", in->name,
                                in->value);
    }
    return true;
}

// ---- targets ---------------------------------------------------------------------------

static bool read_preset(const scan* s, const tree* value, const char* name, void* member) {
    recipe_target* t = member;
    const char* preset;
    material m;
    if (!scan_text(s, value, name, &preset) ||
        !material_find(preset, &m, scan_place(s, value), s->r))
        return false;
    t->young = m.young;
    t->poisson = m.poisson;
    return true;
}

static bool skip(const scan* s, const tree* value, const char* name, void* member) {
    (void)s, (void)value, (void)name, (void)member;
    return true;
}

static const scan_key target_list[] = {
    {"name", SCAN_TEXT, SCAN_AT(recipe_target, name)},
    {"shape", SCAN_OWN, 0, .own = read_shape},
    {"pose", SCAN_OWN, SCAN_AT(recipe_target, pose), .own = read_pose},
    {"inputs", SCAN_OWN, 0, .own = read_inputs},
    {"material", SCAN_OWN, 0, .own = skip}, // first, so that numbers beside it change it
    {"young", SCAN_NUMBER, SCAN_AT(recipe_target, young), .high = INFINITY, .above = true},
    {"poisson", SCAN_NUMBER, SCAN_AT(recipe_target, poisson), -1.0, 0.499, .above = true},
    {"stiffness", SCAN_NUMBER, SCAN_AT(recipe_target, stiffness), 0.0, 1e6, .above = true},
    {"paint", SCAN_TEXT, SCAN_AT(recipe_target, paint_or_null), .word_or_null = "none"},
};
static const scan_keys target_keys = SCAN_KEYS("a target", target_list);

static bool read_target(const scan* s, const tree* map, recipe_target* t) {
    *t = recipe_target_default();
    t->where = scan_place(s, map);
    const tree* preset = map->kind == TREE_MAP ? tree_find(map, "material") : NULL;
    if (preset != NULL && !read_preset(s, preset, "material", t))
        return false;
    if (!scan_map(s, map, &target_keys, t))
        return false;
    if (t->name == NULL)
        t->name = t->shape_count > 0 ? t->shapes[0].name : NULL;
    return t->name != NULL ||
           report_error(s->r, t->where, "a target has no name; give it one, like `name: bent`");
}

static bool is_new(const scan* s, const recipe_part* so_far, const recipe_target* t) {
    for (int32_t i = 0; i < so_far->target_count; ++i)
        if (strcmp(so_far->targets[i].name, t->name) == 0)
            return report_error(s->r, t->where, "two targets are called \"%s\"",
                                text_printable(t->name, RECIPE_TARGET_SHOWN, s->memory));
    return true;
}

bool recipe_read_targets(const scan* s, const tree* value, const char* name, void* part) {
    recipe_part* p = part;
    if (value->kind != TREE_LIST)
        return report_error(s->r, scan_place(s, value),
                            "\"%s\" is a list, each beginning with `- name: ...`, not %s", name,
                            scan_shown(s, value));
    if (value->count == 0 || value->count > FORMAT_MAX_TARGETS)
        return report_error(s->r, scan_place(s, value), "\"%s\" are 1 to %d, not %d", name,
                            FORMAT_MAX_TARGETS, value->count);
    p->target_count = 0;
    p->targets = ARENA_NEW(s->memory, recipe_target, (size_t)value->count);
    bool sound = true;
    for (int32_t i = 0; i < value->count; ++i) {
        recipe_target t;
        if (read_target(s, value->items[i], &t) && is_new(s, p, &t))
            p->targets[p->target_count++] = t;
        else
            sound = false;
    }
    return sound;
}
