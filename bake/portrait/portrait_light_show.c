// Pictures and plots of the light of a recording: states under one transfer and another, fields, errors, coordinates.
// SPDX-License-Identifier: MIT
#include "bake/base/assert.h"
#include "bake/export/lit_surface.h"
#include "bake/export/plot.h"
#include "bake/portrait/portrait_light.h"

#include <math.h>

enum { SHOWN_MOST = 4, GAP = 6, PORTRAIT_LIGHT_SHOW_COLUMNS = 4, FIELDS_SHOWN = 6, DOTS = 4000 };

typedef struct shown {
    int32_t state, count;
    const float* transfer[SHOWN_MOST];
} shown;

// A state as a surface; false with a sentence.
static bool surface_of(const portrait_light* l, int32_t state, arena* memory, surface* out,
                       report* r) {
    float(*at)[3] = arena_alloc(memory, (size_t)l->rest.vertex_count, sizeof *at);
    if (!recording_states(l->of->of, state, 1, at[0], r))
        return false;
    *out = l->rest;
    out->positions = ARENA_NEW(memory, vec3, (size_t)out->vertex_count);
    for (int32_t v = 0; v < out->vertex_count; ++v)
        out->positions[v] = v3((double)at[v][0], (double)at[v][1], (double)at[v][2]);
    return true;
}

// All under the camera that sees the rest, so that pictures of several states can be compared.
static raster_options camera(const portrait_light* l, const portrait_light_view* w) {
    raster_options o = raster_default();
    o.width = o.height = w->side;
    o.views[0] = w->from;
    o.shown_or_null = l->rest.positions;
    o.shown_count = l->rest.vertex_count;
    return o;
}

static bool draw(const portrait_light* l, const shown* s, const portrait_light_view* w,
                 arena* memory, picture* out, report* r) {
    arena* scratch = arena_create();
    surface frames[SHOWN_MOST];
    const raster_arriving* lit[SHOWN_MOST];
    bool sound = surface_of(l, s->state, scratch, &frames[0], r);
    for (int32_t i = 0; i < s->count && sound; ++i) {
        frames[i] = frames[0];
        lit[i] = lit_surface_under(&l->points, l->rest.vertex_count, s->transfer[i], l->made.order,
                                   w->light, scratch);
    }
    raster_options o = camera(l, w);
    o.arriving_or_null = lit;
    if (sound)
        *out = raster_frames(frames, s->count, &l->scene, &o, memory);
    arena_destroy(scratch);
    return sound;
}

static float* field_of(const portrait_light* l, int32_t state, int32_t rank, arena* memory) {
    const light_model* m = &l->made.model;
    const double* q = l->of->q + (size_t)state * (size_t)l->of->rank;
    double* a = ARENA_NEW(memory, double, (size_t)m->rank);
    float* out = ARENA_NEW(memory, float, (size_t)l->points.count*(size_t)m->width);
    light_model_at(m, q, a);
    light_model_field(m, a, rank, out);
    return out;
}

static bool draw_held(const portrait_light* l, int32_t which, const portrait_light_view* w,
                      arena* memory, picture* out, report* r) {
    arena* scratch = arena_create();
    int32_t state = l->made.held[which];
    shown s = {
        state, 2, {l->made.held_fields[which], field_of(l, state, l->made.model.rank, scratch)}};
    bool sound = draw(l, &s, w, memory, out, r);
    arena_destroy(scratch);
    return sound;
}

bool portrait_light_picture(const portrait_light* l, const portrait_light_view* w, arena* memory,
                            picture* out, report* r) {
    SUPPLE_ASSERT(l->made.worst >= 0);
    return draw_held(l, l->made.worst, w, memory, out, r);
}

bool portrait_light_sheet(const portrait_light* l, const portrait_light_view* w, arena* memory,
                          picture* out, report* r) {
    SUPPLE_ASSERT(l->made.held_count > 0);
    arena* scratch = arena_create();
    int32_t count = l->made.held_count,
            columns = count < PORTRAIT_LIGHT_SHOW_COLUMNS ? count : PORTRAIT_LIGHT_SHOW_COLUMNS,
            rows = count / columns; // of whole rows
    picture *all = ARENA_NEW(scratch, picture, (size_t)rows),
            *row = ARENA_NEW(scratch, picture, (size_t)columns);
    bool sound = true;
    for (int32_t j = 0; j < rows && sound; ++j) {
        for (int32_t i = 0; i < columns && sound; ++i)
            sound = draw_held(l, j * columns + i, w, scratch, &row[i], r);
        if (sound)
            all[j] = picture_row(row, columns, GAP, scratch);
    }
    if (sound)
        *out = picture_column(all, rows, GAP, memory);
    arena_destroy(scratch);
    return sound;
}

bool portrait_light_ranks(const portrait_light* l, const portrait_light_view* w, arena* memory,
                          picture* out, report* r) {
    SUPPLE_ASSERT(l->made.worst >= 0);
    static const int32_t ranks[SHOWN_MOST] = {0, 3, 6, LOW_RANK_MOST};
    arena* scratch = arena_create();
    shown s = {.state = l->made.held[l->made.worst], .count = SHOWN_MOST};
    for (int i = 0; i < SHOWN_MOST; ++i)
        s.transfer[i] = field_of(l, s.state, ranks[i], scratch);
    bool sound = draw(l, &s, w, memory, out, r);
    arena_destroy(scratch);
    return sound;
}

