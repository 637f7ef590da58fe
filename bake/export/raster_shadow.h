// Small shadow maps of parallel lights: quick to make in numbers, smooth to look up.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/export/raster.h"

// What casts shadows, sorted once for all maps of a size. Single precision, from an origin: half
// the memory traffic. Small triangles are points, for a point costs a tenth of the smallest
// triangle; the rest is filled.
typedef struct shadow_casters {
    int32_t size; // texels of a map's longer side
    int32_t vertex_count, triangle_count;
    int64_t point_count;
    float *x, *y, *z; // [vertex_count]
    float *point_x, *point_y, *point_z;
    uint32_t (*triangles)[3];
    float *u, *v, *h; // [vertex_count] room for the vertices seen from one light
} shadow_casters;

typedef struct shadow_map {
    int32_t width, height;
    float u[3], v[3]; // world to texels, with the offsets below
    float u0, v0;
    float depth[3], depth0; // height towards the light, 0 to 65535
    float softness;         // 1 / the height over which a shadow sets in
    float lift;             // a receiver should be looked up this far along its normal
    uint16_t* texels;       // the greatest height, row by row; 0 where the light passes
} shadow_map;

shadow_casters shadow_casters_make(const surface* f, vec3 origin, int32_t size, arena* memory);

// The map of a light in that unit direction.
shadow_map shadow_cast(shadow_casters* k, vec3 direction, arena* memory);

// Bilinear between four comparisons, each with a soft threshold: 1 lit, 0 in shadow.
static inline float shadow_seen(const shadow_map* m, const float p[3]) {
    float u = p[0] * m->u[0] + p[1] * m->u[1] + p[2] * m->u[2] + m->u0 - 0.5f;
    float v = p[0] * m->v[0] + p[1] * m->v[1] + p[2] * m->v[2] + m->v0 - 0.5f;
    if (!(u >= 0.0f && v >= 0.0f && u < (float)(m->width - 1) && v < (float)(m->height - 1)))
        return 1.0f;
    float h = p[0] * m->depth[0] + p[1] * m->depth[1] + p[2] * m->depth[2] + m->depth0;
    h = h > 0.0f ? h : 0.0f; // beyond the body: an empty texel is no shadow
    int32_t x = (int32_t)u, y = (int32_t)v;
    float fx = u - (float)x, fy = v - (float)y;
    const uint16_t* t = &m->texels[(size_t)y * (size_t)m->width + (size_t)x];
    const uint16_t* n = t + m->width;
    const float above[4] = {(float)t[0], (float)t[1], (float)n[0], (float)n[1]};
    float lit[4];
    for (int k = 0; k < 4; ++k) {
        float s = 1.0f - (above[k] - h) * m->softness;
        lit[k] = s > 1.0f ? 1.0f : s > 0.0f ? s : 0.0f;
    }
    float top = lit[0] + fx * (lit[1] - lit[0]), low = lit[2] + fx * (lit[3] - lit[2]);
    return top + fy * (low - top);
}
