// Modal derivatives: how the modes of a body bend along as it swings far.
//
// Barbic and James 2005, section 4: at rest, the static answer to second order in the modes' own forces
// is u = sum q_i phi_i + 1/2 sum q_i q_j phi_ij with K phi_ij = -H(phi_i, phi_j), H the third
// derivative of the energy. A cantilever that only has its bending modes grows longer as it bends;
// these are what shortens it.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/dynamics/elastic.h"
#include "bake/fem/eigen.h"

typedef struct derivative_request {
    const elastic* body;
    int32_t shape;              // of the body, at rest
    const assemble_matrices* m; // of its free nodes
    const eigen_modes* modes;   // of these, with the rigid ones of a free body first
    const int32_t* number;      // as assemble_free made it
    int32_t count;              // of the lowest elastic modes
} derivative_request;

// Different pairs of that many modes.
int32_t derivative_pairs(int32_t count);

// out: [derivative_pairs(count)][3 * free nodes], pair (i, k) with k <= i at i (i + 1) / 2 + k. Those of a
// free body do not move it as a whole. False with a sentence when the equations cannot be solved.
bool derivative_find(const derivative_request* q, double* out, report* r);
