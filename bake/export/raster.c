// One picture: cameras, then for each cell of the strip fill, light, shade, average.
//
// Every cell goes through the same stages; buffers live in an arena of their own that ends with the
// cell, so a strip needs no more memory than one picture.
// SPDX-License-Identifier: MIT
#include "bake/export/raster.h"

#include "bake/base/assert.h"
#include "bake/export/raster_floor.h"
#include "bake/export/raster_gather.h"
#include "bake/export/raster_text.h"

#include <string.h>

enum { SAMPLES_MAX = 4, CELL_SAMPLES_MAX = SAMPLES_MAX * SAMPLES_MAX };

// What all cells of a picture share.
typedef struct studio {
    const raster_options* options;
    color_tables tables;
    picture out;
    bool strip; // more than one cell
    bool has_floor;
    double floor, scale; // y; of everything
} studio;

raster_options raster_default(void) {
    return (raster_options){.width = 640,
                            .height = 480,
                            .samples = 3,
                            .view_count = 1,
                            .views = {{30.0, 15.0}},
                            .ground = true};
}

// ---- one cell --------------------------------------------------------------------------

// The triangles of one pixel, each with the number and the middle of its samples.
typedef struct pixel_parts {
    int count, empty;
    int32_t triangle[CELL_SAMPLES_MAX];
    int samples[CELL_SAMPLES_MAX];
    double x[CELL_SAMPLES_MAX], y[CELL_SAMPLES_MAX]; // sums
} pixel_parts;

static void split_pixel(const fill_target* t, int32_t px, int32_t py, pixel_parts* parts) {
    parts->count = parts->empty = 0;
    for (int32_t y = py * t->block; y < (py + 1) * t->block; ++y)
        for (int32_t x = px * t->block; x < (px + 1) * t->block; ++x) {
            int32_t triangle = t->triangle[(size_t)y * (size_t)t->width + (size_t)x];
            if (triangle < 0) {
                ++parts->empty;
                continue;
            }
            int k = 0;
            while (k < parts->count && parts->triangle[k] != triangle)
                ++k;
            if (k == parts->count) {
                parts->triangle[k] = triangle;
                parts->samples[k] = 0;
                parts->x[k] = parts->y[k] = 0.0;
                ++parts->count;
            }
            ++parts->samples[k];
            parts->x[k] += x + 0.5;
            parts->y[k] += y + 0.5;
        }
}

// The first pass: every pixel asks its share of the lights.
static void ask_lights(const fill_target* t, const shading* s, gather* g) {
    for (int32_t y = 0; y < g->height; ++y)
        for (int32_t x = 0; x < g->width; ++x) {
            pixel_parts parts;
            split_pixel(t, x, y, &parts);
            int most = 0;
            for (int k = 1; k < parts.count; ++k)
                most = parts.samples[k] > parts.samples[most] ? k : most;
            if (parts.count == 0)
                continue;
            int n = parts.samples[most];
            shade_point p =
                shade_point_at(s, parts.triangle[most], parts.x[most] / n, parts.y[most] / n);
            gather_ask(g, s, x, y, &p);
        }
}

// The second pass: every triangle of a pixel is shaded once and counts as its samples do.
static void develop(const studio* st, const fill_target* t, const shading* s, const gather* g,
                    const float (*kept_or_null)[3], int32_t left, int32_t top) {
    float subset = 1.0f / (float)(t->block * t->block);
    for (int32_t y = 0; y < g->height; ++y)
        for (int32_t x = 0; x < g->width; ++x) {
            pixel_parts parts;
            split_pixel(t, x, y, &parts);
            float sum[3] = {0.0f, 0.0f, 0.0f}, rgb[3];
            for (int k = 0; k < parts.count; ++k) {
                int n = parts.samples[k];
                double px = parts.x[k] / n, py = parts.y[k] / n;
                shade_point p = shade_point_at(s, parts.triangle[k], px, py);
                light_seen seen = {0};
                if (s->arriving_or_null == NULL)
                    seen = gather_at(g, s, x, y, &p);
                shade_leaving(s, parts.triangle[k], &p, &seen, px, py, rgb);
                for (int c = 0; c < 3; ++c)
                    sum[c] += rgb[c] * (float)n;
            }
            size_t at = (size_t)y * (size_t)g->width + (size_t)x;
            if (parts.empty > 0) {
                shade_backdrop(st->out.width, st->out.height, left + x + 0.5, top + y + 0.5, rgb);
                for (int c = 0; c < 3; ++c)
                    sum[c] += rgb[c] * (kept_or_null != NULL ? kept_or_null[at][c] : 1.0f) *
                              (float)parts.empty;
            }
            size_t out = (size_t)(top + y) * (size_t)st->out.width + (size_t)(left + x);
            for (int c = 0; c < 3; ++c)
                st->out.pixels[3 * out + (size_t)c] = color_encode(&st->tables, sum[c] * subset);
        }
}

