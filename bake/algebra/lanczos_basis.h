// Vectors of length 1, orthogonal to each other in the inner product of the mass.
//
// Kept in strips of 64 columns, so that the basis grows without being copied and a strip is still
// wide enough for matrix products to run at memory speed. Rows are shared out to threads of our own in
// runs of fixed length and sums are added in their order: the same bits for any number of threads.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/arena.h"

#include <stdint.h>

typedef struct lanczos_basis {
    int32_t order, size; // unknowns; columns
    int threads;
    double** strip; // [..] each [LANCZOS_STRIP][order]
    int32_t strip_count, strip_room;
    arena* memory;
} lanczos_basis;

enum { LANCZOS_STRIP = 64 };

void lanczos_basis_append(lanczos_basis* b, const double* columns, int32_t count);

// out, [count][size]: what each of the columns, already times the mass, has along the basis.
void lanczos_basis_along(const lanczos_basis* b, const double* columns, int32_t count, double* out);

// Takes so much of the basis out of the columns.
void lanczos_basis_subtract(const lanczos_basis* b, const double* along, int32_t count,
                            double* columns);

// out, [count][order]: the first `used` columns with these weights, [count][used].
void lanczos_basis_combine(const lanczos_basis* b, int32_t used, const double* weights,
                           int32_t count, double* out);

// out, [count][count]: dot products of every column of x with every column of y.
void lanczos_dots(const lanczos_basis* b, const double* x, const double* y, int32_t count,
                  double* out);

// columns = columns * r^-1, r upper triangular, [count][count] by columns.
void lanczos_divide(const lanczos_basis* b, const double* r, int32_t count, double* columns);
