// A part of a scene with its sculpted targets, prepared as a bake does it.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/model/target_make.h"
#include "bake/model/unrigged.h"
#include "bake/recipe/recipe_fixing.h"
#include "bake/recipe/recipe_region.h"
#include "bake/scene/bind.h"

typedef struct target_body {
    pose pose;
    surface surface;
    character character;
    binding binding;
    soft_body body;
    part part;
    target_set set;
} target_body;

// The file's unit is the metre. Everything lives in `a`, and so must the scene.
static inline bool target_body_make(const scene* s, const recipe_part* how, arena* a,
                                    target_body* out, report* r) {
    out->pose = bind_pose(s, a);
    out->surface = surface_from_scene(s, &out->pose, a);
    out->character = character_new(s, &out->surface, &out->pose, a);
    if (!binding_of(s, &out->surface, &out->pose, 1.0, a, &out->binding, r))
        return false;
    out->body = (soft_body){.character = &out->character,
                            .binding = &out->binding,
                            .skin = inside_skin_of(s, &out->surface, &out->character.weld, a),
                            .threads = 1};
    region where;
    part_options o = part_default();
    o.target = how->tets;
    o.cell = how->cell;
    o.core = how->fixing.core;
    o.crossed = true;
    o.threads = 1;
    if (out->character.axis_count == 0)
        return unrigged_build(&out->character, how, 1, a, &out->part, r) &&
               target_make(&out->body, &out->part, how, a, &out->set, r);
    return recipe_region_of(&how->region, &out->character, NULL, 0, a, &where, r) &&
           part_build(&out->character, how->name, &where, &o, a, &out->part, r) &&
           recipe_fix(&how->fixing, &out->character, a, &out->part, r) &&
           target_make(&out->body, &out->part, how, a, &out->set, r);
}