// ---- fields ------------------------------------------------------------------------------

// What a field adds under the light, as light about a half; the largest reaches 0 or 1.
static const raster_arriving* about_half(const portrait_light* l, const float* field,
                                         const double* light, arena* memory) {
    int32_t width = l->made.model.width;
    raster_arriving* out = ARENA_NEW(memory, raster_arriving, (size_t)l->rest.vertex_count);
    double most = 1e-30, *grey = ARENA_NEW(memory, double, (size_t)l->points.count);
    for (int32_t p = 0; p < l->points.count; ++p) {
        for (int32_t i = 0; i < width; ++i)
            grey[p] += (double)field[(int64_t)p * width + i] * light[i] / 3.0;
        most = fmax(most, fabs(grey[p]));
    }
    for (int32_t p = 0; p < l->points.count; ++p)
        for (int c = 0; c < 3; ++c)
            out[l->points.vertex[p]].side[l->points.side[p] < 0.0f][c] =
                (float)(0.5 + 0.5 * grey[p] / most);
    return out;
}

picture portrait_light_fields(const portrait_light* l, const portrait_light_view* w,
                              arena* memory) {
    arena* scratch = arena_create();
    surface frames[FIELDS_SHOWN];
    const raster_arriving* lit[FIELDS_SHOWN];
    const light_model* m = &l->made.model;
    int32_t count = m->rank < FIELDS_SHOWN ? m->rank : FIELDS_SHOWN;
    surface white = l->rest; // paint would hide what is grey
    white.colors = arena_alloc(scratch, (size_t)white.vertex_count, sizeof *white.colors);
    for (int32_t v = 0; v < white.vertex_count; ++v)
        for (int c = 0; c < 4; ++c)
            white.colors[v][c] = 1.0f;
    for (int32_t i = 0; i < count; ++i) {
        frames[i] = white;
        lit[i] = about_half(l, m->basis + (size_t)i * (size_t)m->point_count * (size_t)m->width,
                            w->light, scratch);
    }
    raster_options o = camera(l, w);
    o.arriving_or_null = lit;
    picture out = raster_frames(frames, count, NULL, &o, memory);
    arena_destroy(scratch);
    return out;
}

// ---- plots -------------------------------------------------------------------------------

bytes portrait_light_plot(const portrait_light* l, arena* memory) {
    const light_model* m = &l->made.model;
    size_t count = (size_t)m->rank + 1;
    double *x = ARENA_NEW(memory, double, count), *y = ARENA_NEW(memory, double, count);
    for (size_t k = 0; k < count; ++k) {
        x[k] = (double)k;
        y[k] = m->errors[0] > 0.0 ? 100.0 * m->errors[k] / m->errors[0] : NAN;
    }
    const plot_series series = {"of the shapes that were lit", (int32_t)count, x, y, PLOT_LINE};
    const plot all = {.title = "What so many fields of light leave out",
                      .x_label = "fields",
                      .y_label = "error, % of what changes",
                      .y_log = true,
                      .width = 640,
                      .height = 400,
                      .series_count = 1,
                      .series = &series};
    return plot_svg(&all, memory);
}

// Two numbers of every state, or of some where there are many, and of the shapes.
static bytes plot_states(const portrait_light* l, bool of_light, arena* memory) {
    const light_made* made = &l->made;
    int32_t every = l->of->state_count / DOTS + 1, centers = made->shapes.count,
            states = (l->of->state_count + every - 1) / every;
    double *at[4], *a = ARENA_NEW(memory, double, (size_t)made->model.rank + 2);
    for (int i = 0; i < 4; ++i)
        at[i] = ARENA_NEW(memory, double, (size_t)(i < 2 ? states : centers));
    for (int32_t i = 0; i < states + centers; ++i) {
        bool is_shape = i >= states;
        int32_t n = is_shape ? i - states : i,
                state = is_shape ? made->shapes.states[n] : n * every;
        const double *q = l->of->q + (size_t)state * (size_t)l->of->rank, *shown_of = q;
        if (of_light) {
            light_model_at(&made->model, q, a);
            shown_of = a;
        }
        at[2 * is_shape][n] = shown_of[0];
        at[2 * is_shape + 1][n] = (of_light ? made->model.rank : l->of->rank) > 1 ? shown_of[1] : 0;
    }
    const plot_series series[2] = {{"states", states, at[0], at[1], PLOT_DOTS},
                                   {"shapes that were lit", centers, at[2], at[3], PLOT_DOTS}};
    const plot all = {.title = of_light ? "How much of two fields of light states have"
                                        : "States and the shapes that stand for them",
                      .x_label = of_light ? "first field" : "first coordinate, m",
                      .y_label = of_light ? "second field" : "second coordinate, m",
                      .width = 640,
                      .height = 480,
                      .series_count = 2,
                      .series = series};
    return plot_svg(&all, memory);
}

bytes portrait_light_plot_shapes(const portrait_light* l, arena* memory) {
    return plot_states(l, false, memory);
}

bytes portrait_light_plot_amounts(const portrait_light* l, arena* memory) {
    return plot_states(l, true, memory);
}
