// Points in clusters about their means (k-means), and in each the point next to its mean.
//
// docs/numerics.md D7. First means by k-means++ (Arthur & Vassilvitskii 2007), the best of a few draws each, with fixed random numbers; a
// cluster that loses its last point begins anew at the one that is farthest from its mean.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/arena.h"

#include <stdint.h>

typedef struct clusters_options {
    int32_t count;  // wanted, at least 1
    int32_t first;  // the first mean is this point; -1: one that is drawn
    int32_t rounds; // at most
    uint32_t seed;
} clusters_options;

typedef struct clusters {
    int32_t count;    // as wanted, or as many as there are different points
    int32_t* of;      // [point_count]
    double* square;   // [point_count] of the distance to the mean
    int32_t* middles; // [count] the point next to each mean; -1: none is left in it
} clusters;

// at: [point_count][width], point_count at least 1.
clusters clusters_of(const double* at, int32_t point_count, int32_t width,
                     const clusters_options* o, arena* memory);
