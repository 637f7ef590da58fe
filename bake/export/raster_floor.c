// The floor's shadow in the picture.
// SPDX-License-Identifier: MIT
#include "bake/export/raster_floor.h"

enum { BLOCK = 2 };
static const float strength = 0.85f; // a studio floor scatters: no shadow is quite black

static void keep_at(const camera* c, const light_rig* r, const float open[3], double height,
                    double x, double y, float kept[3]) {
    kept[0] = kept[1] = kept[2] = 1.0f;
    vec3 ray = camera_ray(c, x, y);
    vec3 world = v3_add(v3_add(v3_scale(c->right, ray.x), v3_scale(c->up, ray.y)), c->forward);
    double far = 100.0 * c->reach;
    if (!(world.y < 0.0) || !(c->eye.y > height) || height - c->eye.y < world.y * far)
        return; // above the horizon, from below, or too far to matter
    vec3 p = v3_sub(v3_madd(c->eye, world, (height - c->eye.y) / world.y), r->origin);
    const float point[3] = {(float)p.x, (float)p.y, (float)p.z}, up[3] = {0.0f, 1.0f, 0.0f};
    float arriving[3], key_seen;
    light_gather(r, point, up, -1.0f, arriving, &key_seen);
    for (int k = 0; k < 3; ++k)
        kept[k] = 1.0f - strength * (1.0f - arriving[k] / open[k]);
}

floor_shade floor_shade_make(const camera* c, const light_rig* r, double height, arena* memory) {
    floor_shade f = {c->width / BLOCK + 2, c->height / BLOCK + 2, NULL};
    f.kept = arena_alloc(memory, (size_t)f.columns * (size_t)f.rows, sizeof *f.kept);
    const float up[3] = {0.0f, 1.0f, 0.0f};
    float open[3];
    light_gather_open(r, up, open);
    for (int32_t y = 0; y < f.rows; ++y)
        for (int32_t x = 0; x < f.columns; ++x)
            keep_at(c, r, open, height, (double)x * BLOCK, (double)y * BLOCK,
                    f.kept[(size_t)y * (size_t)f.columns + (size_t)x]);
    return f;
}

void floor_shade_at(const floor_shade* f, double x, double y, float kept[3]) {
    int32_t ix = (int32_t)(x / BLOCK), iy = (int32_t)(y / BLOCK);
    float fx = (float)(x / BLOCK - ix), fy = (float)(y / BLOCK - iy);
    const float(*a)[3] = &f->kept[(size_t)iy * (size_t)f->columns + (size_t)ix];
    const float(*b)[3] = a + f->columns;
    for (int k = 0; k < 3; ++k) {
        float top = a[0][k] + fx * (a[1][k] - a[0][k]), low = b[0][k] + fx * (b[1][k] - b[0][k]);
        kept[k] = top + fy * (low - top);
    }
}
