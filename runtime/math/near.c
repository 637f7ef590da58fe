// Straight from the book; degenerate triangles and segments answer with a point of theirs.
// SPDX-License-Identifier: MIT
#include "runtime/math/near.h"

#include "runtime/base/assert.h"

#include <math.h>

double near_unit(double a[3], double least) {
    SUPPLE_ASSERT(least >= 0.0);
    double length = sqrt(dot3(a, a));
    if (!(length > least))
        return 0.0;
    for (int i = 0; i < 3; ++i)
        a[i] /= length;
    return length;
}

static inline near_point finish(const double x[3], const double a[3], const double b[3],
                                const double c[3], double u, double v, double w, int feature) {
    near_point n = {{0}, {u, v, w}, 0.0, feature};
    for (int i = 0; i < 3; ++i) {
        n.place[i] = u * a[i] + v * b[i] + w * c[i];
        n.square += (x[i] - n.place[i]) * (x[i] - n.place[i]);
    }
    return n;
}

near_point near_triangle(const double x[3], const double a[3], const double b[3],
                         const double c[3]) {
    double ab[3], ac[3], to[3];
    minus3(b, a, ab);
    minus3(c, a, ac);
    minus3(x, a, to);
    double d1 = dot3(ab, to), d2 = dot3(ac, to);
    if (d1 <= 0.0 && d2 <= 0.0)
        return finish(x, a, b, c, 1.0, 0.0, 0.0, 0);
    minus3(x, b, to);
    double d3 = dot3(ab, to), d4 = dot3(ac, to);
    if (d3 >= 0.0 && d4 <= d3)
        return finish(x, a, b, c, 0.0, 1.0, 0.0, 1);
    double vc = d1 * d4 - d3 * d2;
    if (vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0 && d1 > d3) { // else the edge is a point
        double t = d1 / (d1 - d3);
        return finish(x, a, b, c, 1.0 - t, t, 0.0, NEAR_EDGE);
    }
    minus3(x, c, to);
    double d5 = dot3(ab, to), d6 = dot3(ac, to);
    if (d6 >= 0.0 && d5 <= d6)
        return finish(x, a, b, c, 0.0, 0.0, 1.0, 2);
    double vb = d5 * d2 - d1 * d6;
    if (vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0 && d2 > d6) {
        double t = d2 / (d2 - d6);
        return finish(x, a, b, c, 1.0 - t, 0.0, t, NEAR_EDGE + 2);
    }
    double va = d3 * d6 - d5 * d4;
    if (va <= 0.0 && d4 - d3 >= 0.0 && d5 - d6 >= 0.0 && (d4 - d3) + (d5 - d6) > 0.0) {
        double t = (d4 - d3) / ((d4 - d3) + (d5 - d6));
        return finish(x, a, b, c, 0.0, 1.0 - t, t, NEAR_EDGE + 1);
    }
    double sum = va + vb + vc;
    if (!(sum > 0.0)) // flat to a line or a point: none of the regions took it
        return finish(x, a, b, c, 1.0, 0.0, 0.0, 0);
    return finish(x, a, b, c, va / sum, vb / sum, vc / sum, NEAR_FACE);
}

static double clamped(double x) {
    return x < 0.0 ? 0.0 : x > 1.0 ? 1.0 : x;
}

void near_segments(const double a0[3], const double a1[3], const double b0[3], const double b1[3],
                   double* s, double* t) {
    double u[3], v[3], w[3];
    minus3(a1, a0, u);
    minus3(b1, b0, v);
    minus3(a0, b0, w);
    double uu = dot3(u, u), vv = dot3(v, v), uv = dot3(u, v), uw = dot3(u, w), vw = dot3(v, w);
    double spread = uu * vv - uv * uv; // 0 when parallel
    *s = spread > 1e-12 * uu * vv ? clamped((uv * vw - uw * vv) / spread) : 0.0;
    *t = vv > 0.0 ? (uv * *s + vw) / vv : 0.0;
    if (*t < 0.0 || *t > 1.0 || !(vv > 0.0)) {
        *t = clamped(*t);
        *s = uu > 0.0 ? clamped((uv * *t - uw) / uu) : 0.0;
    }
}

bool near_crossing(const double x[3], const double y[3], const double a[3], const double b[3],
                   const double c[3], double* along, double weight[3]) {
    double d[3], ab[3], ac[3], ax[3], p[3], q[3];
    minus3(y, x, d);
    minus3(b, a, ab);
    minus3(c, a, ac);
    minus3(x, a, ax);
    cross3(d, ac, p);
    double volume = dot3(ab, p);
    if (volume == 0.0)
        return false;
    cross3(ax, ab, q);
    double v = dot3(ax, p) / volume, w = dot3(d, q) / volume;
    *along = dot3(ac, q) / volume;
    if (!(v >= 0.0 && w >= 0.0 && v + w <= 1.0 && *along >= 0.0 && *along <= 1.0))
        return false;
    weight[0] = 1.0 - v - w;
    weight[1] = v;
    weight[2] = w;
    return true;
}
