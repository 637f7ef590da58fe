// A tree of boxes over triangles at rest. What is rigid is searched by it; of what deforms it puts the triangles into
// an order in which those near each other stand together.
//
// Split by the median along the widest axis: all leaves are as deep as each other, give or take one, so that a stack
// of known depth walks the tree, and building is a selection a level.
// SPDX-License-Identifier: MIT
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    TREE_LEAF = 4,    // triangles at most
    TREE_DEEPEST = 32 // a stack for a walk: no tree of 2^31 triangles is deeper
};

// Nodes stand in preorder: the near child is next, and a subtree is a run.
typedef struct tree_node {
    float low[3];
    int32_t first; // of a leaf, its first triangle; else the far child
    float high[3];
    int32_t count; // of a leaf; 0 for others
} tree_node;

typedef struct tree {
    int32_t node_count; // without triangles there are no nodes
    tree_node* nodes;
} tree;

// Triangles and where their corners are; the fourth number is not examined.
typedef struct tree_mesh {
    const float (*places)[4];
    uint32_t (*triangles)[3];
    int32_t triangle_count;
} tree_mesh;

int32_t tree_nodes(int32_t triangle_count); // how many it will have

// t has room for that many. Puts the triangles into the order of the leaves. scratch: [triangle_count]
void tree_build(tree* t, const tree_mesh* mesh, uint32_t* scratch);

// One behind the last node of the subtree.
int32_t tree_end(const tree* t, int32_t node);

static inline bool tree_apart(const tree_node* a, const float low[3], const float high[3]) {
    return a->low[0] > high[0] || a->low[1] > high[1] || a->low[2] > high[2] ||
           a->high[0] < low[0] || a->high[1] < low[1] || a->high[2] < low[2];
}

// The square of the distance from a place to a node's box.
static inline double tree_away(const tree_node* a, const double x[3]) {
    double sum = 0.0;
    for (int i = 0; i < 3; ++i) {
        double under = (double)a->low[i] - x[i], over = x[i] - (double)a->high[i];
        double out = under > 0.0 ? under : over > 0.0 ? over : 0.0;
        sum += out * out;
    }
    return sum;
}
