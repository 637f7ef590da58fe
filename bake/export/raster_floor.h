// The floor: no plane is seen, only the shadow that the body throws on it.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/export/raster_camera.h"
#include "bake/export/raster_light.h"

// How much light the floor keeps at the corners of blocks of 2 x 2 pixels, bilinear between them:
// a shadow is smooth, so a quarter of the work looks the same.
typedef struct floor_shade {
    int32_t columns, rows;
    float (*kept)[3];
} floor_shade;

// `c` is over pixels; `height` is the floor's y.
floor_shade floor_shade_make(const camera* c, const light_rig* r, double height, arena* memory);
void floor_shade_at(const floor_shade* f, double x, double y, float kept[3]);
