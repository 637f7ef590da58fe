// Textures: nearest level of a box-filtered pyramid, bilinear within it.
//
// Levels are averaged in linear light and weighted by alpha, so that the colour which painters leave
// in the holes of a leaf does not bleed over its rim.
// SPDX-License-Identifier: MIT
#include "bake/export/raster_texture.h"

static int32_t wrap(int32_t i, int32_t n) {
    int32_t r = i % n;
    return r < 0 ? r + n : r;
}

static void average(const picture* p, const color_tables* t, int32_t x, int32_t y, uint8_t* out) {
    float sum[3] = {0}, plain[3] = {0}, alpha = 0.0f;
    for (int k = 0; k < 4; ++k) {
        int32_t sx = 2 * x + (k & 1), sy = 2 * y + (k >> 1);
        sx = sx < p->width ? sx : p->width - 1;
        sy = sy < p->height ? sy : p->height - 1;
        const uint8_t* q = &p->pixels[4 * ((size_t)sy * (size_t)p->width + (size_t)sx)];
        for (int c = 0; c < 3; ++c) {
            sum[c] += t->linear[q[c]] * (float)q[3];
            plain[c] += t->linear[q[c]];
        }
        alpha += (float)q[3];
    }
    for (int c = 0; c < 3; ++c)
        out[c] = color_encode(t, alpha > 0.0f ? sum[c] / alpha : 0.25f * plain[c]);
    out[3] = (uint8_t)(0.25f * alpha + 0.5f);
}

static picture halved(const picture* p, const color_tables* t, arena* memory) {
    picture h = {(p->width + 1) / 2, (p->height + 1) / 2, 4, NULL};
    h.pixels = ARENA_NEW(memory, uint8_t, (size_t)h.width * (size_t)h.height * 4);
    for (int32_t y = 0; y < h.height; ++y)
        for (int32_t x = 0; x < h.width; ++x)
            average(p, t, x, y, &h.pixels[4 * ((size_t)y * (size_t)h.width + (size_t)x)]);
    return h;
}

void texture_sample(const texture* x, const color_tables* t, int32_t level, const float uv[2],
                    float rgba[4]) {
    level = level < 0 ? 0 : level < x->level_count ? level : x->level_count - 1;
    const picture* p = &x->levels[level];
    float u = uv[0] - floorf(uv[0]), v = uv[1] - floorf(uv[1]); // repeat, and no overflow below
    if (!(u >= 0.0f && v >= 0.0f))
        u = v = 0.0f; // not finite
    float tx = u * (float)p->width - 0.5f, ty = v * (float)p->height - 0.5f;
    int32_t x0 = (int32_t)floorf(tx), y0 = (int32_t)floorf(ty);
    float fx = tx - (float)x0, fy = ty - (float)y0;
    int32_t column[2] = {wrap(x0, p->width), wrap(x0 + 1, p->width)};
    int32_t row[2] = {wrap(y0, p->height), wrap(y0 + 1, p->height)};
    float weight[4] = {(1.0f - fx) * (1.0f - fy), fx * (1.0f - fy), (1.0f - fx) * fy, fx * fy};
    for (int c = 0; c < 4; ++c)
        rgba[c] = 0.0f;
    for (int k = 0; k < 4; ++k) {
        const uint8_t* q =
            &p->pixels[4 * ((size_t)row[k >> 1] * (size_t)p->width + (size_t)column[k & 1])];
        for (int c = 0; c < 3; ++c)
            rgba[c] += weight[k] * t->linear[q[c]];
        rgba[3] += weight[k] * (float)q[3] * (1.0f / 255.0f);
    }
}

texture* textures_load(const scene* s, const surface* f, const color_tables* t, arena* memory) {
    texture* textures = ARENA_NEW(memory, texture, (size_t)s->image_count);
    bool* tried = ARENA_NEW(memory, bool, (size_t)s->image_count);
    for (int32_t i = 0; i < f->triangle_count; ++i) {
        int32_t m = f->triangle_material[i];
        int32_t at = m >= 0 ? s->materials[m].base_image : -1;
        if (at < 0 || tried[at])
            continue;
        tried[at] = true;
        texture* x = &textures[at];
        if (!picture_decode(s->images[at].encoded, memory, &x->levels[0]))
            continue;
        x->level_count = 1;
        while (x->level_count < TEXTURE_LEVELS) {
            const picture* last = &x->levels[x->level_count - 1];
            if (last->width == 1 && last->height == 1)
                break;
            x->levels[x->level_count++] = halved(last, t, memory);
        }
    }
    return textures;
}
