// Parts of a surface that a solid lattice has lost because they are thinner than its cells.
//
// Fingers, ears, hair and clothes slip between the nodes of a coarse lattice. Giving up the whole body
// for them (an enclosing lattice has steps of a cell everywhere) is worse than letting just these
// parts be about a cell thick: the lattice node nearest to each lost place is declared inside.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/mesh/tets.h"
#include "bake/volume/lattice.h"

typedef struct thin_parts {
    double fraction; // of the surface's area, 0 .. 1
    int32_t* nodes;  // [node_count] lattice nodes to declare inside, ascending
    int32_t node_count;
    int32_t lost_count; // places of the surface
} thin_parts;

typedef struct thin_surface {
    const soup* body;  // all of it
    const soup* asked; // what of it lies where tets are wanted
} thin_surface;

// Where the surface lies outside of `t`, farther from it than a part of a cell, and where the body is thin below it.
// side: of the lattice's nodes, after snapping.
thin_parts thin_find(const lattice* l, const int8_t* side, const thin_surface* surface,
                     const tets* t, int threads, arena* memory);

// Declares them inside, in the lattice and in `side`.
void thin_thicken(const thin_parts* parts, lattice* l, int8_t* side);
