// An empty box is turned inside out, so that joining it with anything gives the other.
// SPDX-License-Identifier: MIT
#include "bake/mesh/bounds.h"

#include "bake/base/assert.h"

#include <math.h>

bounds bounds_of(const vec3* positions, int32_t count) {
    SUPPLE_ASSERT(count >= 0);
    bounds b = {v3(INFINITY, INFINITY, INFINITY), v3(-INFINITY, -INFINITY, -INFINITY)};
    for (int32_t i = 0; i < count; ++i) {
        b.low = v3_min(b.low, positions[i]);
        b.high = v3_max(b.high, positions[i]);
    }
    return b;
}

bounds bounds_join(bounds a, bounds b) {
    return (bounds){v3_min(a.low, b.low), v3_max(a.high, b.high)};
}
