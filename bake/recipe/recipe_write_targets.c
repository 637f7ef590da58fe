// Sculpted targets of a part, and how poses tell them, as text to edit.
// SPDX-License-Identifier: MIT
#include "bake/base/text.h"
#include "bake/recipe/recipe_write.h"

static const char* shapes_of(const yaml_out* w, const recipe_target* t) {
    if (t->shape_count == 1 && t->shapes[0].weight == 1.0)
        return yaml_word(w, t->shapes[0].name);
    const char* list = "";
    for (int32_t i = 0; i < t->shape_count; ++i)
        list = text_listed(list,
                           arena_format(w->memory, "%s: %s", yaml_word(w, t->shapes[i].name),
                                        yaml_number(w, t->shapes[i].weight)),
                           w->memory);
    return arena_format(w->memory, "{%s}", list);
}

static const char* pose_of(const yaml_out* w, const recipe_pose* p) {
    if (p->clip_or_null != NULL)
        return arena_format(w->memory, "{clip: %s, time: %s}", yaml_word(w, p->clip_or_null),
                            yaml_number(w, p->time));
    const char* list = "";
    for (int32_t i = 0; i < p->node_count; ++i) {
        const recipe_node* n = &p->nodes[i];
        const char* how = "";
        if (n->turned)
            how = arena_format(w->memory, "rotation: [%s, %s, %s, %s]",
                               yaml_number(w, n->rotation.x), yaml_number(w, n->rotation.y),
                               yaml_number(w, n->rotation.z), yaml_number(w, n->rotation.w));
        if (n->moved)
            how = text_listed(
                how, arena_format(w->memory, "translation: %s", yaml_point(w, n->translation)),
                w->memory);
        list = text_listed(list, arena_format(w->memory, "%s: {%s}", yaml_word(w, n->name), how),
                           w->memory);
    }
    return arena_format(w->memory, "{nodes: {%s}}", list);
}

static const char* inputs_of(const yaml_out* w, const recipe_target* t) {
    const char* list = "";
    for (int32_t i = 0; i < t->input_count; ++i)
        list = text_listed(list,
                           arena_format(w->memory, "%s: %s", yaml_word(w, t->inputs[i].name),
                                        yaml_number(w, t->inputs[i].value)),
                           w->memory);
    return arena_format(w->memory, "{%s}", list);
}

static void write_target(yaml_out* w, const recipe_target* t) {
    const char* indent = w->indent;
    w->indent = arena_format(w->memory, "%s  - ", indent);
    yaml_line(w, "name", yaml_word(w, t->name), NULL);
    w->indent = arena_format(w->memory, "%s    ", indent);
    if (t->shape_count > 0)
        yaml_line(w, "shape", shapes_of(w, t), NULL);
    if (t->pose.clip_or_null != NULL || t->pose.node_count > 0)
        yaml_line(w, "pose", pose_of(w, &t->pose), NULL);
    if (t->input_count > 0)
        yaml_line(w, "inputs", inputs_of(w, t), NULL);
    if (t->young > 0.0)
        yaml_line(w, "young", yaml_number(w, t->young), NULL);
    if (t->poisson > -1.0)
        yaml_line(w, "poisson", yaml_number(w, t->poisson), NULL);
    if (t->stiffness != 1.0)
        yaml_line(w, "stiffness", yaml_number(w, t->stiffness), NULL);
    if (t->mass != 1.0)
        yaml_line(w, "mass", yaml_number(w, t->mass), NULL);
    if (t->paint_or_null != NULL)
        yaml_line(w, "paint", yaml_word(w, t->paint_or_null), NULL);
    w->indent = indent;
}

void recipe_write_targets(yaml_out* w, const recipe_part* p, const recipe_part* base) {
    if (base == NULL || p->stvk != base->stvk)
        yaml_line(w, "elasticity", p->stvk ? "stvk" : "linear",
                  "stvk: springs that stiffen as they stretch, for large motion; costs more");
    if (base == NULL || p->derivatives != base->derivatives)
        yaml_line(w, "derivatives", p->derivatives ? "true" : "false",
                  "of stvk: shapes that large motion needs besides");
    if (p->joint_count > 0 && (base == NULL || p->joints != base->joints))
        yaml_line(w, "joints", yaml_list(w, p->joints, p->joint_count), "that poses are told by");
    if (base == NULL || p->translation != base->translation)
        yaml_line(w, "translation", yaml_number_or(w, p->translation, "auto"),
                  "radians that a joint's shift by a metre counts for");
    if (base == NULL || p->smoothing != base->smoothing)
        yaml_line(w, "smoothing", yaml_number(w, p->smoothing), "between the poses of targets");
    if (p->target_count == 0)
        return;
    buffer_text(&w->out, arena_format(w->memory, "%stargets:\n", w->indent));
    for (int32_t i = 0; i < p->target_count; ++i)
        write_target(w, &p->targets[i]);
}
