// Point caches out, for Blender, Maya, Houdini and Cinema 4D: whole, or frame by frame as they come.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/scene/point_cache.h"

typedef enum point_cache_layout { POINT_CACHE_PC2, POINT_CACHE_MDD } point_cache_layout;

// Frames are numbered from 0, one a sample: PC2 has no seconds.
bytes point_cache_pc2(const point_cache* c, arena* memory);
bytes point_cache_mdd(const point_cache* c, arena* memory);

// What stands before the frames; times: [frame_count] s, which PC2 does not have.
bytes point_cache_head(point_cache_layout layout, int32_t frame_count, int32_t point_count,
                       const double* times, arena* memory);
// One frame as it stands there, into [12 * count] bytes; and back.
void point_cache_frame(point_cache_layout layout, const float (*points)[3], int32_t count,
                       uint8_t* out);
void point_cache_unframe(point_cache_layout layout, const uint8_t* frame, int32_t count,
                         float (*out)[3]);
