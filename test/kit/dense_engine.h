// An engine of the eigenproblem that shares nothing with ours: it learns both matrices by multiplying unit vectors, takes a
// factor of the mass, and diagonalises what is left whole. Values are known to rounding of the highest.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/algebra/dense.h"
#include "bake/fem/eigen_engine.h"

#include <math.h>

// The columns of an operator, [order][order].
static inline double* columns_of(const eigen_operator* o, int32_t n, arena* a) {
    double *unit = ARENA_NEW(a, double, (size_t)n*(size_t)n),
           *out = ARENA_NEW(a, double, (size_t)n*(size_t)n);
    for (int32_t i = 0; i < n; ++i)
        unit[(size_t)i * (size_t)n + (size_t)i] = 1.0;
    o->multiply(o->user, unit, out, n, 1);
    return out;
}

// m = L L': L takes the place of m's lower triangle, m[column][row].
static inline void cholesky(double* m, int32_t n) {
    for (int32_t c = 0; c < n; ++c) {
        double* column = m + (ptrdiff_t)c * n;
        for (int32_t k = 0; k < c; ++k)
            for (int32_t i = c; i < n; ++i)
                column[i] -= m[(ptrdiff_t)k * n + i] * m[(ptrdiff_t)k * n + c];
        double root = sqrt(column[c]);
        for (int32_t i = c; i < n; ++i)
            column[i] /= root;
    }
}

// x = L^-1 x
static inline void forward(const double* l, double* x, int32_t n) {
    for (int32_t c = 0; c < n; ++c) {
        x[c] /= l[(ptrdiff_t)c * n + c];
        for (int32_t i = c + 1; i < n; ++i)
            x[i] -= l[(ptrdiff_t)c * n + i] * x[c];
    }
}

// x = L^-T x
static inline void backward(const double* l, double* x, int32_t n) {
    for (int32_t c = n - 1; c >= 0; --c) {
        for (int32_t i = c + 1; i < n; ++i)
            x[c] -= l[(ptrdiff_t)c * n + i] * x[i];
        x[c] /= l[(ptrdiff_t)c * n + c];
    }
}

static inline void transpose(double* x, int32_t n) {
    for (int32_t i = 0; i < n; ++i)
        for (int32_t k = 0; k < i; ++k) {
            double swap = x[(ptrdiff_t)i * n + k];
            x[(ptrdiff_t)i * n + k] = x[(ptrdiff_t)k * n + i];
            x[(ptrdiff_t)k * n + i] = swap;
        }
}

static inline int32_t wanted(const eigen_problem* p, const double* values) {
    int32_t found = 0;
    while (found < p->order && found < p->count &&
           (p->below == 0.0 || values[found] < p->below || found == 0))
        ++found;
    while (found < p->order &&
           values[found] - values[found - 1] <= p->same * (values[found] - p->shift))
        ++found;
    return found;
}

// user: int, how often it was asked
static inline bool dense_lowest(void* user, const eigen_problem* p, eigen_pairs* out,
                                eigen_cost* cost, arena* memory, report* r) {
    int32_t n = p->order;
    ++*(int*)user;
    cost->matrix_bytes = 16 * (int64_t)n * n;
    double *k = columns_of(&p->stiffness, n, memory), *m = columns_of(&p->mass, n, memory);
    out->values = ARENA_NEW(memory, double, (size_t)n);
    cholesky(m, n);
    for (int side = 0; side < 2; ++side) { // L^-1 K L^-T
        for (int32_t c = 0; c < n; ++c)
            forward(m, k + (ptrdiff_t)c * n, n);
        transpose(k, n);
    }
    if (!dense_eigen(n, k, out->values, memory))
        return report_error(r, place_none(), "no numbers");
    for (int32_t e = 0; e < n; ++e)
        backward(m, k + (ptrdiff_t)e * n, n);
    out->vectors = k;
    out->found = wanted(p, out->values);
    return true;
}
