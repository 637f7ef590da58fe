// SPDX-License-Identifier: MIT
#include "bake/portrait/portrait_show.h"

#include "bake/base/text.h"
#include "bake/export/mode_strip.h"

#include <math.h>
#include <string.h>

enum { PLOT_WIDTH = 720, PLOT_HEIGHT = 440, SHAPE_COLUMNS = 4 };

// ---- plots -----------------------------------------------------------------------------

bytes portrait_plot_ranks(const portrait* p, arena* memory) {
    const low_rank* f = &p->factor;
    size_t known = (size_t)f->known, errors = (size_t)p->rank + 1;
    double *ranks = ARENA_NEW(memory, double, known + errors),
           *values = ARENA_NEW(memory, double, known), *left = ARENA_NEW(memory, double, errors);
    for (size_t i = 0; i < known + errors; ++i)
        ranks[i] = (double)i;
    for (size_t i = 0; i < known; ++i)
        values[i] = f->values[0] > 0.0 ? f->values[i] / f->values[0] : 0.0;
    for (size_t i = 0; i < errors; ++i)
        left[i] = p->errors[0] > 0.0 ? p->errors[i] / p->errors[0] : 0.0;
    const plot_series series[2] = {
        {"singular value, of the first", f->known, ranks + 1, values, PLOT_DOTS},
        {"error, of the motion", p->rank + 1, ranks, left, PLOT_LINE}};
    const plot all = {.title = "What so many shapes keep",
                      .x_label = "rank",
                      .y_label = "of the whole",
                      .y_log = true,
                      .width = PLOT_WIDTH,
                      .height = PLOT_HEIGHT,
                      .series_count = 2,
                      .series = series};
    return plot_svg(&all, memory);
}

bytes portrait_plot_orbits(const portrait* p, arena* memory) {
    const recording* x = p->of;
    int32_t entries = x->palette.entry_count;
    size_t states = (size_t)p->state_count;
    plot_series* series = ARENA_NEW(memory, plot_series, (size_t)entries);
    double *q0 = ARENA_NEW(memory, double, states), *q1 = ARENA_NEW(memory, double, states);
    size_t used = 0;
    for (int32_t e = 0; e < entries; ++e) {
        series[e] = (plot_series){text_printable(x->palette.entries[e].name, 40, memory), 0,
                                  q0 + used, q1 + used, PLOT_DOTS};
        for (int32_t i = 0; i < x->response_count; ++i)
            for (int32_t n = 1; n <= x->responses[i].count && x->responses[i].entry == e; ++n) {
                const double* q = p->q + (size_t)(x->responses[i].first + n) * (size_t)p->rank;
                q0[used] = p->rank > 0 ? q[0] : 0.0;
                q1[used++] = p->rank > 1 ? q[1] : 0.0;
                ++series[e].count;
            }
    }
    const plot all = {.title = "Recorded states by the entry they follow",
                      .x_label = "first coordinate, m",
                      .y_label = "second coordinate, m",
                      .width = PLOT_HEIGHT + 120,
                      .height = PLOT_HEIGHT,
                      .series_count = entries,
                      .series = series};
    return plot_svg(&all, memory);
}

// ---- pictures --------------------------------------------------------------------------

// Without colours or textures of its own.
static surface bare(const portrait* p, arena* memory) {
    size_t vertices = (size_t)p->vertex_count, triangles = (size_t)p->of->triangle_count;
    surface f = {.vertex_count = p->vertex_count, .triangle_count = p->of->triangle_count};
    f.positions = ARENA_NEW(memory, vec3, vertices);
    f.normals = arena_alloc(memory, vertices, sizeof *f.normals);
    f.uvs = arena_alloc(memory, vertices, sizeof *f.uvs);
    f.colors = arena_alloc(memory, vertices, sizeof *f.colors);
    f.triangles = p->of->triangles;
    f.triangle_material = ARENA_NEW(memory, int32_t, triangles);
    f.vertex_node = ARENA_NEW(memory, int32_t, vertices);
    f.vertex_primitive = ARENA_NEW(memory, int32_t, vertices);
    f.vertex_index = ARENA_NEW(memory, int32_t, vertices);
    memset(f.triangle_material, -1, triangles * sizeof *f.triangle_material);
    memcpy(f.positions, p->key, vertices * sizeof *f.positions);
    for (size_t v = 0; v < vertices; ++v)
        for (int k = 0; k < 4; ++k)
            f.colors[v][k] = k < 3 ? 0.6f : 1.0f;
    return f;
}

static void set_normals(surface* f) {
    surface_normals(f->positions, f->vertex_count, (const uint32_t(*)[3])f->triangles,
                    f->triangle_count, f->normals);
}

