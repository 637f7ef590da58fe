// A row of moments of something that moves: how many, from when to when, how large and seen from where.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/export/raster.h"

typedef struct strip_options {
    int32_t moments;       // from left to right
    double from, to;       // seconds that they lie between; 0, 0: all of it
    int32_t width, height; // pixels of a moment
    view view;
} strip_options;

// The camera of its cells, at a body whose front is so many degrees from +z; what it frames is for the caller to say.
raster_options strip_camera(const strip_options* o, double front);

// The frame that the i-th moment shows, of frame_count at fps a second. A loop's last frame would be its first: when
// all of it is shown, the moments stop short of the end.
int32_t strip_frame(const strip_options* o, double fps, int32_t frame_count, bool loop, int32_t i);
