// Coriolis and spin forces in their full form: all nine matrices of the asset, in double, at every product.
//
// What runtime/body/spin.c folds into two matrices a step; tests and benches compare the two.
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/body/body.h"

enum { SPIN_TRUTH_MOST = 64 }; // coordinates

// out <- sum_ab n_ab P_ab x of the active coordinates of a part.
static inline void spin_truth_couple(const supple_body* b, int32_t p, const double n[3][3],
                                     const double* x, double* out) {
    static const int axis[6][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {1, 2}, {2, 0}};
    size_t count = (size_t)b->parts[p].count;
    for (int32_t i = 0; i < b->active[p]; ++i) {
        out[i] = 0.0;
        for (size_t m = 0; m < 6; ++m)
            for (size_t k = 0; k < (size_t)b->active[p]; ++k) {
                const float* P = b->parts[p].asset.coupling_or_null + m * count * count;
                int a = axis[m][0], c = axis[m][1];
                out[i] += n[a][c] * (double)P[(size_t)i * count + k] * x[k];
                if (m >= 3)
                    out[i] += n[c][a] * (double)P[k * count + (size_t)i] * x[k];
            }
    }
}

static inline void spin_truth_cross(const double w[3], double factor, double m[3][3]) {
    const double x[3][3] = {{0.0, -w[2], w[1]}, {w[2], 0.0, -w[0]}, {-w[1], w[0], 0.0}};
    for (int i = 0; i < 9; ++i)
        m[i / 3][i % 3] = factor * x[i / 3][i % 3];
}

// v <- v - h (sum_ab n_ab P_ab) q
static inline void spin_truth_kick(const supple_body* b, int32_t p, const double n[3][3], double h,
                                   const double* q, double* v) {
    double force[SPIN_TRUTH_MOST];
    spin_truth_couple(b, p, n, q, force);
    for (int32_t i = 0; i < b->active[p]; ++i)
        v[i] -= h * force[i];
}

static inline void spin_truth_throw(const supple_body* b, int32_t p, const double w[3], double h,
                                    const double* q, double* v) {
    double x[3][3], n[3][3];
    spin_truth_cross(w, 1.0, x);
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
            n[i][j] = x[i][0] * x[0][j] + x[i][1] * x[1][j] + x[i][2] * x[2][j];
    spin_truth_kick(b, p, (const double(*)[3])n, h, q, v);
}

// exp(-h C) v, C = 2 sum_c w_c G^c, by as many terms as there are digits.
static inline void spin_truth_turn(const supple_body* b, int32_t p, const double w[3], double h,
                                   double* v) {
    double x[3][3], term[SPIN_TRUTH_MOST], next[SPIN_TRUTH_MOST];
    spin_truth_cross(w, 2.0, x);
    for (int32_t i = 0; i < b->active[p]; ++i)
        term[i] = v[i];
    for (int order = 1; order <= 20; ++order) {
        spin_truth_couple(b, p, (const double(*)[3])x, term, next);
        for (int32_t i = 0; i < b->active[p]; ++i)
            v[i] += term[i] = next[i] * (-h / order);
    }
}
