// Which triangle is seen at each sample of the raster: the visibility buffer.
//
// Nothing is shaded here. Shading later, once for each triangle of a pixel, costs a ninth of
// shading every one of 3 x 3 samples, and coverage is still exact to a sample.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/export/raster_camera.h"
#include "bake/export/raster_paint.h"

typedef struct fill_target {
    int32_t width, height; // samples
    int32_t block;         // samples a side of one pixel: the pattern of see-through paint
    float* nearness;       // 1 / distance along the view; 0 where nothing is
    int32_t* triangle;     // or -1
} fill_target;

fill_target fill_target_new(int32_t width, int32_t height, int32_t block, arena* memory);

// Draw all triangles, both sides. `space` are the vertices in camera axes.
void fill_surface(fill_target* t, const camera* c, const vec3* space, const paint* p);

// The triangle through camera-space corners, as planes through the eye: the barycentric
// coordinates of what a ray sees are proportional to its dot products with them.
typedef struct fill_corners {
    vec3 opposite[3];
} fill_corners;

fill_corners fill_corners_of(vec3 a, vec3 b, vec3 c);
void fill_barycentric(const fill_corners* k, vec3 ray, float b[3]);
