// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L // pread, pwrite, fsync, ftruncate
#include "bake/light/light_file.h"

#include "bake/base/assert.h"
#include "bake/base/file.h"
#include "bake/base/job.h"
#include "bake/base/lock.h"
#include "bake/light/light_layout.h"
#include "bake/light/sh.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LIGHT_FILE_VERSION = 1, FIELDS_MOST = 1 << 20 };

static const uint64_t LIGHT_FILE_MAGIC = 0x746867696c707573u; // "suplight"

typedef struct store {
    const light_plan* plan;
    const char* path;
    int file;
    report* r;
    light_maker* make;
    void* user;
    light_fields* out;
    int32_t piece, every; // fields that are made here
} store;

// By words of four bytes: fields are long.
uint64_t light_mark(uint64_t so_far, const void* data, size_t size) {
    uint64_t mark = so_far ^ 0xcbf29ce484222325u ^ size;
    const uint8_t* at = data;
    for (size_t i = 0; i < size; i += 4) {
        uint32_t word = 0;
        memcpy(&word, at + i, size - i < 4 ? size - i : 4);
        mark = (mark ^ word) * 0x100000001b3u;
        mark ^= mark >> 29;
    }
    return mark;
}

static light_head head_of(const light_plan* p) {
    return (light_head){.version = LIGHT_FILE_VERSION,
                        .shape_count = p->shape_count,
                        .held_count = p->held_count,
                        .point_count = p->point_count,
                        .width = p->width,
                        .mark = p->mark,
                        .states = light_mark(0, p->states, light_count_of(p) * sizeof *p->states)};
}

// ---- bytes -------------------------------------------------------------------------------

static bool put(const store* s, const void* data, size_t size, size_t at) {
    const uint8_t* from = data;
    while (size > 0) {
        ssize_t some = pwrite(s->file, from, size, (off_t)at);
        if (some < 0 && errno == EINTR)
            continue;
        if (some <= 0)
            return report_error(s->r, place_file(s->path),
                                "cannot be written: %s; what is in it stays, and the same command "
                                "goes on where it ended",
                                some < 0 ? strerror(errno) : "the disk is full");
        from += some;
        at += (size_t)some;
        size -= (size_t)some;
    }
    return true;
}

static bool settle(const store* s) { // on the disk, before what comes next
    return fsync(s->file) == 0 ||
           report_error(s->r, place_file(s->path), "cannot be written: %s", strerror(errno));
}

static bool get(const store* s, void* data, size_t size, size_t at) {
    uint8_t* to = data;
    while (size > 0) {
        ssize_t some = pread(s->file, to, size, (off_t)at);
        if (some < 0 && errno == EINTR)
            continue;
        if (some <= 0)
            return report_error(s->r, place_file(s->path), "cannot be read: %s",
                                some < 0 ? strerror(errno) : "it is too short");
        to += some;
        at += (size_t)some;
        size -= (size_t)some;
    }
    return true;
}

// ---- the file ----------------------------------------------------------------------------

static void close_file(void* file) {
    close(*(int*)file);
}

