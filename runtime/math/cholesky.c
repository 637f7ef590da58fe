// Row by row, each taken from all below it: inner loops go along rows, so they are done with vectors, and
// sums are in the same order everywhere.
// SPDX-License-Identifier: MIT
#include "runtime/math/cholesky.h"

#include "runtime/base/assert.h"

#include <math.h>

enum { CHOLESKY_LANES = 8 };

// to -= amount * from, from the start of the eight that `first` stands in: what comes before it in a row
// is of the lower triangle, which nobody reads.
static void subtract(float* restrict to, const float* restrict from, float amount, int32_t first,
                     int32_t stride) {
    for (int32_t j = first / CHOLESKY_LANES * CHOLESKY_LANES; j < stride; j += CHOLESKY_LANES)
        for (int k = 0; k < CHOLESKY_LANES; ++k)
            to[j + k] -= amount * from[j + k];
}

int32_t cholesky_factor(float* a, int32_t n, int32_t stride, float least) {
    SUPPLE_ASSERT(n >= 0 && stride >= n && stride % CHOLESKY_LANES == 0 && least > 0.0f);
    int32_t lifted = 0;
    for (int32_t k = 0; k < n; ++k) {
        float *row = a + k * stride, pivot = row[k];
        if (!(pivot >= least)) {
            pivot = least;
            ++lifted;
        }
        float inverse = 1.0f / sqrtf(pivot);
        for (int32_t j = k / CHOLESKY_LANES * CHOLESKY_LANES; j < stride; ++j)
            row[j] *= inverse;
        row[k] = inverse;
        for (int32_t i = k + 1; i < n; ++i)
            subtract(a + i * stride, row, row[i], i, stride);
    }
    return lifted;
}

void cholesky_solve(const float* a, int32_t n, int32_t stride, float* x) {
    SUPPLE_ASSERT(n >= 0 && stride >= n);
    for (int32_t k = 0; k < n; ++k) {
        const float* row = a + k * stride;
        x[k] *= row[k];
        for (int32_t j = k + 1; j < n; ++j)
            x[j] -= row[j] * x[k];
    }
    for (int32_t k = n - 1; k >= 0; --k) {
        x[k] *= a[k * stride + k];
        for (int32_t i = 0; i < k; ++i)
            x[i] -= a[i * stride + k] * x[k];
    }
}
