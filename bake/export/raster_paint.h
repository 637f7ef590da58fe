// What colour the surface itself has at a point: material, texture, vertex colour or scalar.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/export/raster_texture.h"

typedef struct paint {
    const surface* f;
    const scene* s_or_null;
    const color_tables* tables;
    const texture* textures_or_null; // [image_count]
    const float* scalar_or_null;
    float scalar_low, scalar_high;
} paint;

// How the alpha of a triangle's paint is understood.
typedef enum paint_holes { PAINT_SOLID, PAINT_CUT, PAINT_BLENDED } paint_holes;

paint_holes paint_has_holes(const paint* p, int32_t triangle, float* cutoff);

// Linear RGB and alpha at barycentric b. `level` is the texture's.
void paint_at(const paint* p, int32_t triangle, const float b[3], int32_t level, float rgba[4]);

// The texture level whose texels are about as large as a pixel when the triangle covers
// `pixels` of them.
int32_t paint_level(const paint* p, int32_t triangle, double pixels);
