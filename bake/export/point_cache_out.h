// Point caches out, for Blender, Maya, Houdini and Cinema 4D.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/scene/point_cache.h"

// Frames are numbered from 0, one a sample: PC2 has no seconds.
bytes point_cache_pc2(const point_cache* c, arena* memory);
bytes point_cache_mdd(const point_cache* c, arena* memory);