static void draw_cell(const studio* st, const paint* p, const camera* c, view v, int32_t left,
                      int32_t top, const raster_arriving* lit_or_null,
                      const raster_ground* ground_or_null) {
    arena* scratch = arena_create();
    const surface* f = p->f;
    camera fine = camera_scaled(c, st->options->samples);
    vec3* space = ARENA_NEW(scratch, vec3, (size_t)f->vertex_count);
    for (int32_t i = 0; i < f->vertex_count; ++i)
        space[i] = camera_space(c, f->positions[i]);
    fill_target target = fill_target_new(fine.width, fine.height, st->options->samples, scratch);
    fill_surface(&target, &fine, space, p);

    light_rig* rig =
        lit_or_null != NULL ? ARENA_NEW(scratch, light_rig, 1) : light_rig_make(f, v, scratch);
    floor_shade floor = {0};
    if (st->has_floor && ground_or_null != NULL)
        floor = floor_shade_found(c, ground_or_null, st->floor, st->scale, st->strip, scratch);
    else if (st->has_floor)
        floor = floor_shade_make(c, rig, st->floor, st->strip, scratch);
    shading s = {p,
                 &fine,
                 space,
                 rig,
                 st->options->samples,
                 st->options->flat,
                 st->options->wireframe,
                 lit_or_null};
    gather g = gather_new(&s, scratch);
    if (lit_or_null == NULL)
        ask_lights(&target, &s, &g);
    develop(st, &target, &s, &g, (const float(*)[3])floor.kept, left, top);
    arena_destroy(scratch);
}

// ---- the strip -------------------------------------------------------------------------

// Shadows are worked out in float, and a camera has a least distance: bodies smaller than a
// millimetre or larger than a million metres are drawn at another scale, a power of two, which
// rounds nothing.
static double scale_of(const vec3* points, int32_t count) {
    bounds box = bounds_of(points, count);
    vec3 side = v3_sub(box.high, box.low);
    double longest = fmax(fmax(side.x, side.y), side.z);
    int exponent;
    if (!(longest > 0.0) || (longest > 1e-3 && longest < 1e6))
        return 1.0;
    frexp(longest, &exponent);
    return ldexp(1.0, exponent < -1000 ? 1000 : -exponent);
}

static surface* scaled_frames(const surface* frames, int32_t frame_count, double scale,
                              arena* memory) {
    surface* out = ARENA_NEW(memory, surface, (size_t)frame_count);
    for (int32_t i = 0; i < frame_count; ++i) {
        out[i] = frames[i];
        out[i].positions = ARENA_NEW(memory, vec3, (size_t)frames[i].vertex_count);
        for (int32_t k = 0; k < frames[i].vertex_count; ++k)
            out[i].positions[k] = v3_scale(frames[i].positions[k], scale);
    }
    return out;
}

// What the cameras must show: chosen points, the frame's corners, or every vertex.
static vec3* points_to_show(const surface* frames, int32_t frame_count, const raster_options* o,
                            int32_t* count, arena* memory) {
    int32_t total = 0;
    for (int32_t i = 0; i < frame_count; ++i)
        total += frames[i].vertex_count;
    if (o->shown_or_null != NULL) {
        vec3* chosen = ARENA_NEW(memory, vec3, (size_t)o->shown_count);
        memcpy(chosen, o->shown_or_null, (size_t)o->shown_count * sizeof *chosen);
        *count = o->shown_count;
        return chosen;
    }
    bool corners = o->has_frame || total == 0;
    *count = corners ? 8 : total;
    vec3* points = ARENA_NEW(memory, vec3, (size_t)*count);
    bounds box = o->has_frame ? o->frame : (bounds){v3(-1, -1, -1), v3(1, 1, 1)};
    for (int k = 0; k < 8 && corners; ++k)
        points[k] = v3(k & 1 ? box.high.x : box.low.x, k & 2 ? box.high.y : box.low.y,
                       k & 4 ? box.high.z : box.low.z);
    total = 0;
    for (int32_t i = 0; i < frame_count && !corners; ++i) {
        memcpy(&points[total], frames[i].positions, (size_t)frames[i].vertex_count * sizeof(vec3));
        total += frames[i].vertex_count;
    }
    return points;
}

