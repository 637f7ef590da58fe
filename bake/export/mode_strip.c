// Every mode is drawn so that what moves most moves by the same share of the body.
//
// Normals of a bent surface: those of the file, plus how much those of the welded triangles change. So
// seams of texture stay invisible and hard edges stay hard.
// SPDX-License-Identifier: MIT
#include "bake/export/mode_strip.h"

#include "bake/export/raster_text.h"
#include "bake/mesh/weld.h"

#include <string.h>

// Of the frame's diagonal, the farthest a vertex is moved: less where a seam must not fold.
static const double TELLING = 0.13, TELLING_PART = 0.1;
enum { POINTS_MOST = 4000 };      // of a mode, for the camera
static const double GHOST = 0.35; // how much of the body at rest shines through

typedef struct strip_job {
    const mode_strip* s;
    raster_options options;
    color_tables tables;
    weld weld;
    int32_t triangle_count; // welded
    uint32_t (*triangles)[3];
    float (*rest_normals)[3]; // [weld.count]
    picture empty, rest;
} strip_job;

static double farthest(const double* offsets, int32_t count) {
    double most = 0.0;
    for (int32_t i = 0; i < count; ++i) {
        const double* u = offsets + 3 * (size_t)i;
        double square = u[0] * u[0] + u[1] * u[1] + u[2] * u[2];
        most = square > most ? square : most;
    }
    return sqrt(most);
}

static void bend_normals(const strip_job* j, surface* f, arena* scratch) {
    const weld* w = &j->weld;
    vec3* moved = ARENA_NEW(scratch, vec3, (size_t)w->count);
    float(*normals)[3] = arena_alloc(scratch, (size_t)w->count, sizeof *normals);
    for (int32_t i = 0; i < w->count; ++i)
        moved[i] = f->positions[w->first[i]];
    surface_normals(moved, w->count, (const uint32_t(*)[3])j->triangles, j->triangle_count,
                    normals);
    for (int32_t i = 0; i < f->vertex_count; ++i) {
        const float *old = j->s->rest->normals[i], *from = j->rest_normals[w->welded[i]],
                    *to = normals[w->welded[i]];
        vec3 n = v3_unit(v3((double)old[0] + to[0] - from[0], (double)old[1] + to[1] - from[1],
                            (double)old[2] + to[2] - from[2]));
        f->normals[i][0] = (float)n.x;
        f->normals[i][1] = (float)n.y;
        f->normals[i][2] = (float)n.z;
    }
}

static surface bend(const strip_job* j, const double* offsets, double amplitude, arena* scratch) {
    surface f = *j->s->rest;
    size_t count = (size_t)f.vertex_count;
    f.positions = ARENA_NEW(scratch, vec3, count);
    f.normals = arena_alloc(scratch, count, sizeof *f.normals);
    f.colors = arena_alloc(scratch, count, sizeof *f.colors);
    double most = farthest(offsets, f.vertex_count);
    double scale = most > 0.0 ? amplitude / most : 0.0;
    for (size_t i = 0; i < count; ++i) {
        const double* u = offsets + 3 * i;
        vec3 move = v3_scale(v3(u[0], u[1], u[2]), scale);
        f.positions[i] = v3_add(j->s->rest->positions[i], move);
        float rgb[3], fraction = j->s->fraction_or_null != NULL ? j->s->fraction_or_null[i] : 1.0f;
        color_scale(&j->tables, (float)(v3_length(move) / amplitude), rgb);
        for (int c = 0; c < 3; ++c) {
            float own = j->s->rest->colors[i][c];
            f.colors[i][c] = own + fraction * (rgb[c] - own);
        }
        f.colors[i][3] = 1.0f;
    }
    bend_normals(j, &f, scratch);
    return f;
}

