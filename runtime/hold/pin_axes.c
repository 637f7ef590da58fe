// One blend a vertex, and the inverse of a matrix of nine.
// SPDX-License-Identifier: MIT
#include "runtime/hold/pin_axes.h"

#include "runtime/base/assert.h"
#include "runtime/math/svd.h"
#include "runtime/show/blend.h"

#include <math.h>
#include <string.h>

// Of a blend's mean scale: what is flatter is let go.
static const double PIN_AXES_FLAT = 0.05;

bool pin_axes_bend(const supple_body* b, supple_point at) {
    SUPPLE_ASSERT(point_is_sound(b, at));
    int32_t first = -1;
    for (int corner = 0; corner < 3; ++corner) {
        if (at.weight[corner] == 0.0f)
            continue;
        if (first >= 0 && !blend_is_same(&b->asset, at.vertex[first], at.vertex[corner]))
            return true;
        first = first < 0 ? corner : first;
    }
    return false;
}

// out = the inverse of m; where m is nearly flat that of what is left of it.
static void invert(const double m[9], double out[9]) {
    double square = 0.0, det = 0.0;
    for (int i = 0; i < 9; ++i)
        square += m[i] * m[i];
    double scale = sqrt(square / 3.0), cofactor[9];
    for (int r = 0; r < 3; ++r)
        for (int c = 0; c < 3; ++c) {
            int r1 = (r + 1) % 3, r2 = (r + 2) % 3, c1 = (c + 1) % 3, c2 = (c + 2) % 3;
            cofactor[3 * c + r] = m[3 * r1 + c1] * m[3 * r2 + c2] - m[3 * r1 + c2] * m[3 * r2 + c1];
        }
    for (int c = 0; c < 3; ++c)
        det += m[c] * cofactor[3 * c];
    if (fabs(det) > 2.0 * PIN_AXES_FLAT * scale * scale * scale) {
        for (int i = 0; i < 9; ++i)
            out[i] = cofactor[i] / det;
        return;
    }
    double turns[9], lost[9];
    memcpy(lost, m, sizeof lost);
    svd_pseudo_inverse(lost, 3, 3, PIN_AXES_FLAT * scale, turns, out);
}

void pin_axes_find(const supple_body* b, supple_point at, double into[9]) {
    SUPPLE_ASSERT(point_is_sound(b, at));
    double m[9] = {0.0}, unit = (double)b->asset.metres / (double)b->state->options.world_metres;
    double all = 0.0;
    for (int corner = 0; corner < 3; ++corner)
        all += fabs((double)at.weight[corner]);
    for (int corner = 0; corner < 3; ++corner) {
        float blend[12];
        if (at.weight[corner] == 0.0f)
            continue;
        blend_palette(&b->asset, body_palette(b), at.vertex[corner], blend);
        for (int r = 0; r < 3; ++r)
            for (int c = 0; c < 3; ++c)
                m[3 * r + c] +=
                    fabs((double)at.weight[corner]) / all * (double)blend[4 * r + c] / unit;
    }
    invert(m, into);
}

void pin_axes_rows(const supple_body* b, supple_point at, const double into[9], size_t n,
                   double* rows) {
    bool bends = pin_axes_bend(b, at);
    point_rows_in(b, at, bends ? POINT_WORLD : POINT_OWN, n, rows);
    for (size_t i = 0; i < n && bends; ++i) {
        const double x[3] = {rows[i], rows[n + i], rows[2 * n + i]};
        for (size_t r = 0; r < 3; ++r)
            rows[r * n + i] = into[3 * r] * x[0] + into[3 * r + 1] * x[1] + into[3 * r + 2] * x[2];
    }
}
