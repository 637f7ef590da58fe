// How far the cells of a lattice may be merged: a level for each, 0 fine, k for cubes of 2^k cells.
//
// Cells touching anything but inside nodes stay fine, so that all cutting happens in the uniform
// lattice. Leaves that meet in a face or an edge differ by one level at most.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/volume/lattice.h"

typedef struct octree {
    uint8_t* level; // [cells] of the leaf that holds the cell; cell (x, y, z) is (z ny + y) nx + x
    int levels;     // above 0; 0: nothing could be merged
} octree;

// side: [node_count] positive inside, after snapping; NULL: nothing is merged.
octree octree_new(const lattice* l, const int8_t* side_or_null, arena* memory);

static inline int octree_level(const octree* t, const lattice* l, int32_t x, int32_t y, int32_t z) {
    return t->level[((size_t)z * (size_t)l->ny + (size_t)y) * (size_t)l->nx + (size_t)x];
}