static bool open_file(store* s, arena* memory) {
    int* file = ARENA_NEW(memory, int, 1);
    void** owner = arena_own(memory, close_file);
    *file = open(s->path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (*file < 0)
        return report_error(s->r, place_file(s->path), "cannot be written: %s", strerror(errno));
    *owner = file;
    s->file = *file;
    return true;
}

// The first word comes last: who is killed meanwhile leaves a file without one.
static bool write_head(const store* s) {
    const light_plan* p = s->plan;
    light_head head = head_of(p);
    if (ftruncate(s->file, 0) != 0 || ftruncate(s->file, (off_t)light_size_of(p)) != 0)
        return report_error(s->r, place_file(s->path), "cannot be written: %s", strerror(errno));
    return put(s, &head, sizeof head, 0) &&
           put(s, p->states, light_count_of(p) * sizeof *p->states, sizeof head) && settle(s) &&
           put(s, &LIGHT_FILE_MAGIC, sizeof LIGHT_FILE_MAGIC, 0) && settle(s);
}

// What is there is this plan's, or nothing, or may be written over.
static bool begin(const store* s, bool anew) {
    struct stat info;
    light_head head = {0}, own = head_of(s->plan);
    own.magic = LIGHT_FILE_MAGIC;
    if (fstat(s->file, &info) != 0 || !S_ISREG(info.st_mode))
        return report_error(s->r, place_file(s->path), "is no file that can be written and read");
    size_t there = (size_t)info.st_size;
    if (there >= sizeof head && !get(s, &head, sizeof head, 0))
        return false;
    if (there == light_size_of(s->plan) && memcmp(&head, &own, sizeof head) == 0)
        return true;
    bool is_ours =
        there == 0 || (there >= sizeof head && (head.magic == LIGHT_FILE_MAGIC || head.magic == 0));
    if (!is_ours)
        return report_error(s->r, place_file(s->path),
                            "is there already, and holds no light: give another name");
    if (head.magic == LIGHT_FILE_MAGIC && !anew)
        return report_error(s->r, place_file(s->path),
                            "is there already, for other shapes, of another recording or with "
                            "other options; give another name, or --anew makes it again");
    return write_head(s);
}

static float* read_field(const store* s, int32_t index, float* room) {
    return get(s, room, light_field_size(s->plan),
               light_fields_at(s->plan) + (size_t)index * light_field_size(s->plan))
               ? room
               : NULL;
}

// A field that its entry vouches for.
static bool is_there(const store* s, int32_t index, float* room) {
    light_entry* e = &s->out->entries[index];
    if (!get(s, e, sizeof *e, light_entries_at(s->plan) + (size_t)index * sizeof *e))
        return false;
    return e->mark != 0 && read_field(s, index, room) != NULL &&
           (light_mark(0, room, light_field_size(s->plan)) | 1) == e->mark;
}

static bool make_field(const store* s, int32_t index, float* room) {
    sight_account a = {0};
    if (!s->make(s->user, index, room, &a, s->r))
        return false;
    s->out->entries[index] = (light_entry){light_mark(0, room, light_field_size(s->plan)) | 1,
                                           a.rays,
                                           a.hits,
                                           a.dark,
                                           a.covered,
                                           a.flat};
    ++s->out->made;
    if (s->file < 0)
        return true;
    size_t field = light_fields_at(s->plan) + (size_t)index * light_field_size(s->plan),
           entry = light_entries_at(s->plan) + (size_t)index * sizeof *s->out->entries;
    return put(s, room, light_field_size(s->plan), field) && settle(s) &&
           put(s, &s->out->entries[index], sizeof *s->out->entries, entry) && settle(s);
}

// Fields that nobody has made yet, as far as entries tell.
static int32_t count_left(const store* s) {
    int32_t left = s->file < 0 ? s->out->count - s->out->made : 0;
    for (int32_t i = s->piece; i < s->out->count && s->file >= 0; i += s->every) {
        light_entry e = {0};
        left +=
            !get(s, &e, sizeof e, light_entries_at(s->plan) + (size_t)i * sizeof e) || e.mark == 0;
    }
    return left;
}

// First what is free; then, waiting, what others had. Lock `count` is the head's. A disk without locks is one process's.
static bool make_all(const store* s, float** fields) {
    int32_t count = s->out->count;
    arena* scratch = arena_create();
    bool *has = ARENA_NEW(scratch, bool, (size_t)count), sound = true;
    for (int wait = 0; wait < 2; ++wait)
        for (int32_t i = s->piece; i < count && sound; i += s->every) {
            if (has[i] || (s->file >= 0 && !lock_take(s->file, i, wait == 1) && wait == 0))
                continue;
            bool there = s->file >= 0 && is_there(s, i, fields[i]);
            if (!there) // what is found takes no time
                job_tell("light", s->out->made, s->out->made + count_left(s));
            sound = there || make_field(s, i, fields[i]);
            s->out->found += there;
            if (s->file >= 0)
                lock_give(s->file, i);
            has[i] = true;
        }
    job_tell("light", 1, 1);
    arena_destroy(scratch);
    return sound;
}

bool light_file_make(const light_plan* p, const light_file_options* o, light_maker* make,
                     void* user, arena* memory, light_fields* out, report* r) {
    SUPPLE_ASSERT(p->shape_count > 0 && p->held_count >= 0 && p->point_count > 0 && p->width > 0);
    size_t count = light_count_of(p);
    *out = (light_fields){.count = (int32_t)count,
                          .fields = arena_alloc(memory, count, sizeof *out->fields),
                          .entries = ARENA_NEW(memory, light_entry, count)};
    SUPPLE_ASSERT(o->pieces == 0 || (o->path_or_null != NULL && o->piece < o->pieces));
    store s = {p,
               o->path_or_null,
               -1,
               r,
               make,
               user,
               out,
               o->pieces > 0 ? o->piece : 0,
               o->pieces > 0 ? o->pieces : 1};
    if (s.path != NULL) {
        if (!open_file(&s, memory))
            return false;
        lock_take(s.file, (int64_t)count, true);
        bool begun = begin(&s, o->anew);
        lock_give(s.file, (int64_t)count);
        if (!begun)
            return false;
    }
    float** fields = arena_alloc(memory, count, sizeof *fields);
    for (size_t i = 0; i < count; ++i)
        out->fields[i] = fields[i] = arena_alloc(memory, light_field_size(p), 1);
    bool sound = make_all(&s, fields);
    if (sound && o->pieces > 0)
        job_leave(JOB_CANCELLED);
    return sound;
}

bool light_file_plan(const char* path, arena* memory, light_plan* out, report* r) {
    bytes file;
    light_head head;
    if (!file_map(path, &file, r))
        return false;
    bool sound = file.size >= sizeof head;
    if (sound)
        memcpy(&head, file.data, sizeof head);
    sound = sound && head.magic == LIGHT_FILE_MAGIC && head.version == LIGHT_FILE_VERSION &&
            head.shape_count > 0 && head.held_count >= 0 && head.point_count > 0 &&
            head.width > 0 && head.width <= 3 * SH_MOST && head.shape_count <= FIELDS_MOST &&
            head.held_count <= FIELDS_MOST;
    if (sound) {
        *out = (light_plan){.mark = head.mark,
                            .shape_count = head.shape_count,
                            .held_count = head.held_count,
                            .point_count = head.point_count,
                            .width = head.width};
        size_t count = light_count_of(out);
        sound = file.size == light_size_of(out);
        int32_t* states = ARENA_NEW(memory, int32_t, sound ? count : 1);
        if (sound)
            memcpy(states, file.data + sizeof head, count * sizeof *states);
        sound = sound && light_mark(0, states, count * sizeof *states) == head.states;
        out->states = states;
    }
    file_unmap(file);
    return sound || report_error(r, place_file(path), "holds no light, or not a whole head of it");
}
