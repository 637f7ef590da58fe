// Palettes for tests of moving bodies: turns about an axis, places, scripted motion.
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/math/exact.h"
#include "supple/supple.h"

#include <string.h>

// Turned by `angle` about (1, 2, 2) / 3, then moved.
static inline supple_matrix palette_matrix(double angle, double x, double y, double z) {
    double s, c;
    exact_sincos(angle, &s, &c);
    const double n[3] = {1.0 / 3.0, 2.0 / 3.0, 2.0 / 3.0};
    const double cross[3][3] = {{0, -n[2], n[1]}, {n[2], 0, -n[0]}, {-n[1], n[0], 0}};
    const double to[3] = {x, y, z};
    supple_matrix m;
    memset(&m, 0, sizeof m);
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j)
            m.m[4 * j + i] =
                (float)((i == j ? c : 0.0) + s * cross[i][j] + (1.0 - c) * n[i] * n[j]);
        m.m[12 + i] = (float)to[i];
    }
    m.m[15] = 1.0f;
    return m;
}

static inline void palette_set(supple_matrix* palette, int32_t count, double angle, double x,
                               double y, double z) {
    for (int32_t i = 0; i < count; ++i)
        palette[i] = palette_matrix(angle, x, y, z);
}

// A walk of a kind: sways, turns, bounces; every bone a little later than the one before.
static inline void palette_script(supple_matrix* palette, int32_t count, double t) {
    for (int32_t i = 0; i < count; ++i) {
        double late = t - 0.05 * i;
        palette[i] = palette_matrix(0.6 * exact_sin(5.0 * late), 0.2 * exact_sin(7.0 * late),
                                    0.05 * exact_sin(12.0 * late), 0.5 * t);
    }
}
