// To the modes and back is two small products a step; the modes themselves cost some 0.05 ms for twenty
// coordinates, once when a pose comes to stand.
// SPDX-License-Identifier: MIT
#include "runtime/model/exact_linear.h"

#include "format/packed.h"
#include "runtime/base/assert.h"
#include "runtime/math/svd.h"

#include <string.h>

void exact_linear_lay_out(exact_linear* s, int32_t count, memory_layout* l) {
    SUPPLE_ASSERT(count > 0);
    size_t n = (size_t)count, stride = packed_padded((uint32_t)count);
    s->stride = (int32_t)stride;
    s->lambda = memory_take_lines(l, n, sizeof(double));
    s->square = memory_take_lines(l, 2 * n * n, sizeof(double));
    s->modes = memory_take_lines(l, n * stride, sizeof(float));
    s->table = (propagator_table){memory_take_lines(l, PROPAGATOR_ROWS * stride, sizeof(float)),
                                  s->stride};
    float** arrays[] = {&s->q, &s->v, &s->f};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; ++i)
        *arrays[i] = memory_take_lines(l, stride, sizeof(float));
}

void exact_linear_diagonalize(exact_linear* s, const quartic* energy, int32_t n) {
    SUPPLE_ASSERT(n >= 0 && n <= energy->count && energy->degree == 1);
    const float* term = energy->terms + packed_padded((uint32_t)energy->count);
    double *a = s->square, *vectors = a + n * n;
    for (int32_t i = 0; i < n; ++i)
        for (int32_t j = 0; j <= i; ++j, ++term)
            a[i * n + j] = a[j * n + i] = (double)*term * (i == j ? 2.0 : 1.0);
    svd_eigen(a, vectors, n);
    for (int32_t k = 0; k < n; ++k) {
        s->lambda[k] = a[k * n + k] > 0.0 ? a[k * n + k] : 0.0;
        for (int32_t i = 0; i < s->stride; ++i)
            s->modes[k * s->stride + i] = i < n ? (float)vectors[k * n + i] : 0.0f;
    }
    s->n = n;
    s->rates.h = 0.0f;
    s->turned = true;
}

// out_k <- modes_k . x
static void to_modes(const exact_linear* s, const float* restrict x, float* restrict out) {
    for (int32_t k = 0; k < s->n; ++k) {
        const float* row = s->modes + k * s->stride;
        float sum = 0.0f;
        for (int32_t i = 0; i < s->n; ++i)
            sum += row[i] * x[i];
        out[k] = sum;
    }
}

static void from_modes(const exact_linear* s, const float* restrict x, float* restrict out) {
    memset(out, 0, sizeof(float) * (size_t)s->n);
    for (int32_t k = 0; k < s->n; ++k) {
        const float* restrict row = s->modes + k * s->stride;
        for (int32_t i = 0; i < s->n; ++i)
            out[i] += x[k] * row[i];
    }
}

void exact_linear_step(exact_linear* s, const quartic* energy, exact_linear_rates by,
                       const float* load, float* q, float* v) {
    SUPPLE_ASSERT(s->turned && by.h > 0.0f && s->n <= energy->count);
    const exact_linear_rates* last = &s->rates;
    if (last->h != by.h || last->stiffness != by.stiffness || last->alpha != by.alpha ||
        last->beta != by.beta) {
        s->rates = by;
        for (int32_t k = 0; k < s->n; ++k) {
            double decay = 0.5 * ((double)by.alpha + (double)by.beta * s->lambda[k]);
            propagator_matrix m =
                propagator_of((double)by.stiffness * s->lambda[k], decay, (double)by.h);
            propagator_set(&s->table, k, &m);
        }
    }
    to_modes(s, q, s->q);
    to_modes(s, v, s->v);
    for (int32_t i = 0; i < s->n; ++i) // q is overwritten below
        q[i] = load[i] - by.stiffness * energy->terms[i];
    to_modes(s, q, s->f);
    propagator_step(&s->table, 0, s->n, s->q, s->v, s->f);
    from_modes(s, s->q, q);
    from_modes(s, s->v, v);
}
