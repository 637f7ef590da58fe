// How the triangles of a welded mesh hang together.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/arena.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct topology {
    int32_t piece_count;          // connected through shared vertices; vertices in use only
    int32_t edge_count;           // undirected
    int32_t boundary_edges;       // of one triangle
    int32_t nonmanifold_edges;    // of three or more
    int32_t flipped_edges;        // of two triangles that run along it in the same direction
    int32_t nonmanifold_vertices; // whose triangles form more than one fan: a bow tie
    int32_t duplicate_triangles;  // same three corners as an earlier one, whichever way round
} topology;

// The three corners of a triangle must differ. Linear in the size of the mesh.
topology topology_of(const uint32_t (*triangles)[3], int32_t triangle_count, int32_t vertex_count);
