// To the modes and back is two small products a step; the modes themselves cost some 0.05 ms for twenty
// coordinates, once when a pose comes to stand.
// SPDX-License-Identifier: MIT
#include "runtime/standing.h"

#include "format/packed.h"
#include "runtime/small.h"

#include <string.h>

uint32_t standing_size(int32_t count) {
    uint32_t n = (uint32_t)count, stride = packed_padded(n);
    uint32_t doubles = n + 2 * n * n, floats = stride * (n + PROPAGATOR_ARRAYS + 3);
    return (doubles * 8 + floats * 4 + 15) / 16 * 16;
}

void standing_place(standing* s, int32_t count, void* memory) {
    size_t n = (size_t)count, stride = packed_padded((uint32_t)count);
    s->stride = (int32_t)stride;
    s->lambda = memory;
    s->square = s->lambda + n;
    s->modes = (float*)(s->square + 2 * n * n);
    float* at = s->modes + n * stride;
    float** arrays[PROPAGATOR_ARRAYS + 3] = {&s->table.e11, &s->table.e12, &s->table.e21,
                                             &s->table.e22, &s->table.g1,  &s->q,
                                             &s->v,         &s->f};
    for (size_t i = 0; i < PROPAGATOR_ARRAYS + 3; ++i, at += stride)
        *arrays[i] = at;
}

void standing_turn(standing* s, const quartic* energy, int32_t n) {
    const float* term = energy->terms + packed_padded((uint32_t)energy->count);
    double *a = s->square, *vectors = a + n * n;
    for (int32_t i = 0; i < n; ++i)
        for (int32_t j = 0; j <= i; ++j, ++term)
            a[i * n + j] = a[j * n + i] = (double)*term * (i == j ? 2.0 : 1.0);
    small_eigen(a, vectors, n);
    for (int32_t k = 0; k < n; ++k) {
        s->lambda[k] = a[k * n + k] > 0.0 ? a[k * n + k] : 0.0;
        for (int32_t i = 0; i < s->stride; ++i)
            s->modes[k * s->stride + i] = i < n ? (float)vectors[k * n + i] : 0.0f;
    }
    s->n = n;
    s->h = 0.0f;
    s->turned = true;
}

// out_k <- modes_k . x
static void to_modes(const standing* s, const float* restrict x, float* restrict out) {
    for (int32_t k = 0; k < s->n; ++k) {
        const float* row = s->modes + k * s->stride;
        float sum = 0.0f;
        for (int32_t i = 0; i < s->n; ++i)
            sum += row[i] * x[i];
        out[k] = sum;
    }
}

static void from_modes(const standing* s, const float* restrict x, float* restrict out) {
    memset(out, 0, sizeof(float) * (size_t)s->n);
    for (int32_t k = 0; k < s->n; ++k) {
        const float* restrict row = s->modes + k * s->stride;
        for (int32_t i = 0; i < s->n; ++i)
            out[i] += x[k] * row[i];
    }
}

void standing_step(standing* s, const quartic* energy, float stiffness, float alpha, float beta,
                   float h, const float* load, float* q, float* v) {
    if (s->h != h || s->stiffness != stiffness || s->alpha != alpha || s->beta != beta) {
        s->h = h, s->stiffness = stiffness, s->alpha = alpha, s->beta = beta;
        for (int32_t k = 0; k < s->n; ++k) {
            double decay = 0.5 * ((double)alpha + (double)beta * s->lambda[k]);
            propagator_matrix m = propagator_of((double)stiffness * s->lambda[k], decay, (double)h);
            propagator_set(&s->table, k, &m);
        }
    }
    to_modes(s, q, s->q);
    to_modes(s, v, s->v);
    for (int32_t i = 0; i < s->n; ++i) // q is overwritten below
        q[i] = load[i] - stiffness * energy->terms[i];
    to_modes(s, q, s->f);
    propagator_step(&s->table, 0, s->n, s->q, s->v, s->f);
    from_modes(s, s->q, q);
    from_modes(s, s->v, v);
}
