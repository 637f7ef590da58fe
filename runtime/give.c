// How far a newton moves each vertex: what is soft where, in the pose as it is.
//
// With W what coordinates do to a vertex and K their stiffness, a force F there moves it by W K^-1 W' F; the
// mean over directions is a third of the trace. Bones are held, and a free body by its middle.
// SPDX-License-Identifier: MIT
#include "runtime/body.h"
#include "runtime/cholesky.h"
#include "runtime/pose_part.h"

#include <string.h>

// One coordinate's displacement of the i-th vertex of a part along an axis, metres.
static float shape_at(const supple_body* b, const body_part* part, int32_t k, int32_t i, int axis) {
    const format_part* record = part->asset.record;
    size_t at =
        3 * (record->shape_texel + (size_t)k * record->member_count + (size_t)i) + (size_t)axis;
    float texel = b->asset.shapes.is_float ? ((const float*)b->asset.shapes.texels)[at]
                                           : (float)((const int16_t*)b->asset.shapes.texels)[at];
    return texel * part->asset.coords[k].shape_scale * b->asset.metres;
}

static float of_springs(const supple_body* b, int32_t p, int32_t i) {
    const body_part* part = &b->parts[p];
    float sum = 0.0f;
    for (int32_t k = 0; k < b->active[p]; ++k)
        for (int axis = 0; axis < 3 && b->lambda[part->first + k] > 0.0f; ++axis) {
            float x = shape_at(b, part, k, i, axis);
            sum += x * x / b->lambda[part->first + k];
        }
    return sum / 3.0f;
}

static float of_posed(const supple_body* b, int32_t p, int32_t i, const float* factor,
                      int32_t stride) {
    const body_part* part = &b->parts[p];
    int32_t n = b->active[p];
    float sum = 0.0f, w[FORMAT_MAX_POSED_COORDS], x[FORMAT_MAX_POSED_COORDS];
    for (int axis = 0; axis < 3; ++axis) {
        for (int32_t k = 0; k < n; ++k)
            w[k] = x[k] = shape_at(b, part, k, i, axis);
        cholesky_solve(factor, n, stride, x);
        for (int32_t k = 0; k < n; ++k)
            sum += w[k] * x[k];
    }
    return sum / 3.0f;
}

void supple_body_give(supple_body* body, float* give) {
    memset(give, 0, sizeof *give * (size_t)body->asset.vertex_count);
    for (int32_t p = 0; p < body->part_count; ++p) {
        const body_part* part = &body->parts[p];
        int32_t count = (int32_t)part->asset.record->member_count, stride = 0;
        const float* factor = part->posed != NULL ? pose_part_factor(body, p, &stride) : NULL;
        for (int32_t i = 0; i < count; ++i)
            give[part->asset.members[i]] +=
                factor != NULL ? of_posed(body, p, i, factor, stride) : of_springs(body, p, i);
    }
}
