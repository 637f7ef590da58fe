// Jacobi turns in the order of rows, skipping those that would change nothing.
//
// Rejected: Householder and QL (three times the code, faster only above some 30 rows), and Cholesky
// with a term added to the diagonal (which softens every direction to cure the weak ones).
// SPDX-License-Identifier: MIT
#include "runtime/math/svd.h"

#include "runtime/base/assert.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

#define FACTOR_RANK 1e-15 // of the largest pivot: rounding
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

void svd_eigen(double* a, double* v, int n) {
    SUPPLE_ASSERT(n >= 0);
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

// ---- singular values -------------------------------------------------------------------

// In four partial sums: one addition need not wait for the one before it.
static double dot(const double* x, const double* y, int n) {
    double sum[4] = {0};
    int k = 0;
    for (; k + 4 <= n; k += 4)
        for (int lane = 0; lane < 4; ++lane)
            sum[lane] += x[k + lane] * y[k + lane];
    for (; k < n; ++k)
        sum[0] += x[k] * y[k];
    return (sum[0] + sum[2]) + (sum[1] + sum[3]);
}

// Turns `count` vectors of n numbers until all are orthogonal; v [count][count], if any, becomes the turn.
static void orthogonalise(double* x, double* v, int count, int n) {
    for (int i = 0; i < count && v; ++i)
        for (int k = 0; k < count; ++k)
            v[i * count + k] = i == k;
    for (int sweep = 0, turned = 1; turned > 0 && sweep < MAX_SWEEPS; ++sweep) {
        turned = 0;
        for (int p = 0; p < count; ++p) {
            for (int q = p + 1; q < count; ++q) {
                double *a = x + p * n, *b = x + q * n;
                double aa = dot(a, a, n), bb = dot(b, b, n), ab = dot(a, b, n);
                if (!(fabs(ab) > 1e-15 * sqrt(aa) * sqrt(bb)) || fabs(ab) < 1e-290)
                    continue;
                double theta = (bb - aa) / (2.0 * ab);
                double t = (theta < 0.0 ? -1.0 : 1.0) / (fabs(theta) + sqrt(theta * theta + 1.0));
                double c = 1.0 / sqrt(t * t + 1.0), s = t * c;
                turn_rows(a, b, n, c, s);
                if (v)
                    turn_rows(v + p * count, v + q * count, count, c, s);
                ++turned;
            }
        }
    }
}

// a = sum of x x^T over the rows x of the result, by Cholesky with the largest pivot first; returns how many rows
// that takes. Row k has its pivot at order[k], [n], and zeros at those of earlier rows. Loses the diagonal of a.
static int factor(double* a, double* x, int n, int* order) {
    double first = 0.0;
    for (int i = 0; i < n; ++i)
        first = a[i * n + i] > first ? a[i * n + i] : first;
    int rank = 0;
    for (; rank < n; ++rank) {
        int p = 0;
        for (int i = 1; i < n; ++i)
            p = a[i * n + i] > a[p * n + p] ? i : p;
        double pivot = a[p * n + p], *row = x + rank * n;
        if (!(pivot > FACTOR_RANK * first))
            break;
        for (int i = 0; i < n; ++i)
            row[i] = a[p * n + i];
        order[rank] = p;
        row[p] = pivot; // what is left of it; so are the terms below, from zero at the beginning
        for (int k = 0; k < rank; ++k) {
            double by = x[k * n + p], left = row[p];
            for (int i = 0; i < n; ++i)
                row[i] -= by * x[k * n + i];
            row[p] = left;
        }
        double scale = 1.0 / sqrt(pivot);
        for (int i = 0; i < n; ++i) {
            row[i] = a[i * n + i] == 0.0 ? 0.0 : row[i] * scale; // 0: was a pivot
            double left = a[i * n + i] - row[i] * row[i];
            a[i * n + i] = left > 0.0 && i != p ? left : 0.0;
        }
    }
    return rank;
}

// a = the inverse of the sum of x x^T, if no eigenvalue of that is below the floor or counts as a dependence: the trace of the inverse
// is larger than any of its eigenvalues. What is lost of a otherwise is its upper half, and the diagonal that factor took.
static bool invert_firm(double* a, const double* x, const int* order, int n, double trace,
                        double floor) {
    double inverse_trace =
        0.0; // of the triangle's inverse, columns after order, row by row: i <= k
    for (int k = 0; k < n; ++k) {
        for (int i = k; i >= 0; --i) {
            double sum = i == k;
            for (int j = i + 1; j <= k; ++j)
                sum -= x[i * n + order[j]] * a[j * n + k];
            a[i * n + k] = sum / x[i * n + order[i]];
            inverse_trace += a[i * n + k] * a[i * n + k];
        }
        if (inverse_trace * floor > 1.0 || inverse_trace * trace * SVD_RANK > 1.0)
            return false;
    }
    return true;
}

// a = T T^T by `order`, of the triangle T in its upper half; v is scratch.
static void multiply_triangle(double* a, double* v, const int* order, int n) {
    for (int i = 0; i < n; ++i)
        for (int k = 0; k <= i; ++k)
            v[order[i] * n + order[k]] = v[order[k] * n + order[i]] =
                dot(a + i * n + i, a + k * n + i, n - i);
    for (int i = 0; i < n * n; ++i)
        a[i] = v[i];
}

void svd_invert(double* a, double* v, int n, double floor) {
    SUPPLE_ASSERT(n >= 0 && n <= SVD_MOST && floor >= 0.0);
    int order[SVD_MOST];
    double trace = 0.0;
    for (int i = 0; i < n; ++i)
        trace += a[i * n + i];
    int rank = factor(a, v, n, order);
    if (rank == n && invert_firm(a, v, order, n, trace, floor)) {
        multiply_triangle(a, v, order, n);
        return;
    }
    orthogonalise(v, NULL, rank, n);

    // Each row is now an eigenvector, as long as the root of its eigenvalue.
    double largest = 0.0;
    for (int k = 0; k < rank; ++k) {
        double d = dot(v + k * n, v + k * n, n);
        largest = d > largest ? d : largest;
    }
    for (int k = 0; k < rank; ++k) {
        double d = dot(v + k * n, v + k * n, n), scale = 0.0;
        if (d > SVD_RANK * largest)
            scale = 1.0 / (d >= floor ? d : floor);
        for (int i = 0; i < n; ++i)
            v[k * n + i] *= scale;
    }
    for (int i = 0; i < n; ++i) {
        for (int k = 0; k <= i; ++k) {
            double sum = 0.0;
            for (int j = 0; j < rank; ++j)
                sum += v[j * n + i] * v[j * n + k];
            a[i * n + k] = a[k * n + i] = sum;
        }
    }
}

void svd_pseudo_inverse(double* a, int rows, int columns, double floor, double* turns,
                        double* out) {
    SUPPLE_ASSERT(rows >= 0 && columns >= 0 && floor >= 0.0);
    // The fewer of rows and columns are the vectors; `out` serves to turn columns into runs of numbers.
    bool by_row = rows < columns;
    int count = by_row ? rows : columns, length = by_row ? columns : rows;
    for (int i = 0; i < rows * columns && !by_row; ++i)
        out[i % columns * rows + i / columns] = a[i];
    for (int i = 0; i < rows * columns && !by_row; ++i)
        a[i] = out[i];
    orthogonalise(a, turns, count, length);

    double largest = 0.0;
    for (int i = 0; i < count; ++i) {
        double square = dot(a + i * length, a + i * length, length);
        largest = square > largest ? square : largest;
    }
    for (int i = 0; i < rows * columns; ++i)
        out[i] = 0.0;
    for (int i = 0; i < count; ++i) {
        const double *vector = a + i * length, *turn_back = turns + i * count;
        double square = dot(vector, vector, length);
        if (!(square > SVD_RANK * SVD_RANK * largest))
            continue;
        double scale = square >= floor * floor ? 1.0 / square : 1.0 / (floor * floor);
        for (int k = 0; k < count; ++k)
            for (int j = 0; j < length; ++j)
                out[by_row ? j * rows + k : k * rows + j] += scale * turn_back[k] * vector[j];
    }
}

// ---- orthonormal columns ---------------------------------------------------------------

// Modified Gram-Schmidt, once. share [columns] is scratch.
static void orthonormal_once(double* restrict a, int rows, int columns, double* restrict r,
                             double* restrict fraction) {
    for (int i = 0; i < columns * columns; ++i)
        r[i] = 0.0;
    for (int k = 0; k < columns; ++k)
        fraction[k] = 0.0;
    for (int i = 0; i < rows; ++i)
        for (int k = 0; k < columns; ++k)
            fraction[k] += a[i * columns + k] * a[i * columns + k];
    for (int k = 0; k < columns; ++k) // what a column had before others were taken out of it
        r[k * columns + k] = sqrt(fraction[k]);
    for (int j = 0; j < columns; ++j) {
        double square = 0.0;
        for (int i = 0; i < rows; ++i)
            square += a[i * columns + j] * a[i * columns + j];
        double length = sqrt(square), had = r[j * columns + j];
        double scale = length > 1e-12 * had ? 1.0 / length : 0.0;
        r[j * columns + j] = scale > 0.0 ? length : 0.0;
        for (int k = j + 1; k < columns; ++k)
            fraction[k] = 0.0;
        for (int i = 0; i < rows; ++i) {
            double x = a[i * columns + j] *= scale;
            for (int k = j + 1; k < columns; ++k)
                fraction[k] += x * a[i * columns + k];
        }
        for (int i = 0; i < rows; ++i) {
            double x = a[i * columns + j];
            for (int k = j + 1; k < columns; ++k)
                a[i * columns + k] -= x * fraction[k];
        }
        for (int k = j + 1; k < columns; ++k)
            r[j * columns + k] = fraction[k];
    }
}

void svd_orthonormal(double* a, int rows, int columns, double* r, double* work) {
    SUPPLE_ASSERT(rows >= 0 && columns >= 0);
    // Twice, because once leaves nearly dependent columns as far from orthogonal as they were near.
    double *first = work, *fraction = work + columns * columns;
    orthonormal_once(a, rows, columns, first, fraction);
    orthonormal_once(a, rows, columns, r, fraction);
    for (int i = 0; i < columns; ++i) { // r times first, from the top: row i needs rows i and below
        for (int k = 0; k < columns; ++k)
            fraction[k] = 0.0;
        for (int j = i; j < columns; ++j)
            for (int k = j; k < columns; ++k)
                fraction[k] += r[i * columns + j] * first[j * columns + k];
        for (int k = 0; k < columns; ++k)
            r[i * columns + k] = fraction[k];
    }
}
