// SPDX-License-Identifier: MIT
#include "bake/export/lit_surface.h"

#include "bake/export/raster_albedo.h"
#include "bake/light/sheets.h"
#include "bake/light/sky.h"
#include "bake/light/smooth.h"

#include <string.h>

// Cosines below which an edge is hard: normals of a file say it themselves; those of triangles on one side of a seam differ a little.
static const double SAME_NORMAL = 0.999, SOFT_EDGE = 0.7;

static double soft_edge(const scene* s_or_null) {
    for (int32_t i = 0; s_or_null != NULL && i < s_or_null->primitive_count; ++i)
        if (s_or_null->primitives[i].normals != NULL)
            return SAME_NORMAL;
    return SOFT_EDGE;
}

lit_mesh lit_surface_mesh(const surface* f, const scene* s_or_null, arena* memory) {
    uint8_t* thin = ARENA_NEW(memory, uint8_t, (size_t)f->triangle_count);
    float(*albedo)[3] = arena_alloc(memory, (size_t)f->vertex_count, sizeof *albedo);
    sheets_find(f->positions, f->vertex_count, (const uint32_t(*)[3])f->triangles,
                f->triangle_count, thin);
    for (int32_t t = 0; t < f->triangle_count && s_or_null != NULL; ++t)
        if (f->triangle_material[t] >= 0) // it says
            thin[t] = s_or_null->materials[f->triangle_material[t]].double_sided;
    raster_albedo(f, s_or_null, albedo);
    return (lit_mesh){.vertex_count = f->vertex_count,
                      .triangle_count = f->triangle_count,
                      .triangles = (const uint32_t(*)[3])f->triangles,
                      .thin = thin,
                      .smooth = smooth_groups(f->positions, (const float(*)[3])f->normals,
                                              f->vertex_count, soft_edge(s_or_null), memory),
                      .albedo = (const float(*)[3])albedo};
}

raster_arriving* lit_surface_under(const lit_points* p, int32_t vertex_count, const float* values,
                                   int32_t order, const double* light, arena* memory) {
    arena* scratch = arena_create();
    float(*at)[3] = arena_alloc(scratch, (size_t)p->count, sizeof *at);
    raster_arriving* out = ARENA_NEW(memory, raster_arriving, (size_t)vertex_count);
    sky_arriving(values, p->count, order, light, at);
    for (int32_t i = 0; i < p->count; ++i)
        memcpy(out[p->vertex[i]].side[p->side[i] < 0.0f], at[i], sizeof *at);
    arena_destroy(scratch);
    return out;
}

bool lit_surface_arriving(const surface* f, const scene* s_or_null, const transfer_options* o,
                          const double* light, arena* memory, raster_arriving** out, report* r) {
    arena* scratch = arena_create();
    lit_mesh m = lit_surface_mesh(f, s_or_null, scratch);
    lit_points p = lit_points_of(&m, scratch);
    transfer t;
    bool sound = transfer_make(&m, &p, f->positions, o, scratch, &t, r);
    if (sound)
        *out = lit_surface_under(&p, f->vertex_count, t.values, o->sight.order, light, memory);
    arena_destroy(scratch);
    return sound;
}
