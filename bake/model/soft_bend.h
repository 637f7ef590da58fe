// How the normals of a soft part turn in each of its modes (bend.h), as the asset has them.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/model/modal.h"
#include "bake/model/soft.h"

typedef struct soft_bending {
    const soft_body* body;
    const part* part;
    const modal_model* model;
    const double* shapes; // [modes][part vertex_count][3] in body space
} soft_bending;

// [modes][part vertex_count], each in its mesh's own axes; 0 for those beyond body->bends.
const float (*soft_bends(const soft_bending* m, arena* memory))[3];
