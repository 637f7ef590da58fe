// The bending cylinder with three sculpted targets: straight, bent by a third, bent.
// SPDX-License-Identifier: MIT
#pragma once

#include "scenes/scenes.h"
#include "test/kit/target_body.h"

enum { TUBE_TARGETS = 3 };

typedef struct tube {
    scene s;
    recipe_shape shapes[TUBE_TARGETS];
    recipe_target targets[TUBE_TARGETS];
    recipe_part how; // change it before tube_build
    target_body b;
    report r;
} tube;

// Each target is stiffer by so much of the first one's stiffness than the one before. Four-node elements.
static inline tube* tube_make(double stiffer, int32_t tet_count, arena* a) {
    static const char* const names[TUBE_TARGETS] = {"rest", "bent_third", "bent"};
    tube* t = ARENA_NEW(a, tube, 1);
    t->r = report_new(a);
    t->s = sample_find("cylinder")->make(a);
    for (int i = 0; i < TUBE_TARGETS; ++i) {
        t->shapes[i] = (recipe_shape){names[i], 1.0};
        t->targets[i] = recipe_target_default();
        t->targets[i].name = names[i];
        t->targets[i].shapes = &t->shapes[i];
        t->targets[i].shape_count = i > 0;
        t->targets[i].pose.clip_or_null = "bend";
        t->targets[i].pose.time = 0.6 * i;
        t->targets[i].stiffness = 1.0 + stiffer * i;
    }
    t->how = recipe_part_default();
    t->how.tets = tet_count;
    t->how.ten_nodes = false;
    t->how.targets = t->targets;
    t->how.target_count = TUBE_TARGETS;
    return t;
}

static inline bool tube_build(tube* t, arena* a) {
    return target_body_make(&t->s, &t->how, a, &t->b, &t->r);
}
