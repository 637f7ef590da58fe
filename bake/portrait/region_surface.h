// The surface of a portrait as searches for crossings need it: welded, its motion by rows, a tree of boxes over its triangles.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/contact/box_tree.h"
#include "bake/portrait/portrait.h"

enum { REGION_SURFACE_LANES = 4 };

// What all searches of a portrait share.
typedef struct region_surface {
    const portrait* p;
    int32_t width;   // rank, up to a multiple of four
    int32_t* welded; // [vertex_count] one vertex for all at its place of the same body
    uint8_t* led;    // [triangle_count] 1: rigid; two such triangles are no pair
    double* rows;    // [vertex_count][3][width] displacement for q of 1, zero beyond rank
    box_tree tree;   // over triangles, by their places at rest
    double* means;   // [node_count][3][width] of the rows of a node's corners
} region_surface;

region_surface region_surface_make(const portrait* p, arena* memory);

// [3][width] of a vertex.
static inline const double* region_surface_rows(const region_surface* s, int32_t vertex) {
    return s->rows + 3 * (size_t)s->width * (size_t)vertex;
}

// A triangle's corners, welded, and how many of them are the other's too.
int region_surface_corners(const region_surface* s, box_pair pair, int32_t a[3], int32_t b[3]);

// Where a welded vertex is at some q, [rank].
vec3 region_surface_place(const region_surface* s, int32_t vertex, const double* q);
