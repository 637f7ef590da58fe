// The floor: no plane is seen, only the shadow that the body throws on it.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/export/raster_camera.h"
#include "bake/export/raster_light.h"

// How much light the floor keeps at each pixel of a picture, in the order of its rows.
typedef struct floor_shade {
    int32_t width, height;
    float (*kept)[3];
} floor_shade;

// `c` is over pixels; `height` is the floor's y. In a strip the shadow fades towards the sides, for
// the next cell knows nothing of it.
floor_shade floor_shade_make(const camera* c, const light_rig* r, double height, bool fades,
                             arena* memory);

// The same as it was found before, at another scale.
floor_shade floor_shade_found(const camera* c, const raster_ground* g, double height, double scale,
                              bool fades, arena* memory);
