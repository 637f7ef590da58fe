// How many triangles of a reduced state pass through each other, counted exactly.
//
// The simulator keeps surfaces apart; few coordinates do not, and blends between motions even less. Counted are pairs of drawn
// triangles of which at least one is not rigid, but those that pass through each other at rest already. Places are those of the
// reduced state in double, split vertices being one; the test itself is exact (bake/mesh/crossing.h).
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/portrait/portrait.h"

typedef struct crossings crossings;

crossings* crossings_make(const portrait* p, int threads, arena* memory);

// At coordinates q, [rank].
int32_t crossings_count(crossings* c, const double* q);