// Where the bent body leaves the studio empty, the body at rest shines through; half as much on its
// smoothed edge, which is half empty.
static void add_ghost(const strip_job* j, picture* p, arena* scratch) {
    size_t count = (size_t)p->width * (size_t)p->height;
    uint8_t* open = ARENA_NEW(scratch, uint8_t, count);
    for (size_t i = 0; i < count; ++i)
        open[i] = memcmp(p->pixels + 3 * i, j->empty.pixels + 3 * i, 3) == 0;
    for (int32_t y = 0; y < p->height; ++y)
        for (int32_t x = 0; x < p->width; ++x) {
            size_t i = (size_t)y * (size_t)p->width + (size_t)x;
            bool edge = (x > 0 && open[i - 1]) || (x + 1 < p->width && open[i + 1]) ||
                        (y > 0 && open[i - (size_t)p->width]) ||
                        (y + 1 < p->height && open[i + (size_t)p->width]);
            double fraction = open[i] ? GHOST : edge ? 0.5 * GHOST : 0.0;
            for (size_t c = 3 * i; c < 3 * i + 3; ++c) {
                double value = p->pixels[c] + fraction * (j->rest.pixels[c] - j->empty.pixels[c]);
                p->pixels[c] = (uint8_t)fmax(0.0, fmin(255.0, value));
            }
        }
}

// On paler ground, so that it can be read over the body too.
static void add_label(picture* p, const char* label, int32_t scale) {
    int32_t left = 8 * scale, width = text_width(label, scale) + 8 * scale;
    for (int32_t y = 4 * scale; y < (TEXT_HEIGHT + 12) * scale && y < p->height; ++y)
        for (int32_t x = 4 * scale; x < 4 * scale + width && x < p->width; ++x) {
            uint8_t* rgb = p->pixels + 3 * ((size_t)y * (size_t)p->width + (size_t)x);
            for (int c = 0; c < 3; ++c)
                rgb[c] = (uint8_t)(255 - (255 - rgb[c]) * 3 / 10);
        }
    text_draw(p, left, left, scale, label);
}

static picture draw_mode(const strip_job* j, int32_t mode, double amplitude, arena* memory) {
    arena* scratch = arena_create();
    const double* offsets = j->s->offsets + 3 * (size_t)j->s->rest->vertex_count * (size_t)mode;
    surface bent = bend(j, offsets, amplitude, scratch);
    picture p = raster_surface(&bent, NULL, &j->options, memory);
    add_ghost(j, &p, scratch);
    add_label(&p, j->s->labels[mode], j->s->side < 360 ? 1 : j->s->side / 180);
    arena_destroy(scratch);
    return p;
}

// From the side that moves: of four directions the one that most of the motion faces, the usual one when
// none is better.
static view choose_view(const mode_strip* s) {
    static const double azimuths[4] = {30.0, -30.0, 150.0, -150.0};
    const surface* f = s->rest;
    vec3 facing = {0};
    double sum = 0.0;
    for (int32_t mode = 0; mode < s->count; ++mode)
        for (int32_t i = 0; i < f->vertex_count; ++i) {
            const double* u = s->offsets + 3 * ((size_t)mode * (size_t)f->vertex_count + (size_t)i);
            double size = u[0] * u[0] + u[1] * u[1] + u[2] * u[2];
            facing =
                v3_madd(facing, v3(f->normals[i][0], f->normals[i][1], f->normals[i][2]), size);
            sum += size;
        }
    double sine, cosine;
    exact_sincos(s->front * EXACT_PI / 180.0, &sine, &cosine);
    facing = v3(facing.x * cosine - facing.z * sine, 0.0, facing.x * sine + facing.z * cosine);
    view best = raster_default().views[0];
    double most = -1.0;
    for (int i = 0; i < 4; ++i) {
        exact_sincos(azimuths[i] * EXACT_PI / 180.0, &sine, &cosine);
        double turned = facing.x * sine + facing.z * cosine;
        if (i == 0 || turned > most + 0.1 * sum) {
            best.azimuth = azimuths[i];
            most = turned;
        }
    }
    return best;
}

