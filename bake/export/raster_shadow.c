// Making shadow maps.
//
// A picture takes 192 of them, so the loops below are what a preview waits for. They run over plain
// arrays in blocks that compilers turn into vector code.
// SPDX-License-Identifier: MIT
#include "bake/export/raster_shadow.h"

#include "bake/base/assert.h"

#include <string.h>

enum { RIM = 2, RASTER_SHADOW_LANES = 8, RASTER_SHADOW_BLOCK = 64, POINT_ROWS = 4 };

static const float depth_low = 500.0f, depth_room = 65000.0f; // 0 is left for "nothing"

static double longest_side(const surface* f, const uint32_t* c) {
    vec3 p = f->positions[c[0]], q = f->positions[c[1]], r = f->positions[c[2]];
    return fmax(fmax(v3_distance(p, q), v3_distance(q, r)), v3_distance(r, p));
}

// A triangle that is up to POINT_ROWS texels long is cut into n x n like ones, smaller than a
// texel, and becomes their middles. Returns n, or 0 for a triangle that stays.
static int rows_of_points(const surface* f, const uint32_t* c, double texel) {
    double rows = longest_side(f, c) / texel;
    return rows < POINT_ROWS ? (int)rows + 1 : 0;
}

static void add_points(shadow_casters* k, const surface* f, const uint32_t* c, vec3 origin, int n) {
    vec3 a = v3_sub(f->positions[c[0]], origin);
    vec3 b = v3_scale(v3_sub(f->positions[c[1]], f->positions[c[0]]), 1.0 / (3 * n));
    vec3 d = v3_scale(v3_sub(f->positions[c[2]], f->positions[c[0]]), 1.0 / (3 * n));
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n - i; ++j)
            for (int turned = 0; turned < (i + j < n - 1 ? 2 : 1); ++turned) {
                vec3 p = v3_madd(v3_madd(a, b, 3 * i + 1 + turned), d, 3 * j + 1 + turned);
                k->point_x[k->point_count] = (float)p.x;
                k->point_y[k->point_count] = (float)p.y;
                k->point_z[k->point_count++] = (float)p.z;
            }
}

static void sort_triangles(shadow_casters* k, const surface* f, vec3 origin, arena* memory) {
    bounds box = bounds_of(f->positions, f->vertex_count);
    vec3 side = v3_sub(box.high, box.low);
    double longest = fmax(fmax(side.x, side.y), side.z);
    double texel = longest / (k->size - 2 * RIM); // no light has finer ones
    size_t points = 0, triangles = 0;
    for (int32_t i = 0; i < f->triangle_count; ++i) {
        int n = rows_of_points(f, f->triangles[i], texel);
        points += (size_t)(n * n);
        triangles += n == 0;
    }
    float* room = ARENA_NEW(memory, float, 3 * points);
    k->point_x = room;
    k->point_y = room + points;
    k->point_z = room + 2 * points;
    k->triangles = arena_alloc(memory, triangles, sizeof *k->triangles);
    for (int32_t i = 0; i < f->triangle_count; ++i) {
        int n = rows_of_points(f, f->triangles[i], texel);
        if (n > 0)
            add_points(k, f, f->triangles[i], origin, n);
        else
            memcpy(k->triangles[k->triangle_count++], f->triangles[i], sizeof *k->triangles);
    }
}

shadow_casters shadow_casters_make(const surface* f, vec3 origin, int32_t size, arena* memory) {
    SUPPLE_ASSERT(size > 0);
    size_t n = (size_t)f->vertex_count;
    size_t padded = (n + RASTER_SHADOW_LANES - 1) / RASTER_SHADOW_LANES *
                    RASTER_SHADOW_LANES; // the last block is whole
    float* room = ARENA_NEW(memory, float, padded * 6);
    shadow_casters k = {.size = size,
                        .vertex_count = f->vertex_count,
                        .x = room,
                        .y = room + padded,
                        .z = room + 2 * padded,
                        .u = room + 3 * padded,
                        .v = room + 4 * padded,
                        .h = room + 5 * padded};
    for (size_t i = 0; i < padded && n > 0; ++i) {
        vec3 p = v3_sub(f->positions[i < n ? i : n - 1], origin);
        k.x[i] = (float)p.x;
        k.y[i] = (float)p.y;
        k.z[i] = (float)p.z;
    }
    sort_triangles(&k, f, origin, memory);
    return k;
}

