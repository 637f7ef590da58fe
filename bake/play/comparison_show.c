// One camera for all moments, one scale of colour: yellow is the worst vertex.
// SPDX-License-Identifier: MIT
#include "bake/play/comparison_show.h"

#include "bake/base/json_out.h"
#include "bake/base/text.h"
#include "bake/export/plot.h"
#include "bake/export/raster_color.h"
#include "bake/export/raster_text.h"
#include "bake/play/own_targets.h"
#include "bake/scene/facing.h"
#include "bake/scene/subject.h"

enum { COMPARISON_SHOW_MARGIN = 6 }; // pixels round a caption

const char* comparison_json(const comparison* c, arena* memory) {
    json_out o = json_out_new(memory, true);
    json_begin_object(&o);
    json_key_int(&o, "frames", c->t->frame_count);
    json_key_double(&o, "fps", c->t->fps);
    json_key(&o, "parts");
    json_begin_array(&o);
    for (int32_t i = 0; i < c->part_count; ++i) {
        const comparison_part* p = &c->parts[i];
        json_begin_object(&o);
        json_key_text(&o, "name", p->name);
        json_key_text(&o, "model", p->posed ? "posed" : "modal");
        json_key_int(&o, "unknowns", p->unknowns);
        json_key_int(&o, "coordinates", p->coordinates);
        json_key_int(&o, "vertices", p->vertex_count);
        json_key_double(&o, "rmsError", p->rms);
        json_key_double(&o, "rmsDisplacement", p->size);
        json_key_double(&o, "worstError", p->worst);
        json_key_double(&o, "largestDisplacement", p->largest);
        json_key_int(&o, "worstVertex", p->worst_vertex);
        json_key_double(&o, "worstSeconds", p->worst_frame / c->t->fps);
        json_end_object(&o);
    }
    json_end_array(&o);
    json_end_object(&o);
    return o.text;
}

bytes comparison_plot(const comparison* c, arena* memory) {
    int32_t frames = c->t->frame_count;
    plot_series* series = ARENA_NEW(memory, plot_series, 2 * (size_t)c->part_count);
    double* time = ARENA_NEW(memory, double, (size_t)frames);
    for (int32_t i = 0; i < frames; ++i)
        time[i] = i / c->t->fps;
    for (int32_t i = 0; i < c->part_count; ++i) {
        const comparison_part* p = &c->parts[i];
        series[2 * i] = (plot_series){arena_format(memory, "%s, rms", p->name), frames, time,
                                      p->frame_rms, PLOT_LINE};
        series[2 * i + 1] = (plot_series){arena_format(memory, "%s, worst vertex", p->name), frames,
                                          time, p->frame_worst, PLOT_LINE};
    }
    plot p = {.title = "The reduced body beside the full model",
              .x_label = "seconds",
              .y_label = "distance, m",
              .width = 900,
              .height = 480,
              .series_count = 2 * c->part_count,
              .series = series};
    return plot_svg(&p, memory);
}

// ---- picture ---------------------------------------------------------------------------

static int32_t frame_of(const comparison* c, const strip_options* o, int32_t i) {
    return strip_frame(o, c->t->fps, c->t->frame_count, false, i);
}

// The body at a frame, in the middle of its cell: by the runtime, or with the full model's flesh in place of that.
static surface shown_at(const comparison* c, int32_t frame, bool full, arena* memory) {
    const play_request* q = c->q;
    int32_t n = q->asset->vertex_count;
    pose p = pose_at(q->s, q->clip, frame / c->t->fps, memory);
    surface s = surface_from_scene(q->s, &p, memory);
    s.normals = arena_alloc(memory, (size_t)n, sizeof *s.normals);
    float(*xyz)[3] = arena_alloc(memory, (size_t)n, sizeof *xyz);
    supple_streams out = supple_streams_packed(xyz[0], s.normals[0]);
    supple_body_skin(play_frame(c->t, frame), &out);
    pose own = own_targets_pose(q, frame / c->t->fps, memory);
    own_targets_add(q, &own, xyz, s.normals);
    for (int32_t v = 0; v < n; ++v)
        s.positions[v] = v3(xyz[v][0], xyz[v][1], xyz[v][2]);
    if (full)
        comparison_full(c, frame, &s);
    bounds box = bounds_of(s.positions, n);
    vec3 middle = v3_scale(v3_add(box.low, box.high), 0.5);
    for (int32_t v = 0; v < n; ++v)
        s.positions[v] = v3_sub(s.positions[v], v3(middle.x, 0.0, middle.z));
    return s;
}

static double worst_of(const comparison* c) {
    double worst = 0.0;
    for (int32_t i = 0; i < c->part_count; ++i)
        worst = fmax(worst, c->parts[i].worst);
    return worst;
}

static surface colored(const comparison* c, const surface* s, int32_t frame, double most,
                       const color_tables* tables, arena* memory) {
    surface out = *s;
    out.colors = arena_alloc(memory, (size_t)s->vertex_count, sizeof *out.colors);
    const float* error = c->error + (size_t)frame * (size_t)s->vertex_count;
    for (int32_t v = 0; v < s->vertex_count; ++v) {
        color_scale(tables, most > 0.0 ? (float)(error[v] / most) : 0.0f, out.colors[v]);
        out.colors[v][3] = 1.0f;
    }
    return out;
}

picture comparison_strip(const comparison* c, const strip_options* how, arena* memory) {
    surface* full = ARENA_NEW(memory, surface, (size_t)how->moments);
    surface* plain = ARENA_NEW(memory, surface, (size_t)how->moments);
    surface* errors = ARENA_NEW(memory, surface, (size_t)how->moments);
    color_tables* tables = ARENA_NEW(memory, color_tables, 1);
    color_tables_make(tables);
    raster_options o = strip_camera(how, scene_front(c->q->s, memory));
    for (int32_t i = 0; i < how->moments; ++i) {
        int32_t frame = frame_of(c, how, i);
        full[i] = shown_at(c, frame, true, memory);
        plain[i] = shown_at(c, frame, false, memory);
        errors[i] = colored(c, &plain[i], frame, worst_of(c), tables, memory);
        bounds box;
        subject_box(&plain[i], c->q->s, &box);
        o.frame = bounds_join(o.frame, box);
    }
    picture rows[3] = {raster_frames(full, how->moments, c->q->s, &o, memory),
                       raster_frames(plain, how->moments, c->q->s, &o, memory),
                       raster_frames(errors, how->moments, NULL, &o, memory)};
    text_draw(&rows[0], COMPARISON_SHOW_MARGIN, COMPARISON_SHOW_MARGIN, 1, "full: every node");
    text_draw(&rows[1], COMPARISON_SHOW_MARGIN, COMPARISON_SHOW_MARGIN, 1, "reduced");
    text_draw(&rows[2], COMPARISON_SHOW_MARGIN, COMPARISON_SHOW_MARGIN, 1,
              arena_format(memory, "error: yellow is %s", text_length(worst_of(c), memory)));
    return picture_column(rows, 3, 2, memory);
}
