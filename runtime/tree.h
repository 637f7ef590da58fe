// A tree of boxes over triangles: built once, its boxes fitted again as the triangles move.
//
// Hauser, Shen & O'Brien 2003, section 3.4.2, after van den Bergen 1997: the topology is that of the
// rest shape, which limited deformation leaves good; only boxes change. Split by the median along the
// widest axis: all leaves are as deep as each other, give or take one, so that a stack of known depth
// walks the tree, and building is a selection a level.
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
    int32_t* held_first; // [node_count + 1]
    uint32_t* held;      // [3 * triangle_count] the points of each leaf, each once
} tree;

// Triangles and where their corners are; the fourth number is not looked at.
typedef struct tree_mesh {
    const float (*places)[4];
    uint32_t (*triangles)[3];
    int32_t triangle_count;
} tree_mesh;

int32_t tree_nodes(int32_t triangle_count); // how many it will have

// t has room for that many. Puts the triangles into the order of the leaves. scratch: [triangle_count]
void tree_build(tree* t, const tree_mesh* mesh, uint32_t* scratch);

// The boxes of a run of nodes, a subtree or several, from where the points are now.
void tree_fit(tree* t, const float (*places)[4], int32_t first, int32_t end);

// A node above others only: its box from those of its children.
void tree_join(tree* t, int32_t node);

// One behind the last node of the subtree.
int32_t tree_end(const tree* t, int32_t node);

static inline bool tree_apart(const tree_node* a, const float low[3], const float high[3]) {
    return a->low[0] > high[0] || a->low[1] > high[1] || a->low[2] > high[2] ||
           a->high[0] < low[0] || a->high[1] < low[1] || a->high[2] < low[2];
}

// ... with b wider by so much on either side.
static inline bool tree_distant(const tree_node* a, const tree_node* b, const float low[3],
                                const float high[3]) {
    return a->low[0] > b->high[0] + high[0] || a->low[1] > b->high[1] + high[1] ||
           a->low[2] > b->high[2] + high[2] || a->high[0] < b->low[0] - low[0] ||
           a->high[1] < b->low[1] - low[1] || a->high[2] < b->low[2] - low[2];
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