static int32_t label_scale(const raster_options* o) {
    return o->height < 900 ? 1 : o->height / 450;
}

static view turned(const raster_options* o, int32_t i) {
    return (view){o->views[i].azimuth + o->front, o->views[i].elevation};
}

static void fit_cameras(const raster_options* o, bool has_bar, const vec3* points, int32_t count,
                        camera cameras[8]) {
    double margin = 0.07 * (o->width < o->height ? o->width : o->height), reach = 0.0;
    camera_room room = {o->width, o->height, margin, margin, margin, margin};
    if (has_bar)
        room.bottom += BAR_ROOM * label_scale(o);
    for (int32_t i = 0; i < o->view_count; ++i) {
        cameras[i] = camera_fit(turned(o, i), &room, points, count);
        reach = cameras[i].reach > reach ? cameras[i].reach : reach;
    }
    for (int32_t i = 0; i < o->view_count; ++i)
        cameras[i] = camera_back_off(&cameras[i], reach);
}

static void scalar_range(const raster_options* o, int32_t count, paint* p) {
    p->scalar_low = o->scalar_low;
    p->scalar_high = o->scalar_high;
    if (o->scalar_low != o->scalar_high)
        return;
    bool any = false;
    for (int32_t i = 0; i < count; ++i) {
        float x = p->scalar_or_null[i];
        if (!isfinite(x))
            continue;
        p->scalar_low = !any || x < p->scalar_low ? x : p->scalar_low;
        p->scalar_high = !any || x > p->scalar_high ? x : p->scalar_high;
        any = true;
    }
}

picture raster_frames(const surface* frames, int32_t frame_count, const scene* s,
                      const raster_options* o, arena* memory) {
    SUPPLE_ASSERT(frame_count > 0 && o->view_count > 0 && o->view_count <= 8);
    SUPPLE_ASSERT(o->width > 0 && o->height > 0 && o->samples > 0 && o->samples <= SAMPLES_MAX);
    arena* scratch = arena_create();
    studio* st = ARENA_NEW(scratch, studio, 1);
    st->options = o;
    color_tables_make(&st->tables);
    int32_t columns = frame_count > 1 ? frame_count : o->view_count;
    int32_t rows = frame_count > 1 ? o->view_count : 1;
    st->out = (picture){columns * o->width, rows * o->height, 3, NULL};
    st->out.pixels = ARENA_NEW(memory, uint8_t, (size_t)st->out.width * (size_t)st->out.height * 3);

    bool scalar = frame_count == 1 && o->scalar_or_null != NULL;
    int32_t point_count;
    vec3* points = points_to_show(frames, frame_count, o, &point_count, scratch);
    double scale = scale_of(points, point_count);
    if (scale != 1.0) {
        frames = scaled_frames(frames, frame_count, scale, scratch);
        for (int32_t i = 0; i < point_count; ++i)
            points[i] = v3_scale(points[i], scale);
    }
    camera cameras[8];
    fit_cameras(o, scalar, points, point_count, cameras);
    st->strip = columns * rows > 1;
    st->has_floor = o->ground && frames[0].vertex_count > 0 &&
                    (o->arriving_or_null == NULL || o->ground_or_null != NULL);
    st->scale = scale;
    st->floor = bounds_of(points, point_count).low.y;

    paint p = {.s_or_null = s, .tables = &st->tables};
    if (s != NULL)
        p.textures_or_null = textures_load(s, &frames[0], &st->tables, scratch);
    if (scalar) {
        p.scalar_or_null = o->scalar_or_null;
        scalar_range(o, frames[0].vertex_count, &p);
    }
    for (int32_t i = 0; i < frame_count; ++i)
        for (int32_t k = 0; k < o->view_count; ++k) {
            p.f = &frames[i];
            draw_cell(st, &p, &cameras[k], turned(o, k), (frame_count > 1 ? i : k) * o->width,
                      (frame_count > 1 ? k : 0) * o->height,
                      o->arriving_or_null != NULL ? o->arriving_or_null[i] : NULL,
                      o->ground_or_null != NULL ? &o->ground_or_null[i] : NULL);
        }
    if (scalar)
        text_color_bar(&st->out, &st->tables, label_scale(o), p.scalar_low, p.scalar_high,
                       o->scalar_label_or_null);
    picture out = st->out;
    arena_destroy(scratch);
    return out;
}

picture raster_surface(const surface* f, const scene* s, const raster_options* o, arena* memory) {
    return raster_frames(f, 1, s, o, memory);
}
