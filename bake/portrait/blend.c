// SPDX-License-Identifier: MIT
#include "bake/portrait/blend.h"

#include <math.h>

static const double LEAST_RATE = 1.0; // 1/s, of a motion that does not move

void blend_offset(const double* d, const double* w, int32_t width, double rate, double t,
                  double* offset, double* velocity_or_null) {
    double fade = exp(-rate * t);
    for (int32_t i = 0; i < width; ++i) {
        double grows = w[i] + rate * d[i];
        offset[i] = (d[i] + grows * t) * fade;
        if (velocity_or_null != NULL)
            velocity_or_null[i] = grows * fade - rate * offset[i];
    }
}

void blend_shown(const portrait* p, int32_t from, int32_t at, int32_t last, int32_t states,
                 double rate, double* q, double* v_or_null) {
    int32_t rank = p->rank, then = states < last - at ? at + states : last;
    double d[LOW_RANK_MOST] = {0}, w[LOW_RANK_MOST] = {0};
    const double *q_from = p->q + (size_t)from * (size_t)rank,
                 *v_from = p->v + (size_t)from * (size_t)rank;
    const double *q_at = p->q + (size_t)at * (size_t)rank, *v_at = p->v + (size_t)at * (size_t)rank;
    for (int32_t i = 0; i < rank; ++i) {
        d[i] = q_from[i] - q_at[i];
        w[i] = v_from[i] - v_at[i];
    }
    blend_offset(d, w, rank, rate, states / p->of->palette.fps, q, v_or_null);
    bool ended = states > last - at;
    for (int32_t i = 0; i < rank; ++i) {
        size_t k = (size_t)then * (size_t)rank + (size_t)i;
        q[i] += p->q[k];
        if (v_or_null != NULL)
            v_or_null[i] += ended ? 0.0 : p->v[k];
    }
}

double blend_natural_rate(const portrait* p) {
    return p->balance > 0.0 ? 1.0 / sqrt(p->balance) : LEAST_RATE;
}
