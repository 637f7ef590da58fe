// The largest eigenvalues of (K - shift M)^-1 M, by block Lanczos without restarts.
//
// Knows nothing of bodies, nor how the two matrices are kept: given a product and a solve, it grows a basis
// of blocks until the wanted values have converged. Memory grows with the basis, not with what it might
// become.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/report.h"

typedef struct lanczos_problem {
    int32_t order; // unknowns
    // to = M from, [count][order] each
    void (*multiply)(void* user, const double* from, double* to, int32_t count, int threads);
    // (K - shift M)^-1 times the columns, [count][order], in place; false with a sentence
    bool (*solve)(void* user, double* columns, int32_t count, int threads, report* r);
    void* user;
    int32_t count;    // the most values wanted, at most the unknowns
    double least;     // values below it are not wanted; 0: all are
    double same;      // relative difference up to which values are equal
    double tolerance; // of a value, its residual's length: converged
    int32_t width;    // columns of the first block
    int32_t room;     // columns the basis may have; 0: many times the count
    uint32_t seed;    // of the noise it starts from
    int threads;
} lanczos_problem;

typedef struct lanczos_pairs {
    int32_t count;   // that are wanted; 0 when all lie below the least
    int32_t found;   // these and at least those equal to the last of them
    double* values;  // [found] descending
    double* vectors; // [found][unknowns] of length 1 in the mass
    int32_t solves;  // right-hand sides
    int64_t bytes;   // of the basis and all that belongs to it
    double solve_seconds, basis_seconds;
} lanczos_pairs;

// False with a sentence when memory ends or the values do not converge.
bool lanczos_largest(const lanczos_problem* p, lanczos_pairs* out, arena* memory, report* r);
