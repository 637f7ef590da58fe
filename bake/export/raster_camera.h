// The camera of one view: a pinhole that stands so that what it shows just fits.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/export/raster.h"

typedef struct camera {
    vec3 eye, right, up, forward; // axes unit, world
    double focal;                 // raster units at distance 1
    double center_x, center_y;    // where `forward` meets the raster, y down
    double reach;                 // distance from the eye to the middle of what it shows
    int32_t width, height;        // of the raster
} camera;

// In camera axes: x right, y up, z along the view.
static inline vec3 camera_space(const camera* c, vec3 world) {
    vec3 d = v3_sub(world, c->eye);
    return v3(v3_dot(d, c->right), v3_dot(d, c->up), v3_dot(d, c->forward));
}

// The direction, in camera axes with z = 1, that a place of the raster looks along.
static inline vec3 camera_ray(const camera* c, double x, double y) {
    return v3((x - c->center_x) / c->focal, (c->center_y - y) / c->focal, 1.0);
}

// Where the picture may hold the body: pixels kept free at each side.
typedef struct camera_room {
    int32_t width, height;
    double left, right, top, bottom;
} camera_room;

// The nearest camera looking in the direction of `v` that has every point in the room.
camera camera_fit(view v, const camera_room* room, const vec3* points, int32_t count);

// The same, farther away: at `reach`, still centred. So views of a strip share one scale.
camera camera_back_off(const camera* c, double reach);

// The same camera over a raster `samples` times as fine.
camera camera_scaled(const camera* c, int32_t samples);
