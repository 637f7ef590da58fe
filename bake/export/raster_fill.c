// Triangles to samples with integer edge functions.
//
// Corners are rounded to 1/64 sample, then inside is a question of integers: two triangles that
// share an edge neither both take a sample on it nor both leave it (the top-left rule of Direct3D).
// Depth and barycentric coordinates come from the plane of the whole triangle in homogeneous
// coordinates (Olano and Greer 1997), so clipping at the near plane changes neither.
// SPDX-License-Identifier: MIT
#include "bake/export/raster_fill.h"

#include "bake/base/assert.h"

enum { SUBSAMPLE = 64, CLIP_MAX = 10 };
static const double guard = 131072.0; // samples from the middle: beyond, corners are clipped

typedef struct fixed_point {
    int64_t x, y; // 1 / SUBSAMPLE sample
} fixed_point;

// One triangle on its way: what a sample needs to decide.
typedef struct filling {
    fill_target* target;
    const camera* camera;
    const paint* paint;
    fill_corners corners;
    paint_holes holes;
    float cutoff;
    int32_t triangle, level;
    double near_a, near_b, near_c; // 1 / z = a x + b y + c in samples
    double near_low, near_high;    // of the corners: an edge-on plane may not leave them
} filling;

fill_target fill_target_new(int32_t width, int32_t height, int32_t block, arena* memory) {
    SUPPLE_ASSERT(width > 0 && height > 0 && block > 0);
    size_t count = (size_t)width * (size_t)height;
    fill_target t = {width, height, block, ARENA_NEW(memory, float, count),
                     ARENA_NEW(memory, int32_t, count)};
    for (size_t i = 0; i < count; ++i)
        t.triangle[i] = -1;
    return t;
}

fill_corners fill_corners_of(vec3 a, vec3 b, vec3 c) {
    return (fill_corners){{v3_cross(b, c), v3_cross(c, a), v3_cross(a, b)}};
}

void fill_barycentric(const fill_corners* k, vec3 ray, float b[3]) {
    double e[3], sum = 0.0, sign;
    for (int i = 0; i < 3; ++i)
        sum += e[i] = v3_dot(k->opposite[i], ray);
    sign = sum < 0.0 ? -1.0 : 1.0;
    sum = 0.0;
    for (int i = 0; i < 3; ++i) { // a ray just outside, at a rim, takes the nearest edge
        e[i] = e[i] * sign > 0.0 ? e[i] * sign : 0.0;
        sum += e[i];
    }
    for (int i = 0; i < 3; ++i)
        b[i] = sum > 0.0 ? (float)(e[i] / sum) : 1.0f / 3.0f;
}

// Does see-through paint cover this sample? Blending is by coverage: of the samples of a pixel,
// as many as alpha says, in a fixed order spread over it.
static bool covered(const filling* f, int32_t x, int32_t y) {
    float b[3], rgba[4];
    fill_barycentric(&f->corners, camera_ray(f->camera, x + 0.5, y + 0.5), b);
    paint_at(f->paint, f->triangle, b, f->level, rgba);
    if (f->holes == PAINT_CUT)
        return rgba[3] >= f->cutoff;
    int32_t n = f->target->block, count = n * n;
    int32_t at = (y % n) * n + x % n;
    int32_t rank = (at * 5 + (y / n % 2 * 2 + x / n % 2) * 3) % count;
    if (count % 5 == 0 || count == 1)
        rank = at % count;
    return rgba[3] * (float)count > (float)rank + 0.5f;
}

static void take(const filling* f, int32_t x, int32_t y, float nearness) {
    size_t i = (size_t)y * (size_t)f->target->width + (size_t)x;
    if (nearness <= f->target->nearness[i] || (f->holes != PAINT_SOLID && !covered(f, x, y)))
        return;
    f->target->nearness[i] = nearness;
    f->target->triangle[i] = f->triangle;
}

static float nearness_at(const filling* f, int32_t x, int32_t y) {
    double n = f->near_a * (x + 0.5) + f->near_b * (y + 0.5) + f->near_c;
    return (float)(n < f->near_low ? f->near_low : n > f->near_high ? f->near_high : n);
}

static int64_t least3(int64_t a, int64_t b, int64_t c) {
    return a < b ? a < c ? a : c : b < c ? b : c;
}

// The sample whose middle is the first at or after a fixed coordinate.
static int64_t first_sample(int64_t fixed) {
    int64_t shifted = fixed - SUBSAMPLE / 2 + SUBSAMPLE - 1;
    return shifted >= 0 ? shifted / SUBSAMPLE : -((-shifted + SUBSAMPLE - 1) / SUBSAMPLE);
}

