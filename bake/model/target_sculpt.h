// What a target's morph targets do to the vertices of a part.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/model/target_make.h"

typedef struct target_sculpt {
    float (*seen)[3]; // [part.vertex_count] in the unit and axes of each one's mesh
    double* skin;     // [weld.count][3] of the whole skin, body space, zero outside the part
    double* vertices; // [part.vertex_count][3] body space
    double largest;   // metres, of the part's vertices; 0: it keeps the shape of the base
} target_sculpt;

// False with a sentence for a morph target that no mesh has. Where the sculpt goes on beyond the part it is
// faded out towards the seam, as modes are, with a warning.
bool target_sculpt_of(const soft_body* b, const part* p, const recipe_target* how, arena* memory,
                      target_sculpt* out, report* r);