// out = the vertices along an axis; low and high its ends.
static void project(const shadow_casters* k, vec3 axis, float* restrict out, float* low,
                    float* high) {
    const float* restrict x = k->x, * restrict y = k->y, * restrict z = k->z;
    float a = (float)axis.x, b = (float)axis.y, c = (float)axis.z;
    float least[RASTER_SHADOW_LANES], most[RASTER_SHADOW_LANES];
    for (int j = 0; j < RASTER_SHADOW_LANES; ++j)
        least[j] = most[j] = x[0] * a + y[0] * b + z[0] * c;
    for (int32_t i = 0; i < k->vertex_count; i += RASTER_SHADOW_LANES)
        for (int j = 0; j < RASTER_SHADOW_LANES; ++j) {
            float h = x[i + j] * a + y[i + j] * b + z[i + j] * c;
            out[i + j] = h;
            least[j] = h < least[j] ? h : least[j];
            most[j] = h > most[j] ? h : most[j];
        }
    *low = least[0];
    *high = most[0];
    for (int j = 1; j < RASTER_SHADOW_LANES; ++j) {
        *low = least[j] < *low ? least[j] : *low;
        *high = most[j] > *high ? most[j] : *high;
    }
}

static void set_axis(float out[3], vec3 axis, float scale) {
    out[0] = (float)axis.x * scale;
    out[1] = (float)axis.y * scale;
    out[2] = (float)axis.z * scale;
}

static void rescale(float* restrict values, int32_t count, float scale, float offset) {
    for (int32_t i = 0; i < count; ++i)
        values[i] = values[i] * scale + offset;
}

// Point the map along the light: square texels, the body just inside, RIM texels kept free.
static void aim(shadow_map* m, shadow_casters* k, vec3 d) {
    vec3 other = fabs(d.y) < 0.9 ? v3(0.0, 1.0, 0.0) : v3(1.0, 0.0, 0.0);
    vec3 across = v3_unit(v3_cross(other, d)), up = v3_cross(d, across);
    float low[3], high[3];
    project(k, across, k->u, &low[0], &high[0]);
    project(k, up, k->v, &low[1], &high[1]);
    project(k, d, k->h, &low[2], &high[2]);
    float wide = high[0] - low[0], tall = high[1] - low[1], deep = high[2] - low[2];
    float span = wide > tall ? wide : tall;
    span = span > deep * 1e-3f ? span : deep * 1e-3f;
    span = span > 1e-30f ? span : 1e-30f;
    deep = deep > span * 1e-3f ? deep : span * 1e-3f;

    float scale = (float)(k->size - 2 * RIM) / span, depth = depth_room / deep;
    m->width = (int32_t)(wide * scale) + 2 * RIM + 1;
    m->height = (int32_t)(tall * scale) + 2 * RIM + 1;
    m->u0 = RIM - low[0] * scale;
    m->v0 = RIM - low[1] * scale;
    m->depth0 = depth_low - low[2] * depth;
    set_axis(m->u, across, scale);
    set_axis(m->v, up, scale);
    set_axis(m->depth, d, depth);
    m->softness = scale / (1.5f * depth);
    m->lift = 1.3f / scale;
    rescale(k->u, k->vertex_count, scale, m->u0);
    rescale(k->v, k->vertex_count, scale, m->v0);
    rescale(k->h, k->vertex_count, depth, m->depth0);
}

static void raise(shadow_map* m, int32_t index, int32_t height) {
    uint16_t h = (uint16_t)height;
    m->texels[index] = h > m->texels[index] ? h : m->texels[index];
}

static void cast_points(shadow_map* m, const shadow_casters* k) {
    int32_t index[RASTER_SHADOW_BLOCK], height[RASTER_SHADOW_BLOCK];
    for (int64_t first = 0; first < k->point_count; first += RASTER_SHADOW_BLOCK) {
        int32_t count = k->point_count - first < RASTER_SHADOW_BLOCK
                            ? (int32_t)(k->point_count - first)
                            : RASTER_SHADOW_BLOCK;
        const float *x = k->point_x + first, *y = k->point_y + first, *z = k->point_z + first;
        for (int32_t i = 0; i < count; ++i) {
            float u = x[i] * m->u[0] + y[i] * m->u[1] + z[i] * m->u[2] + m->u0;
            float v = x[i] * m->v[0] + y[i] * m->v[1] + z[i] * m->v[2] + m->v0;
            float h = x[i] * m->depth[0] + y[i] * m->depth[1] + z[i] * m->depth[2] + m->depth0;
            index[i] = (int32_t)v * m->width + (int32_t)u;
            height[i] = (int32_t)h;
        }
        for (int32_t i = 0; i < count; ++i)
            raise(m, index[i], height[i]);
    }
}

