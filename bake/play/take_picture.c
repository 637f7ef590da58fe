// One camera for all frames of all rows.
// SPDX-License-Identifier: MIT
#include "bake/play/take_picture.h"

#include "bake/base/assert.h"
#include "bake/base/text.h"
#include "bake/export/plot.h"
#include "bake/export/raster_color.h"
#include "bake/export/raster_text.h"
#include "bake/play/take_lines.h"
#include "bake/play/take_moment.h"
#include "bake/play/texel.h"
#include "bake/scene/facing.h"

#include <string.h>

enum { TAKE_PICTURE_MARGIN = 6 }; // pixels round a caption
static const double LINE = 0.004; // of what is framed: how wide lines of a world are

typedef struct strip {
    const play_request* q;
    const play_take* t;
    const strip_options* how;
    arena* memory;
    int32_t count;
    surface *stiff, *soft, *apart; // [count] the three rows
    vec3* shift;                   // [count] of both from where the body is
    bounds box;                    // of all moments
    double most;                   // the largest distance between stiff and soft, metres
} strip;

static int32_t frame_of(const strip* s, int32_t i) {
    return strip_frame(s->how, s->t->fps, s->t->frame_count, s->q->loop, i);
}

static strip strip_new(const take_shown* shown, const strip_options* how, arena* memory) {
    int32_t count = how->moments;
    strip s = {.q = shown->q, .t = shown->t, .how = how, .memory = memory, .count = count};
    s.box = bounds_of(NULL, 0);
    s.stiff = ARENA_NEW(memory, surface, (size_t)count);
    s.soft = ARENA_NEW(memory, surface, (size_t)count);
    s.apart = ARENA_NEW(memory, surface, (size_t)count);
    s.shift = ARENA_NEW(memory, vec3, (size_t)count);
    for (int32_t i = 0; i < count; ++i) {
        take_moment m = take_moment_at(s.q, s.t, frame_of(&s, i), memory);
        s.stiff[i] = m.stiff;
        s.soft[i] = m.soft;
        s.shift[i] = m.shift;
        s.box = bounds_join(s.box, m.box);
        s.most = fmax(s.most, m.most);
    }
    return s;
}

// most: the yellow end of the scale, metres.
static void color_moments(strip* s, const color_tables* tables, double most) {
    double metres = play_world_metres(s->q->binding, s->q->asset);
    for (int32_t i = 0; i < s->count; ++i) {
        const surface* soft = &s->soft[i];
        s->apart[i] = *soft;
        float(*colors)[4] = arena_alloc(s->memory, (size_t)soft->vertex_count, sizeof *colors);
        int32_t own = s->q->asset->vertex_count;
        memcpy(colors + own, soft->colors + own,
               (size_t)(soft->vertex_count - own) * sizeof *colors); // what stands beside it
        for (int32_t v = 0; v < own; ++v) {
            double d = metres * v3_distance(soft->positions[v], s->stiff[i].positions[v]);
            color_scale(tables, most > 0.0 ? (float)(d / most) : 0.0f, colors[v]);
            colors[v][3] = 1.0f;
        }
        s->apart[i].colors = colors;
    }
}

// One camera for all takes and moments.
static raster_options camera_for(const strip* strips, int32_t count, const strip_options* how) {
    raster_options o = strip_camera(how, scene_front(strips[0].q->s, strips[0].memory));
    for (int32_t k = 0; k < count; ++k)
        o.frame = bounds_join(o.frame, strips[k].box);
    return o;
}

static picture row_of(const strip* s, const surface* moments, const scene* s_or_null,
                      const raster_options* o, const char* caption, arena* memory) {
    picture row = raster_frames(moments, s->count, s_or_null, o, memory);
    text_draw(&row, TAKE_PICTURE_MARGIN, TAKE_PICTURE_MARGIN, 1, caption);
    return row;
}

