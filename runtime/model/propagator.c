// The matrix exponential of an oscillator, in the forms that lose no digits (numerics.md A8).
//
// With x = lambda h^2, y = d h and D = x - y^2 the under-damped case is exp(-y) times a sine and a
// cosine; the over-damped one is two exponentials, written by the slower one so that nothing overflows
// and nothing cancels. Between them the sine goes over into its series: critical damping is no case.
// All in double: in float 1 - e11 is off by 2 % for a coordinate of 0.01 Hz.
// SPDX-License-Identifier: MIT
#include "runtime/model/propagator.h"

#include "runtime/base/assert.h"

#include "runtime/math/exact.h"

#include <math.h>
#include <string.h>

// Up to here the series below have all digits: radians squared, and what an amplitude falls by in a step.
#define SERIES_SQUARE 16.0
#define SERIES_DECAY  0.5

// sin(r) / r and cos(r) for r = sqrt(square). Both are entire in r^2: neither needs the root, and two short polynomials
// side by side take a fifth of the time of exact_sincos. Flesh near its limit has another stiffness in every substep.
static void sinc_cos(double square, double* sinc, double* cosine) {
    if (square >= SERIES_SQUARE) {
        double r = sqrt(square), sine;
        exact_sincos(r, &sine, cosine);
        *sinc = sine / r;
        return;
    }
    static const double inverse[31] = {
        0.0,      1.0,      1.0 / 2,  1.0 / 3,  1.0 / 4,  1.0 / 5,  1.0 / 6,  1.0 / 7,
        1.0 / 8,  1.0 / 9,  1.0 / 10, 1.0 / 11, 1.0 / 12, 1.0 / 13, 1.0 / 14, 1.0 / 15,
        1.0 / 16, 1.0 / 17, 1.0 / 18, 1.0 / 19, 1.0 / 20, 1.0 / 21, 1.0 / 22, 1.0 / 23,
        1.0 / 24, 1.0 / 25, 1.0 / 26, 1.0 / 27, 1.0 / 28, 1.0 / 29, 1.0 / 30};
    double s = 1.0, c = 1.0;
    for (int k = 28; k > 0; k -= 2) {
        c = 1.0 - square * (inverse[k] * inverse[k - 1]) * c;
        s = 1.0 - square * (inverse[k + 1] * inverse[k]) * s;
    }
    *sinc = s;
    *cosine = c;
}

static double fall(double y) {
    if (y >= SERIES_DECAY)
        return exact_exp(-y);
    static const double inverse[13] = {0.0,      1.0,      1.0 / 2, 1.0 / 3, 1.0 / 4,
                                       1.0 / 5,  1.0 / 6,  1.0 / 7, 1.0 / 8, 1.0 / 9,
                                       1.0 / 10, 1.0 / 11, 1.0 / 12};
    double e = 1.0;
    for (int k = 12; k > 0; --k)
        e = 1.0 - y * inverse[k] * e;
    return e;
}

// (1 - exp(-r)) / r, also for r = 0.
static double mean_decay(double r) {
    return r == 0.0 ? 1.0 : -exact_expm1(-r) / r;
}

// The static part over h^2: the integral of the impulse response, by its Taylor series. Terms fall at
// least as fast as 1 / n!, for x + 2 y < 1.
static double rise_series(double x, double y) {
    static const double inverse[20] = {0.0,      1.0,      1.0 / 2,  1.0 / 3,  1.0 / 4,
                                       1.0 / 5,  1.0 / 6,  1.0 / 7,  1.0 / 8,  1.0 / 9,
                                       1.0 / 10, 1.0 / 11, 1.0 / 12, 1.0 / 13, 1.0 / 14,
                                       1.0 / 15, 1.0 / 16, 1.0 / 17, 1.0 / 18, 1.0 / 19};
    double before = 0.0, term = 1.0, sum = 0.5; // a_0, a_1 and a_1 / 2
    for (int n = 0; n < 17 && (term > 1e-18 || term < -1e-18 || before > 1e-18 || before < -1e-18);
         ++n) {
        double next = -(2.0 * y * term + x * before * inverse[n + 1]) * inverse[n + 2];
        before = term, term = next;
        sum += next * inverse[n + 3];
    }
    return sum;
}

