// Which tets touch through a face, what the outside is, and how many pieces there are.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/mesh/tets.h"

typedef struct tet_topology {
    int32_t* neighbour;      // [tet_count][4] across the face opposite each corner; -1 outside
    int32_t boundary_count;  // faces with nothing behind
    uint32_t (*boundary)[3]; // [boundary_count] counter-clockwise from outside
    int32_t* boundary_tet;   // [boundary_count]
    int32_t overfull_faces;  // faces of three or more tets: the mesh does not tile
    int32_t piece_count;     // connected through faces: a shared corner or edge is only a hinge
    int32_t* piece;          // [tet_count], numbered in order of first tet
    double* piece_volume;    // [piece_count]
} tet_topology;

tet_topology tets_topology(const tets* t, arena* memory);

// The tets with keep[i] != 0, nodes renumbered in order of first use.
tets tets_keep(const tets* t, const uint8_t* keep, arena* memory);

// Marks the nodes of faces with nothing behind, the mid-edge ones too: on[node_count].
void tets_surface_nodes(const tets* t, const tet_topology* shape, uint8_t* on);
