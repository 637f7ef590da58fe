// Vertex colours with clean edges: paint is laid on in layers, each the inside of a small
// signed-distance body, and vertices next to an edge are moved onto it.
// SPDX-License-Identifier: MIT
#pragma once

#include "scenes/mesher.h"

typedef struct paint_layer {
    const sdf_part* parts; // what it covers
    int32_t part_count;
    int32_t within;      // only on that earlier layer; 0: everywhere
    uint32_t srgb, edge; // 0xrrggbb of the area and of the vertices along its edge
} paint_layer;

// Layer 0 is the ground coat and covers everything. Moves vertices of the mesh (along the body's
// surface, less than an edge length) and gives each its layer; on_edge says which were moved.
void painter_run(const sdf_body* body, sdf_mesh* m, const paint_layer* layers, int32_t layer_count,
                 int8_t* layer, bool* on_edge, arena* memory);
