// A point of the surface, the light that leaves it, and the backdrop behind.
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
    const raster_arriving* arriving_or_null; // [vertex_count] instead of the rig's light
} shading;

// What the camera sees of a triangle at one place of the raster.
typedef struct shade_point {
    float b[3];              // barycentric
    float position[3];       // from the rig's origin
    float normal[3], eye[3]; // unit; eye is towards the camera
    bool behind;             // the back of the triangle is seen
} shade_point;

shade_point shade_point_at(const shading* s, int32_t triangle, double x, double y);

// What leaves the point towards the camera; linear, toned. x, y: where it is, for the wires.
void shade_leaving(const shading* s, int32_t triangle, const shade_point* p, const light_seen* seen,
                   double x, double y, float rgb[3]);

// The studio's backdrop at a pixel of the picture.
void shade_backdrop(int32_t width, int32_t height, double x, double y, float rgb[3]);
