// The convex hull of points: triangles around them, wound counter-clockwise seen from outside.
//
// Quickhull (Barber, Dobkin & Huhdanpaa 1996): the point that is farthest outside of any face replaces all faces that it sees. Those
// are found by walking from the one it is farthest from, so that they hang together and what is around them is one ring. Points
// within a millionth of the size of a face count as on it: what rounding of floats leaves of flat faces. What comes out is
// checked by Euler's formula, and by every corner being behind every face, before anybody believes it.
// SPDX-License-Identifier: MIT
#pragma once

#include "supple/supple.h"

enum { HULL_MOST_POINTS = 1024, HULL_MOST_CORNERS = 256, HULL_MOST_FACES = 2 * HULL_MOST_CORNERS };

typedef struct hull {
    int32_t corner_count, face_count;
    uint16_t corners[HULL_MOST_CORNERS]; // into the points, ascending
    uint16_t faces[HULL_MOST_FACES][3];  // into the corners
} hull;

// How much scratch it takes, aligned to 16 bytes.
size_t hull_scratch(int32_t point_count);
// False where the points lie in a plane, or have more than HULL_MOST_CORNERS corners. points: [point_count][3].
bool hull_find(const float* points, int32_t point_count, void* scratch, hull* out);
