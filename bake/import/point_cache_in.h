// Point caches in: PC2 (little-endian) and MDD (big-endian), by their first bytes.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/scene/point_cache.h"

// fps: of the frames that a PC2 counts in, which has no seconds. False with a sentence when it is neither,
// cut off, or holds numbers that are none.
bool point_cache_read(bytes file, const char* path, double fps, arena* memory, point_cache* out,
                      report* r);
