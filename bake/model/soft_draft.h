// What every soft part has, whatever moves it: bones that carry it, shapes of its vertices, its draft.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/model/soft.h"

enum { SOFT_BONES_MOST = 8 };

typedef struct soft_bones {
    int32_t count;
    int32_t list[SOFT_BONES_MOST]; // of the binding, the heaviest first
    double* weights;               // [count][nodes of the part's tets], sums of one
} soft_bones;

bool soft_find_bones(const soft_body* b, const part* p, arena* scratch, soft_bones* out, report* r);

typedef struct soft_drafting {
    const soft_body* body;
    const part* part;
    const recipe_part* how;
    const soft_bones* bones;
    const modal_model* model; // its coordinates, as if each swung by itself
    double* shapes;           // [coordinates][vertex_count][3] in body space
    double farther;           // metres that vertices may go beyond what the rule allows
} soft_drafting;

// Vectors of a model's nodes as shapes of the part's vertices; returns the worst one's rms error over
// its size. shapes: [count][vertex_count][3] in body space.
double soft_carry(const soft_drafting* m, const double* vectors, double* shapes);

// All of the part but what only posed ones have.
void soft_draft(const soft_drafting* m, arena* memory, soft_part* out);
