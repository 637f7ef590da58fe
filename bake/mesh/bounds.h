// The box round some points, sides along the axes.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/vec.h"

#include <stdint.h>

typedef struct bounds {
    vec3 low, high; // low > high when empty
} bounds;

bounds bounds_of(const vec3* positions, int32_t count);
bounds bounds_join(bounds a, bounds b);
