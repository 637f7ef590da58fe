// An approximate inverse of the stiffness of ten-node elements: what it is for their corners alone, and sweeps over all nodes.
//
// A displacement that is linear in every element is one of the ten-node elements, too: a middle goes half as far as its two ends
// together. So the corners' own problem, of an eighth of the unknowns and factored exactly, answers whatever is smooth, in the
// same mesh, with the same gaps and thin places; what it leaves is between neighbours, and Gauss-Seidel takes it out.
// Symmetric and positive definite, with values of its product with the matrix between 0 and 1, so that r' B r measures from
// below what a residual r means.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/algebra/factor.h"
#include "bake/fem/eigen_engine.h"

enum { NESTED_LANES = 4 }; // columns that go through the matrix together

typedef struct nested {
    const sparse* a;
    double* inverse; // [rows][3][3] of the blocks on its diagonal
    int32_t (*end)
        [2]; // [rows] what it lies between, as corners are numbered here; twice the same for a corner; -1: fixed
    int32_t corners; // that move
    sparse mass;     // of the corners: the noise that an iteration starts from is made smooth by it
    factor* f;       // of their stiffness, shifted as `a` is
    int threads;
} nested;

// a: of a piece made from these elements of ten nodes, K - shift M. False where corners alone make no sound matrix, with a sentence.
bool nested_make(const sparse* a, const eigen_elements* from, double shift, int threads,
                 nested* out, arena* memory, report* r);
void nested_end(nested* x);

// to = B from, [count][3 * rows] each.
bool nested_apply(nested* x, const double* from, double* to, int32_t count, report* r);

// Low motions of the corners, as displacements of all nodes: noise, through the inverse of their stiffness a few times.
bool nested_start(nested* x, uint32_t seed, double* columns, int32_t count, report* r);
