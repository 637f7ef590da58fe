// A shape sculpted on the skin, as a shape of the volume below it.
//
// The nodes of a volume are no vertices of the skin, so nothing can be copied. Nodes near the skin are
// found by least squares: displacements of the nodes, carried to the vertices as modes are, shall be
// what was sculpted, with a little elastic stiffness against what the vertices do not tell. Then the
// nodes further in are relaxed as Galoppo et al. 2009, section 3.5, have it: elastic equilibrium with
// those held. Only corners are moved: ten-node elements stay straight. Their mid-edge nodes left to
// themselves fold elements in shapes that straight ones follow without (docs/decisions/0017-targets.md).
//
// Large displacements may fold straight ones too. Those shapes are walked again in steps, each from the
// end of the last and with shrunken elements made stiffer.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/fem/material.h"
#include "bake/mesh/embed.h"

typedef struct fit_request {
    const tets* volume;        // of four nodes
    const uint8_t* fixed;      // [node_count] 1: does not move
    const uint8_t* surface;    // [node_count] 1: on it; held while the inside relaxes
    const material* materials; // [tet_count] of the base
    const embedding* at;       // the vertices
    int32_t count;             // of shapes
    const double* sculpted;    // [count][at->count][3]
    const double* near_nodes;  // [count][node_count][3] the sculpt nearest to each surface node
    int threads;
} fit_request;

// What came of one shape.
typedef struct fit_result {
    double largest;    // metres: of the sculpt
    double rms, worst; // metres: what vertices miss it by
    int32_t worst_at;  // the vertex
    int32_t folded;    // elements; 0: sound
    int32_t folded_at; // one of them
    bool walked;       // in steps
} fit_result;

// rest: [count][3 * node_count]. False with a sentence when the equations cannot be solved; folded
// elements are for the caller to judge.
bool fit_shapes(const fit_request* q, double* rest, fit_result* results, report* r);