// Where vertices get to in any mode: what a camera must show of a whole body.
static vec3* places_reached(const mode_strip* s, double amplitude, int32_t* count, arena* memory) {
    const surface* f = s->rest;
    int32_t stride = 1 + f->vertex_count / POINTS_MOST, rows = 0;
    vec3* points =
        ARENA_NEW(memory, vec3, (size_t)(s->count + 1) * (size_t)(f->vertex_count / stride + 1));
    for (int32_t i = 0; i < f->vertex_count; i += stride)
        points[rows++] = f->positions[i];
    for (int32_t mode = 0; mode < s->count; ++mode) {
        const double* u = s->offsets + 3 * (size_t)mode * (size_t)f->vertex_count;
        double most = farthest(u, f->vertex_count), scale = most > 0.0 ? amplitude / most : 0.0;
        for (int32_t i = 0; i < f->vertex_count; i += stride) {
            const double* at = u + 3 * (size_t)i;
            points[rows++] = v3_madd(f->positions[i], v3(at[0], at[1], at[2]), scale);
        }
    }
    *count = rows;
    return points;
}

// What all modes share. A frame leaves room to move in.
static strip_job* begin(const mode_strip* s, double amplitude, arena* memory) {
    strip_job* j = ARENA_NEW(memory, strip_job, 1);
    const surface* f = s->rest;
    j->s = s;
    color_tables_make(&j->tables);
    j->options = raster_default();
    j->options.views[0] = choose_view(s);
    j->options.front = s->front;
    j->options.width = j->options.height = s->side;
    j->options.ground = false;
    if (s->fraction_or_null != NULL) {
        vec3 room = v3_scale(v3(1.0, 1.0, 1.0), 0.5 * amplitude);
        j->options.has_frame = true;
        j->options.frame = (bounds){v3_sub(s->frame.low, room), v3_add(s->frame.high, room)};
    } else {
        j->options.shown_or_null = places_reached(s, amplitude, &j->options.shown_count, memory);
    }
    j->weld = weld_positions(f->positions, f->vertex_count, 0.0, memory);
    j->triangles = arena_alloc(memory, (size_t)f->triangle_count, sizeof *j->triangles);
    j->triangle_count = weld_triangles(&j->weld, (const uint32_t(*)[3])f->triangles,
                                       f->triangle_count, j->triangles);
    j->rest_normals = arena_alloc(memory, (size_t)j->weld.count, sizeof *j->rest_normals);
    surface_normals(j->weld.positions, j->weld.count, (const uint32_t(*)[3])j->triangles,
                    j->triangle_count, j->rest_normals);
    const surface nothing = {0};
    j->empty = raster_surface(&nothing, NULL, &j->options, memory);
    j->rest = raster_surface(f, NULL, &j->options, memory);
    return j;
}

picture mode_strip_draw(const mode_strip* s, arena* memory) {
    arena* scratch = arena_create();
    double fraction = s->fraction_or_null != NULL ? TELLING_PART : TELLING;
    double amplitude = fraction * v3_distance(s->frame.low, s->frame.high);
    strip_job* j = begin(s, amplitude, scratch);
    int32_t columns = s->count < s->columns ? s->count : s->columns;
    int32_t rows = (s->count + columns - 1) / columns;
    picture* cells = ARENA_NEW(scratch, picture, (size_t)columns);
    picture* lines = ARENA_NEW(scratch, picture, (size_t)rows);
    for (int32_t row = 0; row < rows; ++row) {
        for (int32_t i = 0; i < columns; ++i) {
            int32_t mode = row * columns + i;
            cells[i] = mode < s->count ? draw_mode(j, mode, amplitude, scratch) : j->empty;
        }
        lines[row] = picture_row(cells, columns, 2, scratch);
    }
    picture p = picture_column(lines, rows, 2, memory);
    arena_destroy(scratch);
    return p;
}
