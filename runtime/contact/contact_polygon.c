// Sutherland & Hodgman 1974, on polygons of one corner and more.
// SPDX-License-Identifier: MIT
#include "runtime/contact/contact_polygon.h"

#include "runtime/base/assert.h"
#include "runtime/math/vec3d.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

static const double ALONG = 1e-3; // the sine between edges that lie along each other

static double turn_of(const double a[2], const double b[2], const double c[2]) {
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

// Two unit vectors across a normal, the same for the same normal.
static void find_axes(const double normal[3], double axes[3][3]) {
    int least = fabs(normal[0]) < fabs(normal[1]) ? 0 : 1;
    least = fabs(normal[2]) < fabs(normal[least]) ? 2 : least;
    double e[3] = {0.0, 0.0, 0.0};
    e[least] = 1.0;
    cross3(normal, e, axes[0]);
    double length = sqrt(dot3(axes[0], axes[0]));
    for (int k = 0; k < 3; ++k)
        axes[0][k] /= length;
    cross3(normal, axes[0], axes[1]);
    memcpy(axes[2], normal, sizeof axes[2]);
}

// ---- the polygon of some points --------------------------------------------------------

static bool comes_before(const polygon_point* a, const polygon_point* b) {
    return a->x[0] != b->x[0]   ? a->x[0] < b->x[0]
           : a->x[1] != b->x[1] ? a->x[1] < b->x[1]
                                : a->id < b->id;
}

static void sort(polygon_point* p, int32_t count) {
    for (int32_t i = 1; i < count; ++i) {
        polygon_point t = p[i];
        int32_t k = i;
        for (; k > 0 && comes_before(&t, &p[k - 1]); --k)
            p[k] = p[k - 1];
        p[k] = t;
    }
}

// The hull of sorted points (Andrew 1979). `least`: no corner turns by less area.
static int32_t hull_of(const polygon_point* p, int32_t count, double least, polygon_point* out) {
    int32_t n = 0;
    for (int pass = 0; pass < 2; ++pass) {
        int32_t from = n;
        for (int32_t k = 0; k < count; ++k) {
            const polygon_point* next = &p[pass == 0 ? k : count - 1 - k];
            while (n >= from + 2 && turn_of(out[n - 2].x, out[n - 1].x, next->x) <= least)
                --n;
            out[n++] = *next;
        }
        --n; // it begins the other pass
    }
    return n > 0 ? n : 1;
}

// The plane through a polygon, by the sums of Newell over its edges; level where it has no area.
static void find_plane(polygon* p, double size) {
    double n[3] = {0.0, 0.0, 0.0}, middle[3] = {0.0, 0.0, 0.0};
    for (int32_t i = 0; i < p->count; ++i) {
        const polygon_point *a = &p->points[i], *b = &p->points[(i + 1) % p->count];
        n[0] += (a->x[1] - b->x[1]) * (a->height + b->height);
        n[1] += (a->height - b->height) * (a->x[0] + b->x[0]);
        n[2] += (a->x[0] - b->x[0]) * (a->x[1] + b->x[1]);
        middle[0] += a->x[0] / p->count;
        middle[1] += a->x[1] / p->count;
        middle[2] += a->height / p->count;
    }
    bool wide = p->count > 2 && fabs(n[2]) > 1e-6 * size * size;
    p->slope[0] = wide ? -n[0] / n[2] : 0.0;
    p->slope[1] = wide ? -n[1] / n[2] : 0.0;
    if (p->count == 2) { // along the edge
        const polygon_point *a = &p->points[0], *b = &p->points[1];
        double d[2] = {b->x[0] - a->x[0], b->x[1] - a->x[1]}, square = d[0] * d[0] + d[1] * d[1];
        for (int k = 0; k < 2 && square > 0.0; ++k)
            p->slope[k] = d[k] * (b->height - a->height) / square;
    }
    p->level = middle[2] - p->slope[0] * middle[0] - p->slope[1] * middle[1];
}

void polygon_of(const double (*points)[3], int32_t count, const double normal[3], double sign,
                double level, polygon* out) {
    SUPPLE_ASSERT(count > 0 && level >= 0.0);
    polygon_point all[POLYGON_MOST], ring[2 * POLYGON_MOST + 2];
    double least = INFINITY, low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
    int32_t n = 0;
    find_axes(normal, out->axes);
    for (int32_t i = 0; i < count; ++i) {
        double far = sign * dot3(points[i], normal);
        least = far < least ? far : least;
    }
    for (int32_t i = 0; i < count && n < POLYGON_MOST; ++i) {
        double far = dot3(points[i], normal);
        if (sign * far > least + level)
            continue;
        all[n] =
            (polygon_point){.x = {dot3(points[i], out->axes[0]), dot3(points[i], out->axes[1])},
                            .height = far,
                            .id = (uint64_t)i + 1};
        for (int k = 0; k < 2; ++k) {
            low[k] = all[n].x[k] < low[k] ? all[n].x[k] : low[k];
            high[k] = all[n].x[k] > high[k] ? all[n].x[k] : high[k];
        }
        ++n;
    }
    double wide = high[0] - low[0] > high[1] - low[1] ? high[0] - low[0] : high[1] - low[1];
    sort(all, n);
    out->count = n > 1 ? hull_of(all, n, 1e-6 * wide * wide, ring) : n;
    memcpy(out->points, n > 1 ? ring : all, sizeof *out->points * (size_t)out->count);
    find_plane(out, wide);
}

// ---- where two meet --------------------------------------------------------------------

static double height_at(const polygon* p, const double x[2]) {
    return p->level + p->slope[0] * x[0] + p->slope[1] * x[1];
}

static polygon_point between(const polygon_point* a, const polygon_point* b, double fraction,
                             uint64_t by) {
    polygon_point out = {.id = (a->id < b->id ? a->id << 20 ^ b->id : b->id << 20 ^ a->id) * 31 ^
                               by << 40};
    for (int k = 0; k < 2; ++k)
        out.x[k] = a->x[k] + fraction * (b->x[k] - a->x[k]);
    return out;
}

// Leaves of some points what is on the left of the line from a to b.
static void cut(polygon* p, const double a[2], const double b[2], uint64_t by) {
    polygon_point out[POLYGON_MOST];
    int32_t n = 0, edges = p->count > 2 ? p->count : p->count - 1;
    double d[2] = {b[0] - a[0], b[1] - a[1]}, least = -1e-6 * (d[0] * d[0] + d[1] * d[1]);
    if (p->count == 1) {
        p->count = turn_of(a, b, p->points[0].x) >= least ? 1 : 0;
        return;
    }
    for (int32_t i = 0; i < p->count && n + 2 < POLYGON_MOST; ++i) {
        const polygon_point *from = &p->points[i], *to = &p->points[(i + 1) % p->count];
        double u = turn_of(a, b, from->x), v = turn_of(a, b, to->x);
        if (u >= least)
            out[n++] = *from;
        if (i < edges && ((u > 0.0 && v < least) || (u < least && v > 0.0)))
            out[n++] = between(from, to, u / (u - v), by);
    }
    p->count = n;
    memcpy(p->points, out, sizeof *out * (size_t)n);
}

// Two edges: where they cross, or of what lies along each other the part that both have.
static void cross(const polygon* first, const polygon* second, polygon* out) {
    const polygon_point *a = first->points, *b = second->points;
    double d[2] = {a[1].x[0] - a[0].x[0], a[1].x[1] - a[0].x[1]},
           e[2] = {b[1].x[0] - b[0].x[0], b[1].x[1] - b[0].x[1]};
    double turn = d[0] * e[1] - d[1] * e[0], dd = d[0] * d[0] + d[1] * d[1],
           ee = e[0] * e[0] + e[1] * e[1];
    if (turn * turn > ALONG * ALONG * dd * ee) {
        double f[2] = {b[0].x[0] - a[0].x[0], b[0].x[1] - a[0].x[1]},
               u = (f[0] * e[1] - f[1] * e[0]) / turn;
        out->points[0] = between(&a[0], &a[1], u < 0.0 ? 0.0 : u > 1.0 ? 1.0 : u, b[0].id);
        out->count = 1;
        return;
    }
    for (int k = 0; k < 2; ++k) { // across the ends of the second
        double sign = k == 0 ? -1.0 : 1.0,
               to[2] = {b[k].x[0] - sign * e[1], b[k].x[1] + sign * e[0]};
        cut(out, b[k].x, to, b[k].id);
    }
}

void polygon_intersection(const polygon* upper, const polygon* lower, polygon* out) {
    const polygon *by = lower->count >= upper->count ? lower : upper,
                  *of = by == lower ? upper : lower;
    *out = *of;
    if (by->count == 2 && of->count == 2)
        cross(of, by, out);
    else if (by->count > 2)
        for (int32_t i = 0; i < by->count && out->count > 0; ++i) {
            const polygon_point *a = &by->points[i], *b = &by->points[(i + 1) % by->count];
            cut(out, a->x, b->x, a->id * 64 + b->id);
        }
    if (out->count ==
        0) { // they pass each other by what rounding leaves: the corner that is nearest along the normal
        int32_t best = 0;
        for (int32_t i = 1; i < of->count; ++i)
            if ((of == upper ? 1.0 : -1.0) * (of->points[i].height - of->points[best].height) < 0.0)
                best = i;
        out->points[0] = of->points[best];
        out->count = 1;
    }
    for (int32_t i = 0; i < out->count; ++i) {
        polygon_point* p = &out->points[i];
        p->id = p->id * 2 + (of == upper);
        double high = height_at(upper, p->x), low = height_at(lower, p->x);
        p->gap = high - low;
        for (int k = 0; k < 3; ++k)
            p->place[k] =
                p->x[0] * out->axes[0][k] + p->x[1] * out->axes[1][k] + high * out->axes[2][k];
    }
}
