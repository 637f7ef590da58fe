// Products of tall narrow matrices, stored by columns, by BLAS, one run of rows at a time.
//
// OpenBLAS by itself would split these products by its own number of threads, which changes sums, and
// its threads spin while they wait. Callers set it to one thread.
// SPDX-License-Identifier: MIT
#pragma once

#include <stdint.h>

// Two of them, [a_count][rows] and [b_count][rows].
typedef struct tall_pair {
    int32_t rows;
    const double* a;
    int32_t a_count;
    const double* b;
    int32_t b_count;
} tall_pair;

// out[column of b][column of a], columns of b `stride` apart: a' b
void tall_dots(const tall_pair* p, int threads, double* out, int32_t stride);

typedef struct tall_sum {
    int32_t rows, from_count, to_count;
    const double *from, *small; // [from_count][rows]; [to_count] of from_count coefficients
    int32_t small_stride;       // from one of these to the next
    double scale, before;
    double* to; // [to_count][rows]
} tall_sum;

// to = before * to + scale * from * small
void tall_add(const tall_sum* s, int threads);

// columns * r^-1, r upper triangular, [count][count]
void tall_divide(int32_t rows, double* columns, int32_t count, const double* r, int threads);
