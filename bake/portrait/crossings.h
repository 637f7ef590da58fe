// How many triangles of reduced states pass through each other, counted exactly.
//
// The simulator keeps surfaces apart; few coordinates do not, and blends between motions even less. Counted are pairs of drawn
// triangles of which at least one is not rigid, but those that pass through each other at rest already. Places are those of the
// reduced state in double, split vertices being one; the test itself is exact (bake/mesh/crossing.h).
//
// Many states are counted together: what cannot cross in any of those that are near each other is left out at once
// (region_pairs.h).
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/portrait/portrait.h"

typedef struct crossings crossings;

crossings* crossings_make(const portrait* p, int threads, arena* memory);

// What counting took, of all calls.
typedef struct crossings_work {
    int64_t states;   // counted
    int64_t compared; // pairs of triangles, over regions
    int64_t tested;   // ... in single states
} crossings_work;

// At coordinates q, [count][rank]: out, [count]. Asks now and then whether to go on (job.h).
void crossings_count(crossings* c, const double* q, int32_t count, int32_t* out);

crossings_work crossings_work_of(const crossings* c);
