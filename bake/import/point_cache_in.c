// Counts are believed only as far as the file is long.
//
// PC2: "POINTCACHE2\0", version, points, start frame, frames a sample, samples, then the points. MDD:
// frames, points, a time for each frame, then the points. MDD has no mark of its own: it is one when its
// counts explain its size.
// SPDX-License-Identifier: MIT
#include "bake/import/point_cache_in.h"

#include <math.h>
#include <string.h>

enum { PC2_HEADER = 32, MDD_HEADER = 8 };

static uint32_t number_at(bytes file, size_t at, bool big_endian) {
    uint32_t value = 0;
    for (size_t i = 0; i < 4; ++i)
        value = value << 8 | file.data[at + (big_endian ? i : 3 - i)];
    return value;
}

static float float_at(bytes file, size_t at, bool big_endian) {
    uint32_t bits = number_at(file, at, big_endian);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

// Do so many frames of so many points, with `extra` bytes a frame, fill the rest of the file?
static bool counts_fit(bytes file, size_t header, uint32_t frames, uint32_t points, size_t extra) {
    if (frames == 0 || points == 0 || frames > INT32_MAX || points > INT32_MAX / 12)
        return false;
    size_t left = file.size - header, frame = 12 * (size_t)points + extra;
    return left / frame >= frames;
}

static bool open_pc2(bytes file, place where, double fps, arena* memory, point_cache_file* out,
                     report* r) {
    uint32_t points = number_at(file, 16, false), frames = number_at(file, 28, false);
    float start = float_at(file, 20, false), step = float_at(file, 24, false);
    if (number_at(file, 12, false) != 1)
        return report_error(r, where, "this PC2 has version %u; version 1 is known",
                            number_at(file, 12, false));
    if (!counts_fit(file, PC2_HEADER, frames, points, 0) || !isfinite(start) || !(step > 0.0f))
        return report_error(r, where, "%u samples of %u points do not fit into %zu bytes: cut off?",
                            frames, points, file.size);
    *out = (point_cache_file){
        file,  where,     (int32_t)frames, (int32_t)points, ARENA_NEW(memory, double, frames),
        false, PC2_HEADER};
    for (uint32_t i = 0; i < frames; ++i)
        out->times[i] = ((double)start + (double)step * i) / fps;
    return true;
}

static bool open_mdd(bytes file, place where, arena* memory, point_cache_file* out, report* r) {
    uint32_t frames = number_at(file, 0, true), points = number_at(file, 4, true);
    if (!counts_fit(file, MDD_HEADER, frames, points, 4))
        return report_error(r, where,
                            "this is no PC2, and as an MDD its %u frames of %u points do not fit "
                            "into %zu bytes",
                            frames, points, file.size);
    *out = (point_cache_file){file,
                              where,
                              (int32_t)frames,
                              (int32_t)points,
                              ARENA_NEW(memory, double, frames),
                              true,
                              MDD_HEADER + 4 * (size_t)frames};
    for (uint32_t i = 0; i < frames; ++i) {
        out->times[i] = float_at(file, MDD_HEADER + 4 * (size_t)i, true);
        if (!isfinite(out->times[i]))
            return report_error(r, where, "the time of frame %u is no number", i);
    }
    return true;
}

bool point_cache_open(bytes file, const char* path, double fps, arena* memory,
                      point_cache_file* out, report* r) {
    place where = place_file(path);
    if (file.size < MDD_HEADER)
        return report_error(r, where, "%zu bytes are too few for a point cache", file.size);
    if (file.size >= PC2_HEADER && memcmp(file.data, "POINTCACHE2", 12) == 0)
        return open_pc2(file, where, fps, memory, out, r);
    return open_mdd(file, where, memory, out, r);
}

bool point_cache_points(const point_cache_file* c, int32_t frame, float (*out)[3], report* r) {
    size_t count = (size_t)c->point_count, at = c->head + 12 * count * (size_t)frame;
    for (size_t i = 0; i < count; ++i)
        for (size_t k = 0; k < 3; ++k) {
            out[i][k] = float_at(c->bytes, at + 12 * i + 4 * k, c->big_endian);
            if (!isfinite(out[i][k]))
                return report_error(r, c->where, "point %zu of frame %d is no number", i, frame);
        }
    return true;
}

bool point_cache_read(bytes file, const char* path, double fps, arena* memory, point_cache* out,
                      report* r) {
    point_cache_file c;
    if (!point_cache_open(file, path, fps, memory, &c, r))
        return false;
    size_t count = (size_t)c.frame_count * (size_t)c.point_count;
    *out = (point_cache){c.frame_count, c.point_count, c.times, NULL};
    out->points = arena_alloc(memory, count, sizeof *out->points);
    for (int32_t i = 0; i < c.frame_count; ++i)
        if (!point_cache_points(&c, i, out->points + (size_t)i * (size_t)c.point_count, r))
            return false;
    return true;
}
