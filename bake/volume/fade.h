// How much of a part's motion a render vertex shows: nothing on the seam, all of it well inside.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/volume/region.h"

// One number a vertex of the surface, the same for twins. The seam runs through the vertices of the
// region that have a neighbour outside: there and beyond it is exactly 0. It rises with zero slope
// to the region's value at `width` metres along the surface; width 0 takes FADE_FRACTION of the way to
// the vertex farthest from the seam. A piece of surface that lies wholly in the region has no seam.
#define FADE_FRACTION 0.5
float* fade_of(const character* c, const region* g, double width, arena* memory);

// Metres along edges to the seam; 0 outside, infinite where there is none. [surface vertex count]
double* fade_distance(const character* c, const region* g, arena* memory);
