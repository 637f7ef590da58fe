// Roots that libm rounds differently from machine to machine.
// SPDX-License-Identifier: MIT
#pragma once

// Of a number above 0, by Newton from above; good to about 1e-12.
static inline double cube_root(double x) {
    double y = x > 1.0 ? x : 1.0;
    for (int i = 0; i < 200 && y * y * y > x * (1.0 + 1e-12); ++i)
        y = (2.0 * y + x / (y * y)) / 3.0;
    return y;
}