static void bend(const portrait* p, int32_t state, surface* f) {
    size_t numbers = 3 * (size_t)p->vertex_count;
    const double* q = p->q + (size_t)state * (size_t)p->rank;
    for (int32_t k = 0; k < p->rank; ++k)
        for (size_t i = 0; i < numbers; ++i)
            (&f->positions[i / 3].x)[i % 3] += p->shapes[(size_t)k * numbers + i] * q[k];
}

bool portrait_picture_worst(const portrait* p, view from, int32_t side, arena* memory, picture* out,
                            report* r) {
    surface both[2] = {bare(p, memory), bare(p, memory)};
    size_t numbers = 3 * (size_t)p->vertex_count;
    float* at = ARENA_NEW(memory, float, numbers);
    if (!recording_states(p->of, p->worst.state, 1, at, r))
        return false;
    for (size_t i = 0; i < numbers; ++i)
        (&both[0].positions[i / 3].x)[i % 3] = at[i];
    bend(p, p->worst.state, &both[1]);
    float* scalar = ARENA_NEW(memory, float, (size_t)p->vertex_count);
    for (int32_t v = 0; v < p->vertex_count; ++v)
        scalar[v] = (float)p->vertex_error[v];
    raster_options o = raster_default();
    o.width = o.height = side;
    o.view_count = 1;
    o.views[0] = from;
    o.has_frame = true;
    bounds a = bounds_of(both[0].positions, p->vertex_count),
           b = bounds_of(both[1].positions, p->vertex_count);
    o.frame = bounds_join(a, b);
    o.scalar_or_null = scalar;
    o.scalar_high = (float)p->worst.distance;
    o.scalar_label_or_null = "off by at most, m";
    picture parts[2];
    for (int i = 0; i < 2; ++i) {
        set_normals(&both[i]);
        parts[i] = raster_surface(&both[i], NULL, &o, memory);
    }
    *out = picture_row(parts, 2, 4, memory);
    return true;
}

bool portrait_picture_states(const portrait* p, const int32_t* states, int32_t count, view from,
                             int32_t side, arena* memory, picture* out, report* r) {
    size_t vertices = (size_t)p->vertex_count;
    surface* all = ARENA_NEW(memory, surface, (size_t)count);
    float* far = ARENA_NEW(memory, float, vertices*(size_t)count);
    float* at = ARENA_NEW(memory, float, 3 * vertices);
    picture* parts = ARENA_NEW(memory, picture, (size_t)count);
    raster_options o = raster_default();
    o.width = o.height = side;
    o.view_count = 1;
    o.views[0] = from;
    o.has_frame = true;
    o.scalar_label_or_null = "from rest, m";
    for (int32_t i = 0; i < count; ++i) {
        if (!recording_states(p->of, states[i], 1, at, r))
            return false;
        all[i] = bare(p, memory);
        for (size_t v = 0; v < vertices; ++v) {
            all[i].positions[v] = v3(at[3 * v], at[3 * v + 1], at[3 * v + 2]);
            float d = (float)v3_distance(all[i].positions[v], p->key[v]);
            far[(size_t)i * vertices + v] = d;
            o.scalar_high = fmaxf(o.scalar_high, d);
        }
        set_normals(&all[i]);
        bounds b = bounds_of(all[i].positions, p->vertex_count);
        o.frame = i == 0 ? b : bounds_join(o.frame, b);
    }
    for (int32_t i = 0; i < count; ++i) {
        o.scalar_or_null = far + (size_t)i * vertices;
        parts[i] = raster_surface(&all[i], NULL, &o, memory);
    }
    *out = picture_row(parts, count, 4, memory);
    return true;
}

picture portrait_picture_shapes(const portrait* p, int32_t count, int32_t side, arena* memory) {
    surface rest = bare(p, memory);
    set_normals(&rest);
    count = count < p->rank ? count : p->rank;
    const char** labels = ARENA_NEW(memory, const char*, (size_t)count);
    for (int32_t i = 0; i < count; ++i)
        labels[i] = arena_format(memory, "shape %d", i + 1);
    bounds box = bounds_of(p->key, p->vertex_count);
    vec3 room = v3_scale(v3_sub(box.high, box.low), 0.1);
    const mode_strip s = {.rest = &rest,
                          .count = count,
                          .offsets = p->shapes,
                          .labels = labels,
                          .frame = {v3_sub(box.low, room), v3_add(box.high, room)},
                          .side = side,
                          .columns = SHAPE_COLUMNS};
    return mode_strip_draw(&s, memory);
}
