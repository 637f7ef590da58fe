// The floor's shadow: each pixel asks its share of the lights, then windows of 4 x 4 are averaged.
//
// The floor has no edges, so windows are taken along rows and then along columns; a second round
// smooths what is left of single lights.
// SPDX-License-Identifier: MIT
#include "bake/export/raster_floor.h"

enum { RASTER_FLOOR_SIDE = 4 };
_Static_assert(RASTER_FLOOR_SIDE* RASTER_FLOOR_SIDE == LIGHT_SUBSETS,
               "a window asks every share once");

static const float strength = 0.85f; // a studio floor scatters: no shadow is quite black
static const float up[3] = {0.0f, 1.0f, 0.0f};

// Where a pixel's ray meets the floor, from the rig's origin. False above the horizon, from below,
// or too far to matter.
static bool meets(const camera* c, vec3 origin, double height, double x, double y, float point[3]) {
    vec3 ray = camera_ray(c, x, y);
    vec3 world = v3_add(v3_add(v3_scale(c->right, ray.x), v3_scale(c->up, ray.y)), c->forward);
    double far = 100.0 * c->reach;
    if (!(world.y < 0.0) || !(c->eye.y > height) || height - c->eye.y < world.y * far)
        return false;
    vec3 p = v3_sub(v3_madd(c->eye, world, (height - c->eye.y) / world.y), origin);
    point[0] = (float)p.x;
    point[1] = (float)p.y;
    point[2] = (float)p.z;
    return true;
}

// Windowed sums along a line of `count` sums, `stride` apart, through a copy of the line.
static void window_line(light_seen* line, int32_t count, size_t stride, light_seen* copy) {
    for (int32_t i = 0; i < count; ++i)
        copy[i] = line[(size_t)i * stride];
    for (int32_t i = 0; i < count; ++i) {
        light_seen sum = {0};
        for (int32_t k = i - RASTER_FLOOR_SIDE / 2; k < i + RASTER_FLOOR_SIDE / 2; ++k) {
            const light_seen* s = &copy[k < 0 ? 0 : k < count ? k : count - 1];
            for (int n = 0; n < LIGHT_KINDS; ++n) {
                sum.lit[n] += s->lit[n];
                sum.open[n] += s->open[n];
            }
        }
        line[(size_t)i * stride] = sum;
    }
}

static void window(light_seen* seen, int32_t width, int32_t height, light_seen* copy) {
    for (int32_t y = 0; y < height; ++y)
        window_line(&seen[(size_t)y * (size_t)width], width, 1, copy);
    for (int32_t x = 0; x < width; ++x)
        window_line(&seen[x], height, (size_t)width, copy);
}

// 0 at both ends of a row, 1 in the middle.
static float fade(float x, float width) {
    float edge = (x < width - x ? x : width - x) / (0.16f * width);
    return edge < 1.0f ? edge * edge * (3.0f - 2.0f * edge) : 1.0f;
}

floor_shade floor_shade_make(const camera* c, const light_rig* r, double height, bool fades,
                             arena* memory) {
    size_t width = (size_t)c->width, rows = (size_t)c->height, count = width * rows;
    floor_shade f = {c->width, c->height, arena_alloc(memory, count, sizeof *f.kept)};
    light_seen* seen = ARENA_NEW(memory, light_seen, count);
    light_seen* copy = ARENA_NEW(memory, light_seen, width > rows ? width : rows);
    for (int32_t y = 0; y < c->height; ++y)
        for (int32_t x = 0; x < c->width; ++x) {
            float point[3];
            if (meets(c, r->origin, height, x + 0.5, y + 0.5, point))
                light_sample(r, y % RASTER_FLOOR_SIDE * RASTER_FLOOR_SIDE + x % RASTER_FLOOR_SIDE,
                             point, up, -1.0f, &seen[(size_t)y * width + (size_t)x]);
        }
    window(seen, c->width, c->height, copy);
    window(seen, c->width, c->height, copy);

    const light_seen all = {{0}, {0}};
    float open[3], arriving[3];
    light_arriving(r, up, &all, open);
    for (size_t i = 0; i < count; ++i) {
        seen[i].open[LIGHT_RIM] = 0.0f; // a second shadow, towards the camera, only distracts
        light_arriving(r, up, &seen[i], arriving);
        float s = strength * (fades ? fade((float)(i % width) + 0.5f, (float)width) : 1.0f);
        for (int k = 0; k < 3; ++k)
            f.kept[i][k] = 1.0f - s * (1.0f - arriving[k] / open[k]);
    }
    return f;
}

// ---- found before ------------------------------------------------------------------------

// Between four places; towards the edge of the lattice nothing is hidden.
static void kept_at(const raster_ground* g, double x, double z, float out[3]) {
    double cells = g->side - 1, u = 0.5 * ((x - g->x) / g->half + 1.0) * cells,
           v = 0.5 * ((z - g->z) / g->half + 1.0) * cells;
    for (int c = 0; c < 3; ++c)
        out[c] = 1.0f;
    if (!(u > 0.0 && u < cells && v > 0.0 && v < cells))
        return;
    int32_t i = (int32_t)u, j = (int32_t)v;
    float a = (float)(u - i), b = (float)(v - j),
          edge = fade((float)u, (float)cells) * fade((float)v, (float)cells);
    const float(*row)[3] = (const float(*)[3])g->kept + (size_t)j * (size_t)g->side + (size_t)i,
          (*next)[3] = row + g->side;
    for (int c = 0; c < 3; ++c) {
        float here = (1.0f - a) * row[0][c] + a * row[1][c],
              there = (1.0f - a) * next[0][c] + a * next[1][c];
        out[c] = 1.0f - edge * (1.0f - ((1.0f - b) * here + b * there));
    }
}

floor_shade floor_shade_found(const camera* c, const raster_ground* g, double height, double scale,
                              bool fades, arena* memory) {
    size_t width = (size_t)c->width, count = width * (size_t)c->height;
    floor_shade f = {c->width, c->height, arena_alloc(memory, count, sizeof *f.kept)};
    for (size_t i = 0; i < count; ++i) {
        float point[3], kept[3] = {1.0f, 1.0f, 1.0f};
        size_t row = i / width;
        double x = (double)(i % width) + 0.5;
        if (meets(c, v3(0, 0, 0), height, x, (double)row + 0.5, point))
            kept_at(g, (double)point[0] / scale, (double)point[2] / scale, kept);
        float s = fades ? fade((float)x, (float)width) : 1.0f;
        for (int k = 0; k < 3; ++k)
            f.kept[i][k] = 1.0f - s * (1.0f - kept[k]);
    }
    return f;
}
