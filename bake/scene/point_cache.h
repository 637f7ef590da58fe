// Points that move, frame by frame: what PC2 and MDD files hold, and the film side reads.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/file.h"

typedef struct point_cache {
    int32_t frame_count, point_count;
    double* times;      // [frame_count] seconds
    float (*points)[3]; // [frame_count][point_count]
} point_cache;
