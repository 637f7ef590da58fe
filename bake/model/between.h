// Where flesh rests half way between two sculpted targets.
//
// Not at the blend of their shapes: the stiffer target pulls harder, at every place differently,
// and the blend rests at (sum w K)^-1 sum w K rest (numerics.md C5). Neither sculpts nor modes show
// that: of the bending cylinder, in 13 columns of those, half of the way is missing between targets
// (docs/dynamics.md).
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/model/target.h"

typedef struct between_request {
    const target_set* set;
    const elastic* body;   // of the set
    const int32_t* number; // as assemble_free made it for the set's volume and fixed nodes
    int32_t free_count;
    int threads;
} between_request;

// One a pair, set->count - 1 of them: each target but the first with the nearest in pose of those
// before it in a tree of all (Prim). from, to: [set->count - 1].
void between_pairs(const target_set* set, int32_t* from, int32_t* to);

// vectors: [set->count - 1][3 * free_count] from the mean of a pair's shapes to where it rests,
// metres; by one step of Newton, which is all the way for the linear law. False with a sentence.
bool between_find(const between_request* q, double* vectors, report* r);
