// Forward and backward substitution through a supernodal Cholesky factor, a few right-hand sides at once.
//
// A library's triangular solve copies each panel into BLAS's own order before it multiplies with it, which
// for eight right-hand sides costs as much as the product (a fifth of all time for modes). Here a panel is
// read once, as it lies, and the right-hand sides lie side by side in a row, so that each is a lane of
// the processor's vectors: no sum hangs on how many there are, and the bits are the same for any grouping,
// any number of threads and any width of vectors.
// SPDX-License-Identifier: MIT
#pragma once

#include <stdint.h>

// The factor: supernodes of columns that share their rows, each a dense panel by columns whose first rows
// are its own columns.
typedef struct factor_panels {
    int64_t order, count;
    const int64_t* column; // [count + 1] its first
    const int64_t* start;  // [count + 1] into rows
    const int64_t* value;  // [count] into values
    const int64_t* rows;   // ascending
    const double* values;
    int64_t rows_most; // of a panel
} factor_panels;

enum { FACTOR_LANES = 4, FACTOR_GROUPS = 4 };

// x: [order][FACTOR_LANES * groups], in the factor's order; groups: 1 to FACTOR_GROUPS. work: [rows_most] such rows.
void factor_sweep(const factor_panels* f, double* x, double* work, int groups);
