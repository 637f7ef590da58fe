// Surfaces to draw and pictures to compare, shared by the tests of the rasteriser.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/export/raster.h"
#include "test/kit/soup.h"

// A drawable surface of the soup: grey, smooth normals, no texture.
static inline surface drawable(const soup* s) {
    surface f = soup_surface(s);
    size_t n = (size_t)f.vertex_count, t = (size_t)f.triangle_count;
    f.normals = arena_alloc(s->memory, n, sizeof *f.normals);
    f.uvs = arena_alloc(s->memory, n, sizeof *f.uvs);
    f.colors = arena_alloc(s->memory, n, sizeof *f.colors);
    f.triangle_material = ARENA_NEW(s->memory, int32_t, t);
    f.vertex_node = ARENA_NEW(s->memory, int32_t, n);
    f.vertex_primitive = ARENA_NEW(s->memory, int32_t, n);
    f.vertex_index = ARENA_NEW(s->memory, int32_t, n);
    for (size_t i = 0; i < n; ++i) {
        for (int c = 0; c < 4; ++c)
            f.colors[i][c] = c < 3 ? 0.5f : 1.0f;
        f.vertex_index[i] = (int32_t)i;
    }
    for (size_t i = 0; i < t; ++i)
        f.triangle_material[i] = -1;
    surface_normals(f.positions, f.vertex_count, (const uint32_t(*)[3])f.triangles,
                    f.triangle_count, f.normals);
    return f;
}

// A ball of radius 1 with `around` slices and half as many rings.
static inline void soup_ball(soup* s, int around) {
    uint32_t rings = (uint32_t)around / 2, n = (uint32_t)around, first = (uint32_t)s->vertex_count;
    for (uint32_t j = 0; j <= rings; ++j)
        for (uint32_t i = 0; i < n; ++i) {
            double up = EXACT_PI * j / rings, round = 2.0 * EXACT_PI * i / n;
            double r = exact_sin(up);
            soup_vertex(s, v3(r * exact_cos(round), exact_cos(up), r * exact_sin(round)));
        }
    for (uint32_t j = 0; j < rings; ++j)
        for (uint32_t i = 0; i < n; ++i) {
            uint32_t a = first + j * n + i, b = first + j * n + (i + 1) % n;
            soup_triangle(s, a, b, b + n);
            soup_triangle(s, a, b + n, a + n);
        }
}

static inline raster_options small_picture(int32_t width, int32_t height) {
    raster_options o = raster_default();
    o.width = width;
    o.height = height;
    o.samples = 2;
    return o;
}

static inline const uint8_t* pixel_at(const picture* p, int32_t x, int32_t y) {
    return &p->pixels[((size_t)y * (size_t)p->width + (size_t)x) * (size_t)p->channels];
}

static inline size_t picture_size(const picture* p) {
    return (size_t)p->width * (size_t)p->height * (size_t)p->channels;
}

static inline uint64_t picture_hash(const picture* p) { // FNV-1a
    uint64_t h = 14695981039346656037u;
    for (size_t i = 0; i < picture_size(p); ++i)
        h = (h ^ p->pixels[i]) * 1099511628211u;
    return h;
}