// The camera, with what arrives at the moments of a row where a light is asked for.
static bool light_row(const strip* s, const take_light* l, bool soft, raster_options* o,
                      report* r) {
    const raster_arriving** all = arena_alloc(s->memory, (size_t)s->count, sizeof *all);
    raster_ground* ground = ARENA_NEW(s->memory, raster_ground, (size_t)s->count);
    if (l->light == NULL)
        return true;
    for (int32_t i = 0; i < s->count; ++i) {
        raster_arriving* one;
        const surface* f = soft ? &s->soft[i] : &s->stiff[i];
        const supple_body* body = play_frame(s->t, frame_of(s, i));
        const take_ground below = {soft ? body : NULL, s->shift[i], o->frame.low.y};
        if (!take_light_arriving(l, s->q, body, soft, f, s->memory, &one, r) ||
            !take_light_ground(l, s->q, &below, f, s->memory, &ground[i], r))
            return false;
        all[i] = one;
    }
    o->arriving_or_null = all;
    o->ground_or_null = ground;
    return true;
}

// Soft places and the normals of bones alone: what a renderer shows that leaves corrections out.
static picture uncorrected_row(const strip* s, const raster_options* o, arena* memory) {
    surface* plain = ARENA_NEW(memory, surface, (size_t)s->count);
    for (int32_t i = 0; i < s->count; ++i) {
        plain[i] = s->soft[i];
        plain[i].normals = s->stiff[i].normals;
    }
    return row_of(s, plain, s->q->s, o, "soft, with the normals of bones alone", memory);
}

// The moments with flesh, and with the lines of their world where the take has them.
static const surface* with_lines(const strip* s, const raster_options* o) {
    if (s->t->lines_or_null == NULL)
        return s->soft;
    surface* lined = ARENA_NEW(s->memory, surface, (size_t)s->count);
    double width = LINE * v3_distance(o->frame.low, o->frame.high);
    for (int32_t i = 0; i < s->count; ++i)
        lined[i] = take_lines_alone(&s->soft[i], &s->t->lines_or_null[frame_of(s, i)], s->shift[i],
                                    width, s->memory);
    return lined;
}

bool take_strip(const take_shown* takes, int32_t take_count, const strip_options* how,
                arena* memory, picture* out, report* r) {
    SUPPLE_ASSERT(take_count > 0);
    strip* strips = ARENA_NEW(memory, strip, (size_t)take_count);
    double most = 0.0;
    for (int32_t k = 0; k < take_count; ++k) {
        strips[k] = strip_new(&takes[k], how, memory);
        most = fmax(most, strips[k].most);
    }
    const raster_options plain = camera_for(strips, take_count, how);
    raster_options o = plain;
    color_tables* tables = ARENA_NEW(memory, color_tables, 1);
    color_tables_make(tables);
    picture* rows = ARENA_NEW(memory, picture, 1 + 3 * (size_t)take_count);
    int32_t n = 0;
    if (!light_row(&strips[0], &takes[0].light, false, &o, r))
        return false;
    rows[n++] = row_of(&strips[0], strips[0].stiff, strips[0].q->s, &o, "bones alone", memory);
    for (int32_t k = 0; k < take_count; ++k) {
        const char* name = takes[k].name_or_null;
        color_moments(&strips[k], tables, most);
        if (!light_row(&strips[k], &takes[k].light, true, &o, r))
            return false;
        if (takes[k].uncorrected)
            rows[n++] = uncorrected_row(&strips[k], &o, memory);
        rows[n++] = row_of(&strips[k], with_lines(&strips[k], &o), strips[k].q->s, &o,
                           name != NULL                         ? name
                           : strips[k].t->lines_or_null != NULL ? "as the world has it"
                                                                : "soft",
                           memory);
        const char* scale =
            name == NULL
                ? arena_format(memory, "difference: yellow is %s", text_length(most, memory))
                : arena_format(memory, "difference: at most %s; yellow is %s",
                               text_length(strips[k].most, memory), text_length(most, memory));
        rows[n++] = row_of(&strips[k], strips[k].apart, NULL, &plain, scale, memory);
    }
    *out = picture_column(rows, n, 2, memory);
    return true;
}

