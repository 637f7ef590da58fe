// SPDX-License-Identifier: MIT
#include "bake/export/lit_surface.h"

#include "bake/export/raster_albedo.h"
#include "bake/light/sky.h"
#include "bake/light/smooth.h"

#include <string.h>

static const double SAME_NORMAL = 0.999; // cosine; a hard edge has another one

lit_mesh lit_surface_mesh(const surface* f, const scene* s_or_null, arena* memory) {
    uint8_t* thin = ARENA_NEW(memory, uint8_t, (size_t)f->triangle_count);
    float(*albedo)[3] = arena_alloc(memory, (size_t)f->vertex_count, sizeof *albedo);
    for (int32_t t = 0; t < f->triangle_count && s_or_null != NULL; ++t) {
        int32_t m = f->triangle_material[t];
        thin[t] = m >= 0 && s_or_null->materials[m].double_sided;
    }
    raster_albedo(f, s_or_null, albedo);
    return (lit_mesh){.vertex_count = f->vertex_count,
                      .triangle_count = f->triangle_count,
                      .triangles = (const uint32_t(*)[3])f->triangles,
                      .thin = thin,
                      .smooth = smooth_groups(f->positions, (const float(*)[3])f->normals,
                                              f->vertex_count, SAME_NORMAL, memory),
                      .albedo = (const float(*)[3])albedo};
}

bool lit_surface_arriving(const surface* f, const scene* s_or_null, const transfer_options* o,
                          const double* light, arena* memory, raster_arriving** out, report* r) {
    arena* scratch = arena_create();
    lit_mesh m = lit_surface_mesh(f, s_or_null, scratch);
    lit_points p = lit_points_of(&m, scratch);
    transfer t;
    bool sound = transfer_make(&m, &p, f->positions, o, scratch, &t, r);
    if (sound) {
        float(*at)[3] = arena_alloc(scratch, (size_t)p.count, sizeof *at);
        sky_arriving(t.values, p.count, o->sight.order, light, at);
        *out = ARENA_NEW(memory, raster_arriving, (size_t)f->vertex_count);
        for (int32_t i = 0; i < p.count; ++i)
            memcpy((*out)[p.vertex[i]].side[p.side[i] < 0.0f], at[i], sizeof *at);
    }
    arena_destroy(scratch);
    return sound;
}
