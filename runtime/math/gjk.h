// How far two convex sets of few points are apart, and where: what queries of shapes are made of.
//
// Gilbert, Johnson & Keerthi 1988. The nearest point of a simplex to the origin is found over all of its subsets, by their Gram
// matrices: for four points those are fifteen, none of them a special case, and nothing is carried from one round to the next
// that could go wrong. Balls and capsules are a point and a segment with a radius, which the caller subtracts.
// SPDX-License-Identifier: MIT
#pragma once

#include <stdint.h>

typedef struct gjk_set {
    const double (*points)[3];
    int32_t count; // 1 or more
} gjk_set;

typedef struct gjk_result {
    double distance;  // 0: they overlap
    double on[2][3];  // the nearest points; the same where they overlap, about
    double normal[3]; // unit, from the second to the first; zero where they overlap
} gjk_result;

gjk_result gjk_distance(gjk_set first, gjk_set second);
