// Points are the vertices of the surface as its importer counts them, in the support's frame.
// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L // fileno, fsync
#include "bake/record/from_cache.h"

#include "bake/base/text.h"
#include "bake/import/import.h"
#include "bake/import/point_cache_in.h"
#include "bake/record/events.h"
#include "bake/scene/surface.h"
#include "bake/simulate/checkpoint.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

// Either a cache or numbered files.
typedef struct frames {
    int32_t count, point_count;
    double unit; // metres of theirs
    point_cache_file cache;
    const char* pattern_or_null; // with one %d in it
    int first;                   // number of the first file
} frames;

// ---- meshes ----------------------------------------------------------------------------

static bool read_surface(const char* path, arena* memory, surface* out, report* r) {
    imported file = {.extra_count = 0};
    if (!import_scene(path, memory, &file, r))
        return false;
    pose p = pose_at(&file.scene, -1, 0.0, memory);
    *out = surface_from_scene(&file.scene, &p, memory);
    import_close(&file);
    return (out->vertex_count > 0 && out->triangle_count > 0) ||
           report_error(r, place_file(path), "has no triangles");
}

// ---- numbered files ----------------------------------------------------------------------

// "%04d" or "%d", once, and no other '%': what a file's name may be made with.
static bool is_pattern(const char* path) {
    const char* at = strchr(path, '%');
    if (at == NULL)
        return false;
    size_t digits = strspn(at + 1, "0123456789");
    return digits < 3 && at[1 + digits] == 'd' && strchr(at + 1, '%') == NULL;
}

static const char* numbered(const char* pattern, int number, arena* memory) {
    const char* at = strchr(pattern, '%');
    size_t digits = strspn(at + 1, "0123456789");
    int width = 0;
    for (size_t i = 0; i < digits; ++i)
        width = 10 * width + (at[1 + i] - '0');
    return arena_format(memory, "%.*s%0*d%s", (int)(at - pattern), pattern, width, number,
                        at + digits + 2);
}

static bool count_files(const char* pattern, arena* memory, frames* out, report* r) {
    out->pattern_or_null = pattern;
    for (out->first = 0; out->first < 2; ++out->first)
        if (access(numbered(pattern, out->first, memory), R_OK) == 0)
            break;
    if (out->first == 2)
        return report_error(
            r, place_file(numbered(pattern, 0, memory)),
            "is not there, nor is the one numbered 1: frames are numbered from 0 or 1");
    while (access(numbered(pattern, out->first + out->count, memory), R_OK) == 0)
        ++out->count;
    return true;
}

static bool read_file(const frames* f, int32_t frame, float (*out)[3], arena* memory, report* r) {
    const char* path = numbered(f->pattern_or_null, f->first + frame, r->memory); // for sentences
    surface s;
    if (!read_surface(path, memory, &s, r))
        return false;
    if (s.vertex_count != f->point_count)
        return report_error(r, place_file(path), "has %d vertices, and the surface has %d",
                            s.vertex_count, f->point_count);
    for (int32_t i = 0; i < s.vertex_count; ++i)
        for (int k = 0; k < 3; ++k)
            out[i][k] = (float)(&s.positions[i].x)[k];
    return true;
}

// ---- either ----------------------------------------------------------------------------

// Frames must be as far apart as the events say; a PC2 has no seconds of its own.
static bool check_rate(const frames* f, double fps, const char* path, report* r) {
    for (int32_t i = 1; i < f->count; ++i) {
        double step = f->cache.times[i] - f->cache.times[i - 1];
        if (!(fabs(step * fps - 1.0) < 1e-2))
            return report_error(r, place_file(path),
                                "frame %d comes %.4g s after the one before it, and \"fps\" of the "
                                "events says %.4g s",
                                i, step, 1.0 / fps);
    }
    return true;
}

static bool open_frames(const char* path, const events* e, bytes mapped, arena* memory, frames* out,
                        report* r) {
    if (is_pattern(path))
        return count_files(path, memory, out, r);
    if (!point_cache_open(mapped, path, e->palette.fps, memory, &out->cache, r))
        return false;
    out->count = out->cache.frame_count;
    return !out->cache.big_endian || check_rate(out, e->palette.fps, path, r);
}

