// Four columns of a panel at a time, so that a right-hand side's row is loaded and stored once for four
// products. Compiled twice where the processor may have wider vectors; rounding is the same in both.
// SPDX-License-Identifier: MIT
#include "bake/algebra/factor_sweep.h"

#include "bake/base/assert.h"

#include <stddef.h>
#include <string.h>

enum { FACTOR_SWEEP_COLUMNS = 4 };

typedef double lanes __attribute__((vector_size(32), aligned(8)));
_Static_assert(sizeof(lanes) == FACTOR_LANES * sizeof(double), "lanes of right-hand sides");

#define INLINE static inline __attribute__((always_inline))

// ---- one panel -------------------------------------------------------------------------

// p: the panel's first column of `columns`, from its diagonal on. w: the rows from there on. Divides by the
// triangle on the diagonal, and takes the rest of the columns out of the rows below.
INLINE void forward_columns(const double* p, int64_t height, int64_t rows, int64_t columns,
                            lanes* w, const int g) {
    for (int64_t q = 0; q < columns; ++q)
        for (int k = 0; k < g; ++k) {
            w[q * g + k] /= p[q * height + q];
            for (int64_t i = q + 1; i < columns; ++i)
                w[i * g + k] -= p[q * height + i] * w[q * g + k];
        }
    if (columns < FACTOR_SWEEP_COLUMNS) {
        for (int64_t i = columns; i < rows; ++i)
            for (int64_t q = 0; q < columns; ++q)
                for (int k = 0; k < g; ++k)
                    w[i * g + k] -= p[q * height + i] * w[q * g + k];
        return;
    }
    const double *p0 = p, *p1 = p + height, *p2 = p1 + height, *p3 = p2 + height;
    lanes x[FACTOR_SWEEP_COLUMNS * FACTOR_GROUPS];
    memcpy(x, w, (size_t)(FACTOR_SWEEP_COLUMNS * g) * sizeof *x);
    for (int64_t i = FACTOR_SWEEP_COLUMNS; i < rows; ++i)
        for (int k = 0; k < g; ++k)
            w[i * g + k] -=
                (p0[i] * x[k] + p1[i] * x[g + k]) + (p2[i] * x[2 * g + k] + p3[i] * x[3 * g + k]);
}

// The same from below with the transposed panel.
INLINE void backward_columns(const double* p, int64_t height, int64_t rows, int64_t columns,
                             lanes* w, const int g) {
    lanes sum[FACTOR_SWEEP_COLUMNS * FACTOR_GROUPS] = {0};
    if (columns == FACTOR_SWEEP_COLUMNS) {
        const double *p0 = p, *p1 = p + height, *p2 = p1 + height, *p3 = p2 + height;
        for (int64_t i = FACTOR_SWEEP_COLUMNS; i < rows; ++i)
            for (int k = 0; k < g; ++k) {
                sum[k] += p0[i] * w[i * g + k];
                sum[g + k] += p1[i] * w[i * g + k];
                sum[2 * g + k] += p2[i] * w[i * g + k];
                sum[3 * g + k] += p3[i] * w[i * g + k];
            }
    } else
        for (int64_t q = 0; q < columns; ++q)
            for (int64_t i = columns; i < rows; ++i)
                for (int k = 0; k < g; ++k)
                    sum[q * g + k] += p[q * height + i] * w[i * g + k];
    for (int64_t q = columns - 1; q >= 0; --q)
        for (int k = 0; k < g; ++k) {
            lanes left = w[q * g + k] - sum[q * g + k];
            for (int64_t i = q + 1; i < columns; ++i)
                left -= p[q * height + i] * w[i * g + k];
            w[q * g + k] = left / p[q * height + q];
        }
}

// ---- all panels ------------------------------------------------------------------------

INLINE void forward(const factor_panels* f, lanes* x, lanes* w, const int g) {
    for (int64_t s = 0; s < f->count; ++s) {
        int64_t first = f->column[s], own = f->column[s + 1] - first;
        int64_t height = f->start[s + 1] - f->start[s];
        const int64_t* rows = f->rows + f->start[s];
        const double* panel = f->values + f->value[s];
        memcpy(w, x + first * g, (size_t)(own * g) * sizeof *w);
        memset(w + own * g, 0, (size_t)((height - own) * g) * sizeof *w);
        for (int64_t j = 0; j < own; j += FACTOR_SWEEP_COLUMNS)
            forward_columns(panel + j * height + j, height, height - j,
                            own - j < FACTOR_SWEEP_COLUMNS ? own - j : FACTOR_SWEEP_COLUMNS,
                            w + j * g, g);
        memcpy(x + first * g, w, (size_t)(own * g) * sizeof *w);
        for (int64_t i = own; i < height; ++i)
            for (int k = 0; k < g; ++k)
                x[rows[i] * g + k] += w[i * g + k];
    }
}

INLINE void backward(const factor_panels* f, lanes* x, lanes* w, const int g) {
    for (int64_t s = f->count - 1; s >= 0; --s) {
        int64_t first = f->column[s], own = f->column[s + 1] - first;
        int64_t height = f->start[s + 1] - f->start[s];
        const int64_t* rows = f->rows + f->start[s];
        const double* panel = f->values + f->value[s];
        for (int64_t i = 0; i < height; ++i)
            for (int k = 0; k < g; ++k)
                w[i * g + k] = x[rows[i] * g + k];
        for (int64_t j = (own - 1) / FACTOR_SWEEP_COLUMNS * FACTOR_SWEEP_COLUMNS; j >= 0;
             j -= FACTOR_SWEEP_COLUMNS)
            backward_columns(panel + j * height + j, height, height - j,
                             own - j < FACTOR_SWEEP_COLUMNS ? own - j : FACTOR_SWEEP_COLUMNS,
                             w + j * g, g);
        memcpy(x + first * g, w, (size_t)(own * g) * sizeof *w);
    }
}

INLINE void both(const factor_panels* f, double* x, double* work, const int g) {
    forward(f, (lanes*)x, (lanes*)work, g);
    backward(f, (lanes*)x, (lanes*)work, g);
}

INLINE void sweep(const factor_panels* f, double* x, double* work, int groups) {
    switch (groups) { // a constant each: the compiler unrolls
    case 1:
        both(f, x, work, 1);
        break;
    case 2:
        both(f, x, work, 2);
        break;
    case 3:
        both(f, x, work, 3);
        break;
    default:
        both(f, x, work, FACTOR_GROUPS);
    }
}

#if defined(__x86_64__)
__attribute__((target("avx2"))) static void sweep_wide(const factor_panels* f, double* x,
                                                       double* work, int groups) {
    sweep(f, x, work, groups);
}

void factor_sweep(const factor_panels* f, double* x, double* work, int groups) {
    SUPPLE_ASSERT(groups > 0);
    if (__builtin_cpu_supports("avx2"))
        sweep_wide(f, x, work, groups);
    else
        sweep(f, x, work, groups);
}
#else
void factor_sweep(const factor_panels* f, double* x, double* work, int groups) {
    sweep(f, x, work, groups);
}
#endif
