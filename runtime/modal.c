// Modes, stepped exactly by runtime/propagator.h: all that there is to know is in the records of coordinates.
// SPDX-License-Identifier: MIT
#include "runtime/modal.h"

#include "runtime/assert.h"
#include "runtime/bound.h"
#include "runtime/point.h"

#include <math.h>

static void step(supple_body* b, int32_t p) {
    SUPPLE_ASSERT(b->active[p] <= b->parts[p].count && b->table_h == b->step.h);
    propagator_step(&b->table, b->parts[p].first, b->active[p], b->q, b->v, b->force);
}

static void rest(supple_body* b, int32_t p) {
    for (int32_t i = 0; i < b->parts[p].count; ++i)
        body_rest_coord(b, b->parts[p].first + i);
}

static float swing(const supple_body* b, int32_t i) {
    float lambda = b->lambda[i], v = fabsf(b->v[i]);
    if (lambda > 0.0f)
        return fabsf(b->q[i] - b->load[i] / lambda) + v / sqrtf(lambda);
    return b->load[i] == 0.0f ? v : INFINITY; // free to drift: within a second
}

static float residual(supple_body* b, int32_t p, float enough) {
    float* left = b->turned[0];
    (void)enough;
    for (int32_t c = b->parts[p].first; c < b->parts[p].first + b->active[p]; ++c)
        left[c] = swing(b, c);
    return bound_of(b, p, left);
}

static void compliance(supple_body* b, int32_t p, float* out) {
    const body_part* part = &b->parts[p];
    for (uint32_t i = 0; i < part->asset.record->member_count; ++i) {
        float sum = 0.0f;
        for (int32_t k = 0; k < b->active[p]; ++k) {
            float w[3], lambda = b->lambda[part->first + k];
            point_shape(b, p, i, k, w);
            for (int axis = 0; axis < 3 && lambda > 0.0f; ++axis)
                sum += w[axis] * w[axis] / lambda;
        }
        out[part->asset.members[i]] += sum / 3.0f;
    }
}

const part_model modal_model = {
    .step = step,
    .rest = rest,
    .residual = residual,
    .sleep_share = 1e-4f,
    .compliance = compliance,
};
