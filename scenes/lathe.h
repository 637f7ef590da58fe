// A closed body turned from a profile.
// SPDX-License-Identifier: MIT
#pragma once

#include "scenes/body.h"

// A point of the profile: height along the axis and radius, metres.
typedef struct lathe_point {
    double height, radius;
} lathe_point;

// A smooth curve (uniform Catmull-Rom) through `points`, cut at `count` points that stand at equal
// distances along it; first and last are kept.
void lathe_smooth(const lathe_point* points, int32_t point_count, lathe_point* out, int32_t count,
                  arena* memory);

// Round the y axis with `columns`, from the first point (a pole at radius 0) up to the last (a pole
// too). Vertex 0 is the lower pole, then rings from below, the last vertex the upper pole. Closed
// manifold without seam; positions, normals, triangles.
primitive lathe_turn(const lathe_point* profile, int32_t count, int32_t columns, arena* memory);
