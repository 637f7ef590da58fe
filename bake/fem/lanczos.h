// The largest eigenvalues of (K - shift M)^-1 M, by block Lanczos without restarts.
//
// The half of eigen.h that knows nothing of bodies: given a factor, it grows a basis of blocks until
// the wanted values have converged. Memory grows with the basis, not with what it might become.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/fem/assemble.h"
#include "bake/fem/factor.h"

enum { LANCZOS_WIDTH_MAX = 128 };

typedef struct lanczos_problem {
    const sparse* mass; // one unknown a node
    factor* f;          // of K - shift M, three unknowns a node
    int32_t count;      // values wanted, at most the unknowns
    int32_t width;      // columns of a block, up to LANCZOS_WIDTH_MAX; equal values up to so many
                        // come out together
    int threads;
} lanczos_problem;

typedef struct lanczos_pairs {
    double* values;  // [count] descending
    double* vectors; // [count][unknowns] of length 1 in the mass
    int32_t solves;  // right-hand sides
} lanczos_pairs;

// False with a sentence when memory ends or the values do not converge.
bool lanczos_largest(const lanczos_problem* p, lanczos_pairs* out, arena* memory, report* r);
