// SPDX-License-Identifier: MIT
#include "bake/export/lit_ground.h"

#include "bake/export/lit_surface.h"
#include "bake/light/sh.h"
#include "bake/light/sky.h"

#include <math.h>
#include <string.h>

enum { TRACED_SIDE = 41 };

static const double
    LIT_GROUND_WIDE =
        1.6,    // of the longest side of what stands there, and of its height above the ground
    LOW = 1e-4; // of it: ground is so much lower, so that a sole that stands on it is no part of it
static const float GREY = 0.5f;

raster_ground lit_ground_below(const surface* f, double height, int32_t side, arena* memory) {
    bounds box = bounds_of(f->positions, f->vertex_count);
    vec3 size = v3_sub(box.high, box.low);
    double longest = fmax(fmax(size.x, size.z), fmax(size.y, box.high.y - height));
    size_t places = (size_t)side * (size_t)side;
    raster_ground g = {0.5 * (box.low.x + box.high.x), 0.5 * (box.low.z + box.high.z),
                       LIT_GROUND_WIDE * fmax(longest, 1e-9), side, NULL};
    g.kept = arena_alloc(memory, places, sizeof *g.kept);
    for (size_t i = 0; i < 3 * places; ++i)
        g.kept[i / 3][i % 3] = 1.0f;
    return g;
}

vec3* lit_ground_places(const raster_ground* g, double height, arena* memory) {
    vec3* at = ARENA_NEW(memory, vec3, (size_t)g->side * (size_t)g->side);
    for (int32_t i = 0; i < g->side * g->side; ++i) {
        int32_t column = i % g->side, row = i / g->side;
        at[i] = v3(g->x + g->half * (2.0 * column / (g->side - 1) - 1.0), height,
                   g->z + g->half * (2.0 * row / (g->side - 1) - 1.0));
    }
    return at;
}

void lit_ground_keep(raster_ground* g, const float (*arriving)[3], const float open[3]) {
    for (int32_t i = 0; i < g->side * g->side; ++i)
        for (int c = 0; c < 3; ++c)
            g->kept[i][c] = open[c] > 0.0f ? arriving[i][c] / open[c] : 1.0f;
}

// Surface and lattice as one.
static lit_mesh with_ground(const lit_mesh* m, int32_t side, arena* memory) {
    int32_t n = m->vertex_count, cells = side - 1, more = 2 * cells * cells,
            vertices = n + side * side, triangles = m->triangle_count + more;
    uint32_t(*all)[3] = arena_alloc(memory, (size_t)triangles, sizeof *all);
    uint8_t* thin = ARENA_NEW(memory, uint8_t, (size_t)triangles);
    int32_t* smooth = ARENA_NEW(memory, int32_t, (size_t)vertices);
    float(*albedo)[3] = arena_alloc(memory, (size_t)vertices, sizeof *albedo);
    memcpy(all, m->triangles, (size_t)m->triangle_count * sizeof *all);
    memcpy(thin, m->thin, (size_t)m->triangle_count);
    memcpy(smooth, m->smooth, (size_t)n * sizeof *smooth);
    memcpy(albedo, m->albedo, (size_t)n * sizeof *albedo);
    for (int32_t v = n; v < vertices; ++v) {
        smooth[v] = v;
        for (int c = 0; c < 3; ++c)
            albedo[v][c] = GREY;
    }
    for (int32_t i = 0; i < cells * cells; ++i) {
        uint32_t a = (uint32_t)(n + i / cells * side + i % cells), down = a + (uint32_t)side;
        const uint32_t corners[2][3] = {{a, down, a + 1},
                                        {a + 1, down, down + 1}}; // seen from above
        memcpy(all[m->triangle_count + 2 * i], corners, sizeof corners);
    }
    return (lit_mesh){vertices, triangles, (const uint32_t(*)[3])all,
                      thin,     smooth,    (const float(*)[3])albedo};
}

bool lit_ground_traced(const surface* f, const scene* s_or_null, double height,
                       const transfer_options* o, const double* light, arena* memory,
                       raster_ground* out, report* r) {
    arena* scratch = arena_create();
    *out = lit_ground_below(f, height, TRACED_SIDE, memory);
    lit_mesh own = lit_surface_mesh(f, s_or_null, scratch),
             m = with_ground(&own, out->side, scratch);
    lit_points p = lit_points_of(&m, scratch);
    vec3* at = ARENA_NEW(scratch, vec3, (size_t)m.vertex_count);
    memcpy(at, f->positions, (size_t)f->vertex_count * sizeof *at);
    memcpy(at + f->vertex_count, lit_ground_places(out, height - LOW * out->half, scratch),
           (size_t)(m.vertex_count - f->vertex_count) * sizeof *at);
    transfer t;
    bool sound = transfer_make(&m, &p, at, o, scratch, &t, r);
    float(*arriving)[3] = arena_alloc(scratch, (size_t)m.vertex_count, sizeof *arriving),
    open[1][3], numbers[3 * SH_MOST];
    if (sound) {
        raster_arriving* all =
            lit_surface_under(&p, m.vertex_count, t.values, o->sight.order, light, scratch);
        for (int32_t v = f->vertex_count; v < m.vertex_count; ++v)
            memcpy(arriving[v - f->vertex_count], all[v].side[0], sizeof *arriving);
        double bare[SH_MOST];
        sh_open_surface(o->sight.order, v3(0, 1, 0), bare);
        for (int32_t i = 0; i < 3 * sh_count(o->sight.order); ++i)
            numbers[i] = (float)bare[i / 3];
        sky_arriving(numbers, 1, o->sight.order, light, open);
        lit_ground_keep(out, (const float(*)[3])arriving, open[0]);
    }
    arena_destroy(scratch);
    return sound;
}
