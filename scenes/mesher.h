// A signed-distance body as one closed manifold triangle mesh.
// SPDX-License-Identifier: MIT
#pragma once

#include "scenes/sdf.h"

// Where the grid is finer: cells shrink to 1 / gain at the centre and grow back over `radius`.
typedef struct mesher_lens {
    vec3 center;
    double radius; // metres, in the swollen space of the grid
    double gain;   // at least 1
    bool mirror;   // a twin stands at -x; without it the centre must have x = 0
} mesher_lens;

enum { MESHER_LENSES = 8 };

typedef struct mesher_options {
    double cell;        // edge of a grid cell, metres; triangles have about that edge
    int32_t rounds;     // of tangential relaxation: 8 gives well-shaped triangles
    int32_t lens_count; // at most MESHER_LENSES
    const mesher_lens* lenses;
} mesher_options;

typedef struct sdf_mesh {
    int32_t vertex_count, triangle_count;
    vec3* positions;
    vec3* normals;            // unit, outward, from the gradient
    uint32_t (*triangles)[3]; // counter-clockwise seen from outside
} sdf_mesh;

// Neighbours of a vertex v: list[first[v]] .. list[first[v + 1] - 1], each once.
typedef struct mesh_neighbors {
    int32_t* first; // [vertex_count + 1]
    int32_t* list;
} mesh_neighbors;

// Closed, manifold (no edge of other than two triangles, one fan a vertex) whatever the body; parts
// thinner than a cell may be lost or torn apart. Mirror-symmetric bodies give symmetric vertices.
sdf_mesh mesher_run(const sdf_body* body, mesher_options o, arena* memory);

// Of a closed manifold mesh of polygons with `width` corners each.
mesh_neighbors mesh_neighbors_find(int32_t vertex_count, const uint32_t* corners, int32_t width,
                                   int32_t polygon_count, arena* memory);

// Vertices slide within the surface towards the mean of their neighbours and are put back onto it;
// those with pinned[v] stay, normals too. Other normals come out renewed. No rounds: vertices are
// only put onto the surface.
void mesher_relax(const sdf_body* body, int32_t vertex_count, vec3* positions, vec3* normals,
                  const mesh_neighbors* around, const bool* pinned_or_null, int32_t rounds,
                  arena* memory);

// Turns edges whose triangles are better shaped across; the mesh stays closed and manifold. Edges
// between two vertices of the same label above zero are kept.
void mesher_flip(sdf_mesh* m, const int8_t* label_or_null, arena* memory);
