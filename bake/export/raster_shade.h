// The light that leaves a point of the surface, and the backdrop behind it.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/export/raster_fill.h"
#include "bake/export/raster_light.h"

typedef struct shading {
    const paint* paint;
    const camera* camera; // over samples
    const vec3* space;    // [vertex_count] in camera axes
    const light_rig* rig;
    int32_t samples; // a side of a pixel
    bool flat, wireframe;
} shading;

// What one triangle shows at a place of the raster (samples); linear, toned.
void shade_triangle(const shading* s, int32_t triangle, double x, double y, float rgb[3]);

// The studio's backdrop at a pixel of the picture.
void shade_backdrop(int32_t width, int32_t height, double x, double y, float rgb[3]);
