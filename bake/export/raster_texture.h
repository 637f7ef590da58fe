// Base colour images of a scene, decoded, with smaller copies of each for distance.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/export/raster.h"
#include "bake/export/raster_color.h"

enum { TEXTURE_LEVELS = 15 };

typedef struct texture {
    int32_t level_count;            // 0: there is no picture
    picture levels[TEXTURE_LEVELS]; // RGBA, each half the one before
} texture;

// One a scene image; only those that the triangles' materials use are decoded.
texture* textures_load(const scene* s, const surface* f, const color_tables* t, arena* memory);

// Bilinear with repeat; colour linear.
void texture_sample(const texture* x, const color_tables* t, int32_t level, const float uv[2],
                    float rgba[4]);
