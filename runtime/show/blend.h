// The matrix of a vertex: the palette's, weighted. Three rows of four; blending all twelve vectorises.
// SPDX-License-Identifier: MIT
#pragma once

#include "supple/supple.h"

#include <string.h>

enum { BLEND_ROWS = 12 };

// Whether the same bones carry two vertices, by the same weights.
static inline bool blend_is_same(const supple_asset* asset, uint32_t u, uint32_t v) {
    size_t count = (size_t)asset->influence_count;
    return u == v || count == 0 ||
           (memcmp(asset->joints + u * count, asset->joints + v * count,
                   count * sizeof(uint16_t)) == 0 &&
            memcmp(asset->weights + u * count, asset->weights + v * count, count * sizeof(float)) ==
                0);
}

static inline void blend_palette(const supple_asset* asset, const float (*palette)[BLEND_ROWS],
                                 uint32_t vertex, float out[BLEND_ROWS]) {
    int32_t count = asset->influence_count;
    if (count == 0) {
        memcpy(out, palette[0], sizeof *palette);
        return;
    }
    const uint16_t* joints = asset->joints + (size_t)vertex * (size_t)count;
    const float* weights = asset->weights + (size_t)vertex * (size_t)count;
    float sum[BLEND_ROWS] = {0};
    for (int32_t j = 0; j < count; ++j) {
        const float* bone = palette[joints[j]];
        float weight = weights[j];
        for (int k = 0; k < BLEND_ROWS; ++k)
            sum[k] += weight * bone[k];
    }
    memcpy(out, sum, sizeof sum);
}
