// Paint: base colour times texture, or a scalar through the colour scale.
// SPDX-License-Identifier: MIT
#include "bake/export/raster_paint.h"

static const float no_value[3] = {0.36f, 0.35f, 0.34f}; // where the scalar is not a number
static const float clay[3] = {0.70f, 0.59f, 0.50f};     // what nobody painted: files say white

static const scene_material* material_of(const paint* p, int32_t triangle) {
    int32_t m = p->s_or_null != NULL ? p->f->triangle_material[triangle] : -1;
    return m >= 0 ? &p->s_or_null->materials[m] : NULL;
}

static const texture* texture_of(const paint* p, int32_t triangle) {
    const scene_material* m = material_of(p, triangle);
    if (m == NULL || m->base_image < 0 || p->textures_or_null == NULL)
        return NULL;
    const texture* x = &p->textures_or_null[m->base_image];
    return x->level_count > 0 ? x : NULL;
}

paint_holes paint_has_holes(const paint* p, int32_t triangle, float* cutoff) {
    const scene_material* m = material_of(p, triangle);
    *cutoff = m != NULL ? m->alpha_cutoff : 0.0f;
    if (m == NULL)
        return PAINT_SOLID;
    return m->blended ? PAINT_BLENDED : m->alpha_cutoff > 0.0f ? PAINT_CUT : PAINT_SOLID;
}

static void scalar_at(const paint* p, const uint32_t* corner, const float b[3], float rgba[4]) {
    float value = 0.0f;
    for (int k = 0; k < 3; ++k)
        value += b[k] * p->scalar_or_null[corner[k]];
    if (!isfinite(value)) {
        for (int c = 0; c < 3; ++c)
            rgba[c] = no_value[c];
        return;
    }
    float range = p->scalar_high - p->scalar_low;
    color_scale(p->tables, range > 0.0f ? (value - p->scalar_low) / range : 0.5f, rgba);
}

void paint_at(const paint* p, int32_t triangle, const float b[3], int32_t level, float rgba[4]) {
    const surface* f = p->f;
    const uint32_t* corner = f->triangles[triangle];
    for (int c = 0; c < 4; ++c)
        rgba[c] = b[0] * f->colors[corner[0]][c] + b[1] * f->colors[corner[1]][c] +
                  b[2] * f->colors[corner[2]][c];
    const texture* x = texture_of(p, triangle);
    if (x != NULL) {
        float uv[2], texel[4];
        for (int c = 0; c < 2; ++c)
            uv[c] = b[0] * f->uvs[corner[0]][c] + b[1] * f->uvs[corner[1]][c] +
                    b[2] * f->uvs[corner[2]][c];
        texture_sample(x, p->tables, level, uv, texel);
        for (int c = 0; c < 4; ++c)
            rgba[c] *= texel[c];
    } else if (rgba[0] >= 0.999f && rgba[1] >= 0.999f && rgba[2] >= 0.999f) {
        for (int c = 0; c < 3; ++c)
            rgba[c] = clay[c];
    }
    if (p->scalar_or_null != NULL)
        scalar_at(p, corner, b, rgba);
}

int32_t paint_level(const paint* p, int32_t triangle, double pixels) {
    const texture* x = texture_of(p, triangle);
    if (x == NULL || !(pixels > 0.0))
        return 0;
    const uint32_t* corner = p->f->triangles[triangle];
    const float *a = p->f->uvs[corner[0]], *b = p->f->uvs[corner[1]], *c = p->f->uvs[corner[2]];
    double area =
        0.5 * fabs((double)(b[0] - a[0]) * (c[1] - a[1]) - (double)(b[1] - a[1]) * (c[0] - a[0]));
    double texels = area * x->levels[0].width * x->levels[0].height / pixels; // in one pixel
    int32_t level = 0;
    for (; texels > 2.0 && level + 1 < x->level_count; texels *= 0.25) // one level too fine is
        ++level;                                                       // sharp, too coarse is mush
    return level;
}