static void fill_fixed(const filling* f, fixed_point p0, fixed_point p1, fixed_point p2) {
    int64_t area = (p1.x - p0.x) * (p2.y - p0.y) - (p1.y - p0.y) * (p2.x - p0.x);
    if (area == 0)
        return;
    if (area < 0) { // seen from behind: go round the other way
        fixed_point swap = p1;
        p1 = p2;
        p2 = swap;
    }
    int64_t x0 = first_sample(least3(p0.x, p1.x, p2.x));
    int64_t y0 = first_sample(least3(p0.y, p1.y, p2.y));
    int64_t x1 = first_sample(-least3(-p0.x, -p1.x, -p2.x) + 1);
    int64_t y1 = first_sample(-least3(-p0.y, -p1.y, -p2.y) + 1);
    x0 = x0 > 0 ? x0 : 0;
    y0 = y0 > 0 ? y0 : 0;
    x1 = x1 < f->target->width ? x1 : f->target->width;
    y1 = y1 < f->target->height ? y1 : f->target->height;
    if (x0 >= x1 || y0 >= y1)
        return;

    // e >= 0 is inside; an edge that is neither top nor left gives its own samples away
    const fixed_point from[3] = {p0, p1, p2}, to[3] = {p1, p2, p0};
    int64_t row[3], step_x[3], step_y[3];
    for (int i = 0; i < 3; ++i) {
        int64_t dx = to[i].x - from[i].x, dy = to[i].y - from[i].y;
        bool top_left = dy < 0 || (dy == 0 && dx > 0);
        int64_t sx = x0 * SUBSAMPLE + SUBSAMPLE / 2, sy = y0 * SUBSAMPLE + SUBSAMPLE / 2;
        row[i] = dx * (sy - from[i].y) - dy * (sx - from[i].x) - (top_left ? 0 : 1);
        step_x[i] = -dy * SUBSAMPLE;
        step_y[i] = dx * SUBSAMPLE;
    }
    for (int64_t y = y0; y < y1; ++y) {
        int64_t e0 = row[0], e1 = row[1], e2 = row[2];
        bool entered = false;
        for (int64_t x = x0; x < x1; ++x) {
            if ((e0 | e1 | e2) >= 0) {
                entered = true;
                take(f, (int32_t)x, (int32_t)y, nearness_at(f, (int32_t)x, (int32_t)y));
            } else if (entered) {
                break;
            }
            e0 += step_x[0];
            e1 += step_x[1];
            e2 += step_x[2];
        }
        for (int i = 0; i < 3; ++i)
            row[i] += step_y[i];
    }
}

static int64_t to_fixed(double samples) {
    return (int64_t)floor(samples * SUBSAMPLE + 0.5);
}

static fixed_point project(const camera* c, vec3 v) {
    return (fixed_point){to_fixed(c->center_x + c->focal * v.x / v.z),
                         to_fixed(c->center_y - c->focal * v.y / v.z)};
}

// How far a point is inside of the k-th clipping plane: the near plane and four far outside the
// picture, which keep fixed coordinates small.
static double inside(const camera* c, double near, vec3 v, int k) {
    double room = guard / c->focal * v.z;
    switch (k) {
    case 0:
        return v.z - near;
    case 1:
        return room - v.x;
    case 2:
        return room + v.x;
    case 3:
        return room - v.y;
    default:
        return room + v.y;
    }
}

static int clip_plane(const camera* c, double near, int k, const vec3* in, int count, vec3* out) {
    int kept = 0;
    for (int i = 0; i < count; ++i) {
        vec3 a = in[i], b = in[(i + 1) % count];
        double da = inside(c, near, a, k), db = inside(c, near, b, k);
        if (da >= 0.0)
            out[kept++] = a;
        if ((da >= 0.0) != (db >= 0.0)) // from the inner end: the same cut for both neighbours
            out[kept++] = da >= 0.0 ? v3_lerp(a, b, da / (da - db)) : v3_lerp(b, a, db / (db - da));
    }
    return kept;
}

static void fill_triangle(filling* f, double near, const vec3 v[3]) {
    const camera* c = f->camera;
    vec3 polygon[2][CLIP_MAX] = {{v[0], v[1], v[2]}};
    int count = 3, now = 0;
    for (int k = 0; k < 5; ++k) {
        bool out = false;
        for (int i = 0; i < count; ++i)
            out = out || inside(c, near, polygon[now][i], k) < 0.0;
        if (!out)
            continue;
        count = clip_plane(c, near, k, polygon[now], count, polygon[1 - now]);
        now = 1 - now;
    }
    if (count < 3)
        return;

    // the plane n . p = d gives 1 / z = n . ray / d
    vec3 n = v3_cross(v3_sub(v[1], v[0]), v3_sub(v[2], v[0]));
    double d = v3_dot(n, v[0]);
    f->near_low = INFINITY;
    f->near_high = 0.0;
    for (int i = 0; i < count; ++i) {
        double nearness = 1.0 / polygon[now][i].z;
        f->near_low = nearness < f->near_low ? nearness : f->near_low;
        f->near_high = nearness > f->near_high ? nearness : f->near_high;
    }
    bool edge_on = !(fabs(d) > 1e-300);
    f->near_a = edge_on ? 0.0 : n.x / (c->focal * d);
    f->near_b = edge_on ? 0.0 : -n.y / (c->focal * d);
    f->near_c =
        edge_on ? f->near_high : (n.z - (n.x * c->center_x - n.y * c->center_y) / c->focal) / d;
    f->corners = fill_corners_of(v[0], v[1], v[2]);

    fixed_point p[CLIP_MAX];
    for (int i = 0; i < count; ++i)
        p[i] = project(c, polygon[now][i]);
    if (f->holes != PAINT_SOLID) {
        double area = 0.5 * fabs((double)(p[1].x - p[0].x) * (double)(p[2].y - p[0].y) -
                                 (double)(p[1].y - p[0].y) * (double)(p[2].x - p[0].x));
        f->level = paint_level(f->paint, f->triangle, area / (SUBSAMPLE * SUBSAMPLE));
    }
    for (int i = 2; i < count; ++i)
        fill_fixed(f, p[0], p[i - 1], p[i]);
}

void fill_surface(fill_target* t, const camera* c, const vec3* space, const paint* p) {
    double near = 1e-4 * c->reach;
    filling f = {.target = t, .camera = c, .paint = p};
    for (int32_t i = 0; i < p->f->triangle_count; ++i) {
        const uint32_t* k = p->f->triangles[i];
        f.triangle = i;
        f.holes = paint_has_holes(p, i, &f.cutoff);
        const vec3 v[3] = {space[k[0]], space[k[1]], space[k[2]]};
        fill_triangle(&f, near, v);
    }
}
