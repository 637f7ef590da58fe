// Cholesky to ask, Jacobi to repair.
// SPDX-License-Identifier: MIT
#include "bake/dynamics/firm.h"

#include "bake/base/assert.h"

#include <math.h>
#include <string.h>

enum { FIRM_SWEEPS = 30 };

static bool is_positive(const double* a, int32_t n) {
    double l[FIRM_ORDER_MAX * FIRM_ORDER_MAX];
    for (int32_t i = 0; i < n; ++i)
        for (int32_t k = 0; k <= i; ++k) {
            double sum = a[i * n + k];
            for (int32_t m = 0; m < k; ++m)
                sum -= l[i * n + m] * l[k * n + m];
            if (i == k && !(sum > 0.0))
                return false;
            l[i * n + k] = i == k ? sqrt(sum) : sum / l[k * n + k];
        }
    return true;
}

// Turns rows and columns p and q so that their product is none, and the vectors with them.
static void rotate(double* a, double* vectors, int32_t n, int32_t p, int32_t q) {
    double apart = (a[q * n + q] - a[p * n + p]) / (2.0 * a[p * n + q]);
    double t = (apart < 0.0 ? -1.0 : 1.0) / (fabs(apart) + sqrt(apart * apart + 1.0));
    double c = 1.0 / sqrt(t * t + 1.0), s = t * c;
    for (int32_t k = 0; k < n; ++k) {
        double x = a[k * n + p], y = a[k * n + q];
        a[k * n + p] = c * x - s * y;
        a[k * n + q] = s * x + c * y;
        x = vectors[k * n + p], y = vectors[k * n + q];
        vectors[k * n + p] = c * x - s * y;
        vectors[k * n + q] = s * x + c * y;
    }
    for (int32_t k = 0; k < n; ++k) {
        double x = a[p * n + k], y = a[q * n + k];
        a[p * n + k] = c * x - s * y;
        a[q * n + k] = s * x + c * y;
    }
}

// Leaves the eigenvalues on the diagonal of a, and eigenvectors as columns.
static void diagonalise(double* a, double* vectors, int32_t n) {
    memset(vectors, 0, (size_t)(n * n) * sizeof *vectors);
    double size = 0.0;
    for (int32_t i = 0; i < n; ++i)
        vectors[i * n + i] = 1.0;
    for (int32_t i = 0; i < n * n; ++i)
        size = fmax(size, fabs(a[i]));
    for (int sweep = 0; sweep < FIRM_SWEEPS; ++sweep) {
        bool done = true;
        for (int32_t p = 0; p < n; ++p)
            for (int32_t q = p + 1; q < n; ++q)
                if (fabs(a[p * n + q]) > 1e-16 * size) {
                    rotate(a, vectors, n, p, q);
                    done = false;
                }
        if (done)
            return;
    }
}

bool firm_project(double* matrix, int32_t order) {
    SUPPLE_ASSERT(order > 0 && order <= FIRM_ORDER_MAX);
    if (is_positive(matrix, order))
        return false;
    double vectors[FIRM_ORDER_MAX * FIRM_ORDER_MAX], values[FIRM_ORDER_MAX];
    diagonalise(matrix, vectors, order);
    for (int32_t i = 0; i < order; ++i)
        values[i] = matrix[i * order + i] > 0.0 ? matrix[i * order + i] : 0.0;
    for (int32_t i = 0; i < order; ++i)
        for (int32_t k = 0; k <= i; ++k) {
            double sum = 0.0;
            for (int32_t m = 0; m < order; ++m)
                sum += values[m] * vectors[i * order + m] * vectors[k * order + m];
            matrix[i * order + k] = matrix[k * order + i] = sum;
        }
    return true;
}
