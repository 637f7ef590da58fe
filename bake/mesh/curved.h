// Places in ten-node elements whose edges bend: where the quadratic map takes coordinates to a
// point.
//
// The corners' coordinates are a start; Newton's method goes on from there, and through a face into
// the next element where it leaves. A point that this does not find keeps the coordinates of the
// corners.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/mesh/embed.h"

// Is a mid-edge node off the middle of its edge, by more than rounding?
bool curved_any(const tets* t);

// Corrects an embedding by corners. neighbour: as tet_topology has it. distance: [e->count] how far
// each point is outside, 0: inside; corrected too, for points outside to what is at least the
// distance.
void curved_correct(const tets* t, const int32_t* neighbour, const vec3* points, embedding* e,
                    double* distance, int threads);
