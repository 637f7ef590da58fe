// A tree of boxes over features that move: built once from where they are at rest, refitted for every search.
//
// Features of a mesh that are near at rest stay near, so the tree stays good however the mesh moves, and a search of the same
// boxes gives the same list whatever the number of threads: a fixed number of subtrees are asked in turn.
//
// A feature goes straight from one box to another. Two of them stay apart if along one axis they are apart at both ends, in
// the same order: each point's place along it is linear in time. So what moves together is not taken for near, however far
// it goes; a box round the whole way would be.
//
// Features of a mesh that deforms have neighbours at every place, and to find none but them each time is most of a search.
// Who knows all pairs that were near at some place asks only for those that may have come nearer since: how far features have
// gone from there is a box, too (a shift), and two subtrees whose shifts differ by less than what is to spare have nothing new.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/arena.h"
#include "bake/mesh/bounds.h"

#include <stdbool.h>

typedef struct box_path {
    bounds from, to;
} box_path;

typedef struct box_node {
    box_path box, shift;
    int32_t first, count; // leaf: features from order[first]; inner node: count 0
    int32_t last;         // of its features, in `order`
    int32_t right;        // inner node: the right child; the left one is the next node
    bool led;             // all of its features are: two such nodes are not asked about
} box_node;

typedef struct box_tree {
    int32_t feature_count, node_count;
    box_node* nodes;
    int32_t* order;           // [feature_count] leaf after leaf
    box_path *boxes, *shifts; // [feature_count] of each feature in `order`, as fitted last
    double spare;             // of shifts; 0: they do not count
} box_tree;

// centres: [count] of the features at rest; led: [count] 1: pairs of two such features are not wanted.
box_tree box_tree_make(const vec3* centres, const uint8_t* led, int32_t count, arena* memory);

// boxes: [feature_count] by feature. Shifts do not count any more.
void box_tree_fit(box_tree* t, const box_path* boxes);

// From the next search on, pairs whose shifts differ by less than `spare` at both ends are left out. shifts: [feature_count]
// by feature, boxes round what its nodes have moved by.
void box_tree_shift(box_tree* t, const box_path* shifts, double spare);

typedef struct box_pair {
    int32_t first, second; // features of the first and of the second tree
} box_pair;

typedef struct box_pairs {
    box_pair* all;
    int64_t count, visited; // visited: pairs of boxes that were compared
} box_pairs;

// Memory of searches, one list a run: kept, because asking the system for it again and again takes longer than a search.
typedef struct box_lists box_lists;
box_lists* box_lists_make(arena* memory);

// Which of the pairs of features that boxes do not keep apart are wanted; called from several threads.
typedef bool (*box_filter)(const void* user, int32_t first, int32_t second);

// Pairs of a feature of one tree and one of another, or of two of the same tree, each once.
box_pairs box_tree_pairs(const box_tree* a, const box_tree* b, box_filter wanted, const void* user,
                         int threads, box_lists* lists, arena* memory);
