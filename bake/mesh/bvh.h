// A tree of boxes over a soup of triangles.
//
// Nodes stand in depth-first order: the left child follows its parent, and every child has a higher
// index than its parent. Whoever sums something up the tree (areas, dipoles of a winding number)
// keeps an array beside the nodes and runs through it backwards.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/arena.h"
#include "bake/mesh/bounds.h"

#include <stdbool.h>

typedef struct bvh_node {
    bounds box;
    int32_t first, count; // leaf: `count` triangles from order[first]; inner node: count 0
    int32_t right;        // inner node: the right child; the left one is the next node
} bvh_node;

typedef struct bvh {
    int32_t node_count; // 0 when there are no triangles
    bvh_node* nodes;
    int32_t* order; // [triangle_count] triangles, leaf after leaf
    bounds* boxes;  // [triangle_count] of each triangle, in `order`
} bvh;

// Everything but `memory` may go after the call. Same tree for the same input, always.
bvh bvh_build(const vec3* positions, const uint32_t (*triangles)[3], int32_t triangle_count,
              arena* memory);

// Every pair of triangles with overlapping or touching boxes, once. `visit` returns false to stop.
typedef bool (*bvh_pair_visitor)(void* user, int32_t triangle_a, int32_t triangle_b);
void bvh_self_pairs(const bvh* b, bvh_pair_visitor visit, void* user);