static float least3(float a, float b, float c) {
    float d = a < b ? a : b;
    return c < d ? c : d;
}

// Narrow a row [low, high] to where value + slope x >= 0.
static void narrow(float value, float slope, float inverse, float* low, float* high) {
    float zero = -value * inverse;
    if (slope > 0.0f)
        *low = zero > *low ? zero : *low;
    else if (slope < 0.0f)
        *high = zero < *high ? zero : *high;
    else if (value < 0.0f)
        *high = *low - 1.0f;
}

static void cast_row(uint16_t* restrict row, int32_t count, float height, float slope, float low,
                     float high) {
    for (int32_t i = 0; i < count; ++i) {
        float h = height + slope * (float)i;
        h = h < low ? low : h; // rounding may carry a long row past the corners
        h = h > high ? high : h;
        uint16_t t = (uint16_t)(int32_t)h;
        row[i] = t > row[i] ? t : row[i];
    }
}

// u, v in texels and heights of three corners.
static void cast_triangle(shadow_map* m, const float u[3], const float v[3], const float h[3]) {
    raise(m,
          (int32_t)((v[0] + v[1] + v[2]) * (1.0f / 3.0f)) * m->width +
              (int32_t)((u[0] + u[1] + u[2]) * (1.0f / 3.0f)),
          (int32_t)((h[0] + h[1] + h[2]) * (1.0f / 3.0f)));
    float du1 = u[1] - u[0], du2 = u[2] - u[0], dv1 = v[1] - v[0], dv2 = v[2] - v[0];
    float area = du1 * dv2 - dv1 * du2;
    if (!(area > 1e-6f || area < -1e-6f))
        return;
    // barycentric coordinates of corners 1, 2 and 0 grow along a row by these
    float slope[3] = {dv2 / area, -dv1 / area, (dv1 - dv2) / area}, inverse[3];
    for (int k = 0; k < 3; ++k)
        inverse[k] = slope[k] != 0.0f ? 1.0f / slope[k] : 0.0f;
    float rise = slope[0] * (h[1] - h[0]) + slope[1] * (h[2] - h[0]);
    float low_h = least3(h[0], h[1], h[2]), high_h = -least3(-h[0], -h[1], -h[2]);
    float low_u = least3(u[0], u[1], u[2]), high_u = -least3(-u[0], -u[1], -u[2]);
    int32_t y0 = (int32_t)(least3(v[0], v[1], v[2]) + 0.5f);
    int32_t y1 = (int32_t)(0.5f - least3(-v[0], -v[1], -v[2])); // the first middle beyond
    for (int32_t y = y0; y < y1; ++y) {
        float py = (float)y + 0.5f - v[0];
        float b1 = -py * du2 / area, b2 = py * du1 / area; // at u = u[0]
        float low = low_u - u[0], high = high_u - u[0];
        narrow(b1, slope[0], inverse[0], &low, &high);
        narrow(b2, slope[1], inverse[1], &low, &high);
        narrow(1.0f - b1 - b2, slope[2], inverse[2], &low, &high);
        if (!(low <= high))
            continue;
        int32_t x0 = (int32_t)(low + u[0] + 0.5f), x1 = (int32_t)(high + u[0] + 0.5f);
        float first = (float)x0 + 0.5f - u[0];
        cast_row(&m->texels[(size_t)y * (size_t)m->width + (size_t)x0], x1 - x0,
                 h[0] + b1 * (h[1] - h[0]) + b2 * (h[2] - h[0]) + first * rise, rise, low_h,
                 high_h);
    }
}

shadow_map shadow_cast(shadow_casters* k, vec3 direction, arena* memory) {
    shadow_map m = {0};
    if (k->vertex_count == 0)
        return m;
    aim(&m, k, direction);
    m.texels = ARENA_NEW(memory, uint16_t, (size_t)m.width * (size_t)m.height);
    cast_points(&m, k);
    for (int32_t t = 0; t < k->triangle_count; ++t) {
        const uint32_t* c = k->triangles[t];
        const float u[3] = {k->u[c[0]], k->u[c[1]], k->u[c[2]]};
        const float v[3] = {k->v[c[0]], k->v[c[1]], k->v[c[2]]};
        const float h[3] = {k->h[c[0]], k->h[c[1]], k->h[c[2]]};
        cast_triangle(&m, u, v, h);
    }
    return m;
}
