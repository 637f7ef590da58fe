// Modal derivatives: how the shapes of a body bend along as it swings far.
//
// Barbic and James 2005, section 4: at rest, the static answer to second order in the forces that hold
// shapes phi_i alone is u = sum q_i phi_i + 1/2 sum q_i q_j phi_ij with K phi_ij = -H(phi_i, phi_j), H the
// third derivative of the energy. A cantilever that only has its bending modes grows longer as it bends,
// which costs so much energy that it hardly bends at all; these are what shortens it.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/algebra/factor.h"
#include "bake/dynamics/elastic.h"

typedef struct derivative_request {
    const elastic* body;
    int32_t shape;         // of the body, at rest
    const int32_t* number; // as assemble_free made it
    int32_t free_count;
    factor* stiffness; // of the free nodes in that shape
    int32_t count;
    const double* vectors; // [count][3 * free_count]
} derivative_request;

// Different pairs of that many vectors.
int32_t derivative_pairs(int32_t count);

// out: [derivative_pairs(count)][3 * free_count], pair (i, k) with k <= i at i (i + 1) / 2 + k. False with
// a sentence when the equations cannot be solved.
bool derivative_find(const derivative_request* q, double* out, report* r);
