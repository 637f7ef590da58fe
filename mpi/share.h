// A body cut into shares, one a rank: each assembles the rows of its own nodes, and needs for that the elements around them.
//
// PT-Scotch cuts the graph of the nodes that move into parts of equal size with few edges between. An element that touches several parts
// goes to each, so no rank waits for another's sums, and an entry is summed in the order of elements as on one machine.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/fem/eigen_engine.h"

typedef struct share {
    tets tets;           // elements that touch its rows
    material* materials; // [tet_count]
    element_mass_rule rule;
    int32_t* row;        // [node_count] in the order of ranks; -1: has none
    int32_t first, rows; // its own: first to first + rows
    int32_t all;         // rows of all ranks
} share;

// Where rows stand when those of rank 0 come first, then those of rank 1, ...: [rows]; first: [ranks + 1]. By the leader alone.
void share_order(const sparse* graph, int ranks, int32_t* slot, int32_t* first, arena* scratch);

// The leader hands out shares and keeps its own; the others receive theirs.
share share_out(const eigen_elements* from, const int32_t* slot, const int32_t* first,
                arena* memory);
share share_receive(arena* memory);
