// Point caches in: PC2 (little-endian) and MDD (big-endian), by their first bytes.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/scene/point_cache.h"

// One that is read frame by frame, from bytes that outlive it.
typedef struct point_cache_file {
    bytes bytes;
    place where; // for sentences
    int32_t frame_count, point_count;
    double* times; // [frame_count] seconds
    bool big_endian;
    size_t head; // bytes before the first frame
} point_cache_file;

// fps: of the frames that a PC2 counts in, which has no seconds. False with a sentence when it is neither or cut off.
bool point_cache_open(bytes file, const char* path, double fps, arena* memory,
                      point_cache_file* out, report* r);

// One frame, [point_count]; false with a sentence when it holds numbers that are none.
bool point_cache_points(const point_cache_file* c, int32_t frame, float (*out)[3], report* r);

// All of it at once.
bool point_cache_read(bytes file, const char* path, double fps, arena* memory, point_cache* out,
                      report* r);
