// The lowest pairs of A x = t M x by SLEPc.
//
// Krylov-Schur on a Cholesky factor works with single vectors and may pass by one of several equal values, so it is asked once
// more for the lowest pair beside all that were found, until that one is none of them. LOBPCG works with blocks.
// SPDX-License-Identifier: MIT
#pragma once

#include "mpi/choice.h"
#include "mpi/matrices.h"

typedef struct pairs_wish {
    int32_t count; // at least so many, all that equal the last of them too, if the order allows
    int32_t order;
    double below; // values of A x = t M x that are wanted; 0: any
    double same;  // relative difference of equal values
    double
        tolerance; // of a value of the inverted problem, its residual's length; for LOBPCG see there
    choice_method method;
} pairs_wish;

typedef struct pairs {
    int32_t count;
    double* values; // [count] ascending
    Vec* vectors;   // [count] of length 1 in the mass
    int32_t iterations;
    double setup_seconds, solve_seconds; // the factor or the grids; the rest
} pairs;

// By all ranks at once. What it cannot find ends all ranks with a sentence.
pairs pairs_find(matrices* m, const pairs_wish* w, arena* memory);
void pairs_free(pairs* p);
