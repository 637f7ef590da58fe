// Eigenvalues of a small dense symmetric matrix, by turning it until it is diagonal (Jacobi).
// SPDX-License-Identifier: MIT
#pragma once

#include <math.h>

// Leaves the eigenvalues on the diagonal of a, [n][n], ascending.
static inline void jacobi_turn(double* a, int n, int p, int q) {
    double theta = (a[q * n + q] - a[p * n + p]) / (2.0 * a[p * n + q]);
    double t = (theta < 0.0 ? -1.0 : 1.0) / (fabs(theta) + sqrt(theta * theta + 1.0));
    double c = 1.0 / sqrt(t * t + 1.0), s = t * c;
    for (int k = 0; k < n; ++k) {
        double x = a[k * n + p], y = a[k * n + q];
        a[k * n + p] = c * x - s * y;
        a[k * n + q] = s * x + c * y;
    }
    for (int k = 0; k < n; ++k) {
        double x = a[p * n + k], y = a[q * n + k];
        a[p * n + k] = c * x - s * y;
        a[q * n + k] = s * x + c * y;
    }
}

static inline void jacobi_eigenvalues(double* a, int n, double* values) {
    for (int sweep = 0; sweep < 30; ++sweep)
        for (int p = 0; p < n; ++p)
            for (int q = p + 1; q < n; ++q)
                if (fabs(a[p * n + q]) > 1e-300)
                    jacobi_turn(a, n, p, q);
    for (int i = 0; i < n; ++i) {
        int at = i;
        double x = a[i * n + i];
        for (; at > 0 && values[at - 1] > x; --at)
            values[at] = values[at - 1];
        values[at] = x;
    }
}
