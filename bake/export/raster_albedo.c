// SPDX-License-Identifier: MIT
#include "bake/export/raster_albedo.h"

#include "bake/export/raster_paint.h"

#include <math.h>

// A triangle covers about so many texels of the level that is read at its corners.
static const double TEXELS = 3.0;

void raster_albedo(const surface* f, const scene* s_or_null, float (*out)[3]) {
    arena* scratch = arena_create();
    color_tables tables;
    color_tables_make(&tables);
    paint p = {.f = f, .s_or_null = s_or_null, .tables = &tables};
    if (s_or_null != NULL)
        p.textures_or_null = textures_load(s_or_null, f, &tables, scratch);
    double(*sum)[4] = arena_alloc(scratch, (size_t)f->vertex_count, sizeof *sum); // and the area
    for (int32_t t = 0; t < f->triangle_count; ++t) {
        const uint32_t* c = f->triangles[t];
        vec3 a = f->positions[c[0]];
        double area =
            v3_length(v3_cross(v3_sub(f->positions[c[1]], a), v3_sub(f->positions[c[2]], a)));
        int32_t level = paint_level(&p, t, TEXELS);
        for (int k = 0; k < 3; ++k) { // a third of the triangle, at that corner
            float b[3] = {1.0f / 6.0f, 1.0f / 6.0f, 1.0f / 6.0f}, rgba[4];
            b[k] = 2.0f / 3.0f;
            paint_at(&p, t, b, level, rgba);
            double weight = area + 1e-30;
            for (int n = 0; n < 3; ++n)
                sum[c[k]][n] += weight * (double)rgba[n];
            sum[c[k]][3] += weight;
        }
    }
    for (int32_t v = 0; v < f->vertex_count; ++v)
        for (int n = 0; n < 3; ++n) {
            double mean = sum[v][3] > 0.0 ? sum[v][n] / sum[v][3] : 0.0;
            out[v][n] = fminf(fmaxf((float)mean, 0.0f), ALBEDO_MOST);
        }
    arena_destroy(scratch);
}
