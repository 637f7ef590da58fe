// Where two features are nearest: a vertex and a triangle, or two edges.
//
// Both are the least |r| of r = sum of weight times place, over the parameters of a point on each feature. Where those are
// not stopped by an end of the feature they slide when the nodes move, and that is all that a second derivative needs:
// with f = |r|^2 / 2 and p the sliding parameters, f_xx - f_xp f_pp^-1 f_px (docs/decisions/0070-contact.md). So there is
// one formula for all of the cases: vertex and vertex, vertex and edge, vertex and inside, inside of edges.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/vec.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct near_points {
    double weight[4]; // of the nodes
    vec3 between;     // r, from the second feature to the first
    int32_t sliding;  // parameters that are free, 0 to 2, and how r and weights grow with each
    vec3 slide[2];
    double slide_weight[2][4];
} near_points;

// x: a vertex and the corners of a triangle. Any triangle, also one without an area.
near_points near_face(const vec3 x[4]);

// x: the ends of one edge, then of the other. Any edges, parallel ones and points too.
near_points near_edges(const vec3 x[4]);
