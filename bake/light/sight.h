// What a lit point sees: how much of the open world, in spherical harmonics, and how much of every other point.
//
// Rays are traced once a shape. What they met is kept as a row of weights, the parts of the point's half sphere that other points fill
// (interpolated over triangles): every bounce of light is then a product with these rows, of any colour.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/light/directions.h"
#include "bake/light/lit.h"
#include "bake/light/rays.h"

typedef struct sight_options {
    int32_t order;      // of harmonics, 2 to 6
    int32_t directions; // a point, DIRECTIONS_LEAST to DIRECTIONS_MOST
    uint32_t seed;
    int threads;
} sight_options;

typedef struct sight_account {
    int64_t rays, hits;
    int64_t dark;    // hits on the back of what is not thin
    int32_t covered; // points that something lies upon, closer than floats can tell
    int32_t flat;    // points without a normal: their triangles have no area
} sight_account;

typedef struct sight {
    int32_t order, point_count;
    double* open;   // [point_count][order^2] transfer of a white point, without any bounce
    int64_t* first; // [point_count + 1] of rows
    int32_t* seen;  // points
    float*
        weights; // parts of the half sphere; those of a row, the dark ones and the open part add up to 1
    sight_account account;
} sight;

// False with a sentence.
bool sight_of(const lit_mesh* m, const lit_points* p, const lit_shape* s, const sight_options* o,
              arena* memory, sight* out, report* r);
