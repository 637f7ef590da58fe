// Jacobi turns in the order of rows, skipping those that would change nothing.
//
// Rejected: Householder and QL (three times the code, faster only above some 30 rows), and Cholesky
// with a term added to the diagonal (which softens every direction to cure the weak ones).
// SPDX-License-Identifier: MIT
#include "runtime/small.h"

#include <assert.h>
#include <math.h>

enum { MAX_SWEEPS = 30 }; // seven do; what is not finite never converges

static void turn_rows(double* restrict x, double* restrict y, int n, double c, double s) {
    for (int k = 0; k < n; ++k) {
        double xk = x[k], yk = y[k];
        x[k] = c * xk - s * yk;
        y[k] = s * xk + c * yk;
    }
}

// The turn in the plane of p and q that brings a[p][q] to zero, by the smaller of the two angles.
static void turn(double* a, double* v, int n, int p, int q) {
    double apq = a[p * n + q], app = a[p * n + p], aqq = a[q * n + q];
    double theta = (aqq - app) / (2.0 * apq);
    double t = (theta < 0.0 ? -1.0 : 1.0) / (fabs(theta) + sqrt(theta * theta + 1.0));
    double c = 1.0 / sqrt(t * t + 1.0), s = t * c;

    turn_rows(a + p * n, a + q * n, n, c, s);
    for (int k = 0; k < n; ++k) {
        a[k * n + p] = a[p * n + k];
        a[k * n + q] = a[q * n + k];
    }
    a[p * n + p] = app - t * apq;
    a[q * n + q] = aqq + t * apq;
    a[p * n + q] = a[q * n + p] = 0.0;
    turn_rows(v + p * n, v + q * n, n, c, s);
}

void small_eigen(double* a, double* v, int n) {
    assert(n >= 0);
    for (int i = 0; i < n; ++i)
        for (int k = 0; k < n; ++k)
            v[i * n + k] = i == k;

    for (int sweep = 0, turned = 1; turned > 0 && sweep < MAX_SWEEPS; ++sweep) {
        turned = 0;
        for (int p = 0; p < n; ++p) {
            for (int q = p + 1; q < n; ++q) {
                // Small against both diagonals is small for either eigenvalue; the second term lets
                // go of what is rounding in a matrix without full rank.
                double apq = fabs(a[p * n + q]), app = fabs(a[p * n + p]), aqq = fabs(a[q * n + q]);
                double small = app < aqq ? app : aqq, large = app < aqq ? aqq : app;
                if (apq <= 1e-16 * small || apq <= 1e-20 * large || apq < 1e-290)
                    continue;
                turn(a, v, n, p, q);
                ++turned;
            }
        }
    }
}

void small_invert(double* a, double* v, int n, double floor) {
    small_eigen(a, v, n);

    double largest = 0.0;
    for (int i = 0; i < n; ++i)
        largest = a[i * n + i] > largest ? a[i * n + i] : largest;

    // The diagonal moves to the eigenvectors, as square roots, so that a = v^T v is symmetric to the
    // last bit.
    for (int i = 0; i < n; ++i) {
        double d = a[i * n + i], root = 0.0;
        if (d > 1e-13 * largest) // below is rounding
            root = d >= floor ? 1.0 / sqrt(d) : sqrt(d) / floor;
        for (int k = 0; k < n; ++k)
            v[i * n + k] *= root;
    }
    for (int i = 0; i < n; ++i) {
        for (int k = 0; k <= i; ++k) {
            double sum = 0.0;
            for (int j = 0; j < n; ++j)
                sum += v[j * n + i] * v[j * n + k];
            a[i * n + k] = a[k * n + i] = sum;
        }
    }
}
