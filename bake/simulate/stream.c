// Descriptors, no buffers: a state is handed to the system as soon as it is whole.
// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L // ftruncate, pread
#include "bake/simulate/stream.h"

#include "bake/base/assert.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static size_t state_size(const stream* s) {
    return 3 * sizeof(float) * (size_t)s->point_count;
}

static const char* aside_of(const char* path, arena* memory) {
    return arena_format(memory, "%s.part", path);
}

static bytes head_of(const stream* s, arena* memory) {
    double* times = ARENA_NEW(memory, double, (size_t)s->state_count);
    for (int32_t i = 0; i < s->state_count; ++i)
        times[i] = i / s->fps;
    return point_cache_head(s->layout, s->state_count, s->point_count, times, memory);
}

static bool failed(const stream* s, const char* what, report* r) {
    return report_error(r, place_file(s->aside), "cannot be %s: %s", what,
                        errno != 0 ? strerror(errno) : "it is shorter than it should be");
}

static void close_file(void* file) {
    close(*(int*)file);
}

static bool write_all(const stream* s, const uint8_t* data, size_t size) {
    while (size > 0) {
        ssize_t n = write(s->file, data, size);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        data += n;
        size -= (size_t)n;
    }
    return true;
}

bool stream_holds(const stream* s, const char* path, int32_t states, arena* memory) {
    struct stat info;
    size_t least = head_of(s, memory).size + (size_t)states * state_size(s);
    return stat(aside_of(path, memory), &info) == 0 && S_ISREG(info.st_mode) &&
           (size_t)info.st_size >= least;
}

bool stream_open(stream* s, const char* path, int32_t kept, arena* memory, report* r) {
    SUPPLE_ASSERT(kept >= 0 && kept <= s->state_count && s->point_count > 0);
    bytes head = head_of(s, memory);
    s->aside = aside_of(path, memory);
    s->head = head.size;
    s->frame = ARENA_NEW(memory, uint8_t, state_size(s));
    s->points = arena_alloc(memory, (size_t)s->point_count, sizeof *s->points);
    int* owned = ARENA_NEW(memory, int, 1);
    void** slot = arena_own(memory, close_file);
    errno = 0;
    s->file = *owned =
        open(s->aside, O_RDWR | O_CLOEXEC | (kept > 0 ? 0 : O_CREAT | O_TRUNC), 0666);
    if (s->file < 0)
        return failed(s, "written", r);
    *slot = owned;
    if (kept == 0)
        return write_all(s, head.data, head.size) || failed(s, "written", r);
    off_t end = (off_t)(s->head + (size_t)kept * state_size(s));
    return (ftruncate(s->file, end) == 0 && lseek(s->file, end, SEEK_SET) == end) ||
           failed(s, "written", r);
}

size_t stream_size(const stream* s) {
    return s->head + (size_t)s->state_count * state_size(s);
}

bool stream_add(stream* s, const vec3* points, report* r) {
    for (int32_t i = 0; i < s->point_count; ++i) {
        s->points[i][0] = (float)points[i].x;
        s->points[i][1] = (float)points[i].y;
        s->points[i][2] = (float)points[i].z;
    }
    point_cache_frame(s->layout, (const float(*)[3])s->points, s->point_count, s->frame);
    errno = 0;
    return write_all(s, s->frame, state_size(s)) || failed(s, "written; is the disk full?", r);
}

bool stream_read(stream* s, int32_t state, float (*out)[3], report* r) {
    SUPPLE_ASSERT(state >= 0 && state < s->state_count);
    off_t at = (off_t)(s->head + (size_t)state * state_size(s));
    size_t size = state_size(s), have = 0;
    errno = 0;
    while (have < size) {
        ssize_t n = pread(s->file, s->frame + have, size - have, at + (off_t)have);
        if (n < 0 && errno == EINTR)
            continue;
        errno = n < 0 ? errno : 0;
        if (n <= 0)
            return failed(s, "read", r);
        have += (size_t)n;
    }
    point_cache_unframe(s->layout, s->frame, s->point_count, out);
    return true;
}

bool stream_finish(stream* s, const char* path, report* r) {
    errno = 0;
    return (fsync(s->file) == 0 && rename(s->aside, path) == 0) || failed(s, "renamed", r);
}

void stream_drop(stream* s) {
    unlink(s->aside);
}
