// The matrix of a vertex: the palette's, weighted. Three rows of four; blending all twelve vectorises.
// SPDX-License-Identifier: MIT
#pragma once

#include "supple/supple.h"

#include <string.h>

enum { BLEND_ROWS = 12 };

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