// ---- over time -------------------------------------------------------------------------

typedef struct lively {
    int32_t coord;
    double reach, most; // metres for q = 1, and of the take
    const char* name;
} lively;

double take_reach(const play_request* q, int32_t part, int32_t k) {
    const supple_asset* a = q->asset;
    const binding* b = q->binding;
    supple_part p = supple_asset_part(a, part);
    double most = 0.0, most_metres = 0.0;
    for (int32_t i = 0; i < p.vertex_count; ++i) {
        float x[3] = {0};
        int64_t at = texel_place(a, a->links, part, p.vertices[i]);
        texel_add(&a->shapes, p.first_shape + (int64_t)k * p.shape_places + at, 1.0, x);
        double length = sqrt((double)x[0] * x[0] + (double)x[1] * x[1] + (double)x[2] * x[2]);
        int32_t shown_by = binding_mesh_of(b, (int32_t)p.vertices[i]);
        most = fmax(most, length);
        most_metres = fmax(most_metres, length * binding_mesh_metres(b, shown_by) / b->metres);
    }
    double numbers = supple_asset_reach(a, p.first_coord + k); // texels have a scale of their own
    return most > 0.0 ? numbers * (double)a->metres * (most_metres / most) : 0.0;
}

// The liveliest first; inserted one by one, for there are few.
static int32_t find_lively(const play_request* q, const play_take* t, int32_t most, lively* list,
                           arena* memory) {
    const supple_asset* a = q->asset;
    int32_t count = 0;
    for (int32_t i = 0; i < a->part_count; ++i) {
        supple_part p = supple_asset_part(a, i);
        for (int32_t k = 0; k < p.coord_count; ++k) {
            int32_t coord = p.first_coord + k, at = count < most ? count++ : most;
            double far = 0.0, reach = take_reach(q, i, k);
            for (int32_t f = 0; f < t->frame_count; ++f)
                far =
                    fmax(far, fabsf(t->coords[(size_t)f * (size_t)a->coord_count + (size_t)coord]));
            for (; at > 0 && far * reach > list[at - 1].most; --at)
                if (at < most)
                    list[at] = list[at - 1];
            if (at < most)
                list[at] = (lively){coord, reach, far * reach,
                                    arena_format(memory, "%s, %.1f Hz", p.name,
                                                 (double)supple_asset_frequency(a, coord))};
        }
    }
    return count;
}

bytes take_plot(const play_request* q, const play_take* t, int32_t most, arena* memory) {
    SUPPLE_ASSERT(most > 0);
    size_t coords = (size_t)q->asset->coord_count;
    lively* list = ARENA_NEW(memory, lively, (size_t)most + 1);
    int32_t count = find_lively(q, t, most, list, memory);
    plot_series* series = ARENA_NEW(memory, plot_series, (size_t)most);
    double* times = ARENA_NEW(memory, double, (size_t)t->frame_count);
    for (int32_t f = 0; f < t->frame_count; ++f)
        times[f] = f / t->fps;
    for (int32_t i = 0; i < count; ++i) {
        double *y = ARENA_NEW(memory, double, (size_t)t->frame_count), mm = 1e3 * list[i].reach;
        for (int32_t f = 0; f < t->frame_count; ++f)
            y[f] = mm * t->coords[(size_t)f * coords + (size_t)list[i].coord];
        series[i] = (plot_series){list[i].name, t->frame_count, times, y, PLOT_LINE};
    }
    plot p = {.title = "The liveliest modes",
              .x_label = "seconds",
              .y_label = "farthest vertex, mm",
              .width = 900,
              .height = 420,
              .series_count = count,
              .series = series};
    return plot_svg(&p, memory);
}
