// Rotations of pairs rather than projections: the basis stays orthonormal to rounding.
// SPDX-License-Identifier: MIT
#include "bake/algebra/eigen_bases.h"

#include "bake/base/assert.h"

#include <math.h>
#include <stddef.h>

static const double EIGEN_BASES_TIE = 1e-6; // relative: lengths nearer than this are equal

static double row_square(const double* vectors, int32_t count, int32_t order, int32_t row) {
    double sum = 0.0;
    for (int32_t c = 0; c < count; ++c)
        sum += vectors[(ptrdiff_t)c * order + row] * vectors[(ptrdiff_t)c * order + row];
    return sum;
}

static int32_t pivot_row(const double* vectors, int32_t count, int32_t order) {
    double most = 0.0;
    for (int32_t row = 0; row < order; ++row)
        most = fmax(most, row_square(vectors, count, order, row));
    int32_t row = 0;
    while (row < order - 1 &&
           row_square(vectors, count, order, row) < most * (1.0 - 2.0 * EIGEN_BASES_TIE))
        ++row;
    return row;
}

// Turns the first vector into the one that moves `row` most; the others then do not move it.
static void turn_to(double* vectors, int32_t count, int32_t order, int32_t row) {
    for (int32_t c = count - 1; c > 0; --c) {
        double *x = vectors, *y = vectors + (ptrdiff_t)c * order;
        double length = sqrt(x[row] * x[row] + y[row] * y[row]);
        if (length == 0.0)
            continue;
        double cosine = x[row] / length, sine = y[row] / length;
        for (int32_t i = 0; i < order; ++i) {
            double a = x[i], b = y[i];
            x[i] = cosine * a + sine * b;
            y[i] = cosine * b - sine * a;
        }
    }
    if (vectors[row] < 0.0)
        for (int32_t i = 0; i < order; ++i)
            vectors[i] = -vectors[i];
}

void eigen_bases(double* vectors, int32_t count, int32_t order) {
    SUPPLE_ASSERT(count >= 0 && order > 0);
    for (int32_t c = 0; c < count; ++c) {
        double* rest = vectors + (ptrdiff_t)c * order;
        turn_to(rest, count - c, order, pivot_row(rest, count - c, order));
    }
}
