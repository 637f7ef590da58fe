// SPDX-License-Identifier: MIT
#include "bake/portrait/velocities.h"

#include "bake/base/assert.h"

#include <stddef.h>

// The slope at q0 of the parabola through q0, q1 and q2, a state apart; of the line where there is no q2.
static double slope(double q0, double q1, const double* q2_or_null, double fps) {
    return q2_or_null != NULL ? (-1.5 * q0 + 2.0 * q1 - 0.5 * *q2_or_null) * fps : (q1 - q0) * fps;
}

void velocities_between(const double* q, int32_t width, int32_t first, int32_t last, double fps,
                        bool begins, double* v) {
    SUPPLE_ASSERT(first <= last && width >= 0);
    ptrdiff_t w = width, a = first, b = last;
    for (ptrdiff_t i = 0; i < w; ++i) {
        for (ptrdiff_t s = a + 1; s < b; ++s)
            v[s * w + i] = 0.5 * fps * (q[(s + 1) * w + i] - q[(s - 1) * w + i]);
        if (a == b) {
            if (begins)
                v[a * w + i] = 0.0;
            continue;
        }
        bool three = b - a > 1;
        v[b * w + i] =
            -slope(q[b * w + i], q[(b - 1) * w + i], three ? &q[(b - 2) * w + i] : NULL, fps);
        if (begins)
            v[a * w + i] =
                slope(q[a * w + i], q[(a + 1) * w + i], three ? &q[(a + 2) * w + i] : NULL, fps);
    }
}
