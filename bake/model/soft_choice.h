// Which coordinates of a part its recipe leaves out: what frames cannot show, and what nobody sees from where he stands.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/model/modal.h"
#include "bake/recipe/recipe.h"

typedef struct soft_choice {
    const char* name; // of the part
    const recipe_part* how;
    int32_t bone_count;
    double unit; // metres of the recipe's
    arena *memory, *scratch;
} soft_choice;

// The most important first, so that dropping the last loses the least: what bones excite most; of a free body, which
// none excites, the slowest. Those faster than `below`, or than half of `fps`, are left out. False with a sentence where
// all are.
bool soft_rank(const soft_choice* x, modal_model* m, report* r);

// Leaves out those that `visible` says nobody sees; a note says how many. shapes: [count][vertex_count][3] of the skin,
// metres, not changed. False with a sentence where all are.
bool soft_drop_unseen(const soft_choice* x, const double* shapes, int32_t vertex_count,
                      modal_model* m, report* r);
