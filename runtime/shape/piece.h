// A convex piece of a rigid body: what contacts and queries know of it beside its triangles.
// SPDX-License-Identifier: MIT
#pragma once

#include "supple/supple.h"

typedef struct shape_piece {
    supple_shape_kind kind;    // a sphere, capsule, box or hull
    double radius;             // of a sphere or capsule, around its points; else 0
    const double (*points)[3]; // bind space: the middle of a sphere, ends of a capsule, corners
    int32_t point_count;
    int32_t first_vertex, vertex_count; // of the mesh of all pieces
    int32_t first_triangle, triangle_count;
} shape_piece;