propagator_matrix propagator_of(double lambda, double decay, double h) {
    SUPPLE_ASSERT(lambda >= 0.0 && decay >= 0.0 && h > 0.0);
    double x = lambda * h * h, y = decay * h, d = x - y * y;
    double s, e11, e22, kappa = 0.0, slow = 0.0; // s: what a unit velocity becomes, over h
    if (d >= 0.0) {
        double e = fall(y), c;
        sinc_cos(d, &s, &c);
        s *= e, c *= e;
        e11 = c + y * s, e22 = c - y * s;
    } else {
        kappa = sqrt(-d);
        slow = x / (y + kappa);
        double e = exact_exp(-slow), phi = mean_decay(2.0 * kappa);
        s = e * phi;
        e11 = e * (1.0 + slow * phi);
        e22 = e * (exact_exp(-2.0 * kappa) - slow * phi);
    }
    double g;
    if (d >= 0.0 && x >= 0.05)
        g = (1.0 - e11) / x;
    else if (x + 2.0 * y < 1.0)
        g = rise_series(x, y);
    else if (x < 0.1) // over-damped and slow: 1 - e11 would cancel
        g = (mean_decay(slow) - mean_decay(y + kappa)) / (2.0 * kappa);
    else
        g = (1.0 - e11) / x;
    return (propagator_matrix){e11, h * s, -lambda * h * s, e22, h * h * g};
}

static float without_denormals(double x) {
    return x < 1e-30 && x > -1e-30 ? 0.0f : (float)x;
}

void propagator_set(const propagator_table* t, int32_t i, const propagator_matrix* m) {
    SUPPLE_ASSERT(i >= 0 && i < t->stride);
    const double coefficients[PROPAGATOR_ROWS] = {m->e11, m->e12, m->e21, m->e22, m->g1};
    for (int32_t k = 0; k < PROPAGATOR_ROWS; ++k)
        t->rows[k * t->stride + i] = without_denormals(coefficients[k]);
}

propagator_matrix propagator_get(const propagator_table* t, int32_t i) {
    SUPPLE_ASSERT(i >= 0 && i < t->stride);
    const float* row = t->rows + i;
    int32_t s = t->stride;
    return (propagator_matrix){row[0], row[s], row[2 * s], row[3 * s], row[4 * s]};
}

void propagator_copy(const propagator_table* to, const propagator_table* from, int32_t first,
                     int32_t count) {
    SUPPLE_ASSERT(first >= 0 && first + count <= to->stride && first + count <= from->stride);
    for (int32_t k = 0; k < PROPAGATOR_ROWS; ++k)
        memcpy(to->rows + k * to->stride + first, from->rows + k * from->stride + first,
               sizeof(float) * (size_t)count);
}

static void step(int32_t count, float* restrict q, float* restrict v, const float* restrict rows,
                 int32_t stride, const float* restrict f) {
    // Adding and taking away leaves multiples of 2^-83: nothing else is small enough to be denormal.
    const float coarse = 0x1p-60f;
    const float *e11 = rows, *e12 = e11 + stride, *e21 = e12 + stride, *e22 = e21 + stride,
                *g1 = e22 + stride;
    for (int32_t i = 0; i < count; ++i) {
        float q0 = q[i], v0 = v[i];
        float q1 = e11[i] * q0 + e12[i] * v0 + g1[i] * f[i];
        float v1 = e21[i] * q0 + e22[i] * v0 + e12[i] * f[i];
        q[i] = (q1 + coarse) - coarse;
        v[i] = (v1 + coarse) - coarse;
    }
}

void propagator_step(const propagator_table* t, int32_t first, int32_t count, float* q, float* v,
                     const float* f) {
    SUPPLE_ASSERT(first >= 0 && count >= 0 && first + count <= t->stride);
    step(count, q + first, v + first, t->rows + first, t->stride, f + first);
}