// Numbered files are asked for their vertices one by one.
static bool fits_surface(const char* path, const events* e, const surface* s, frames* f,
                         arena* memory, report* r) {
    f->point_count = s->vertex_count;
    if (f->pattern_or_null != NULL || f->cache.point_count == s->vertex_count)
        return true;
    return report_error(r, place_file(path), "has %d points, and the surface %s has %d vertices%s",
                        f->cache.point_count, text_printable(e->surface, 80, memory),
                        s->vertex_count,
                        f->cache.point_count < s->vertex_count
                            ? ", which are split along seams and hard edges: save it without "
                              "texture coordinates and normals"
                            : ": it is not the mesh that was simulated");
}

static bool write_states(const frames* f, FILE* to, const char* path, report* r) {
    bool sound = true;
    for (int32_t i = 0; i < f->count && sound; ++i) {
        arena* scratch = arena_create();
        float(*points)[3] = arena_alloc(scratch, (size_t)f->point_count, sizeof *points);
        sound = f->pattern_or_null != NULL ? read_file(f, i, points, scratch, r)
                                           : point_cache_points(&f->cache, i, points, r);
        for (size_t k = 0; k < 3 * (size_t)f->point_count && f->unit != 1.0; ++k)
            points[k / 3][k % 3] = (float)(points[k / 3][k % 3] * f->unit);
        size_t size = (size_t)f->point_count * sizeof *points;
        if (sound && fwrite(points, 1, size, to) != size)
            sound = report_error(r, place_file(path), "cannot be written; is the disk full? %s",
                                 strerror(errno));
        arena_destroy(scratch);
    }
    return sound;
}

static bool write_all(const recording* x, const frames* f, const char* path, arena* memory,
                      report* r) {
    const char* aside = arena_format(memory, "%s.part", path);
    bytes head = recording_head(x, memory);
    errno = 0;
    FILE* file = fopen(aside, "wb");
    if (file == NULL)
        return report_error(r, place_file(aside), "cannot be written: %s", strerror(errno));
    bool told = fwrite(head.data, 1, head.size, file) == head.size,
         sound = told && write_states(f, file, aside, r);
    bool written = fflush(file) == 0 && fsync(fileno(file)) == 0;
    written = fclose(file) == 0 && written;
    if (sound && written && rename(aside, path) == 0)
        return true;
    if (sound || !told)
        report_error(r, place_file(path), "cannot be written: %s", strerror(errno));
    unlink(aside);
    return false;
}

static void set_surface(recording* x, const surface* s, const char* name, arena* memory) {
    x->body_count = 1;
    x->bodies = ARENA_NEW(memory, recording_body, 1);
    x->bodies[0] = (recording_body){name, 0, s->vertex_count, 0};
    x->vertex_count = s->vertex_count;
    x->triangle_count = s->triangle_count;
    x->triangles = s->triangles;
}

// The frames are looked at before the surface is asked for: a cache that is not there, or is none, is the first to be told.
static bool make(const from_cache_options* o, const events* e, bytes mapped, arena* memory,
                 recording* out, report* r) {
    surface s;
    frames f = {.unit = e->unit};
    if (!open_frames(o->cache, e, mapped, memory, &f, r) ||
        !read_surface(e->surface, memory, &s, r) || !fits_surface(o->cache, e, &s, &f, memory, r))
        return false;
    out->pivot = e->pivot;
    out->axis = e->axis;
    out->gravity = e->gravity;
    set_surface(out, &s, path_name(e->surface), memory);
    return events_cut(e, f.count, memory, out, r) && write_all(out, &f, o->output, memory, r);
}

bool from_cache(const from_cache_options* o, arena* memory, recording* out, report* r) {
    bytes text, mapped = {NULL, 0};
    events e;
    bool pattern = is_pattern(o->cache);
    if (!pattern && !file_map(o->cache, &mapped, r))
        return false;
    bool sound = file_map(o->events, &text, r);
    if (sound) {
        *out = (recording){.mark = checkpoint_mark(0, text.data, text.size), .file = -1};
        sound = events_parse(text, o->events, memory, &e, r);
        file_unmap(text);
    }
    sound = sound && make(o, &e, mapped, memory, out, r);
    if (!pattern)
        file_unmap(mapped);
    return sound;
}
