// Inside nodes that hang together, and bridges where a body thinner than a cell falls apart.
//
// An ear or a finger narrower than a cell leaves islands in the lattice, and an island makes the
// stiffness matrix singular. Islands that belong to one piece of the surface are joined by the
// shortest chain of lattice nodes; pieces that were apart in the surface stay apart.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/volume/lattice.h"

typedef struct island_report {
    int32_t found;     // islands before
    int32_t connected; // joined to another of the same piece
    int32_t alone;     // left
} island_report;

// triangle_piece: for each triangle of the soup, which connected piece of the surface it is in.
// side: [node_count] after snapping (stuff_lattice): what has snapped does not hold. Along the bridges
// nodes are declared inside, in the lattice and in `side`.
island_report islands_connect(lattice* l, int8_t* side, const soup* s,
                              const int32_t* triangle_piece, int32_t piece_count);

// Pieces of a triangle mesh connected through shared vertices, numbered in order of first triangle.
int32_t surface_pieces(const uint32_t (*triangles)[3], int32_t triangle_count, int32_t vertex_count,
                       int32_t* triangle_piece, arena* scratch);
