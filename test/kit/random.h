// The same random numbers on every machine.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/vec.h"

#include <stdint.h>

static uint64_t seed;

static inline double random_in(double low, double high) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return low + (high - low) * (double)(seed >> 11) / 9007199254740992.0;
}

static inline vec3 random_point(double reach) {
    double x = random_in(-reach, reach), y = random_in(-reach, reach);
    return v3(x, y, random_in(-reach, reach));
}
