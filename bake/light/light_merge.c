// Pieces of one light become the file that has all of it. Apart from light_file.c, which programs use that write no files
// of their own.
// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L // fileno, fsync
#include "bake/light/light_layout.h"

#include "bake/base/assert.h"
#include "bake/base/file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

typedef struct joining {
    light_plan plan;
    bytes* pieces; // [count] mapped
    int32_t count;
    arena* memory;
} joining;

static light_entry entry_of(const joining* k, int32_t piece, size_t index) {
    light_entry e;
    memcpy(&e, k->pieces[piece].data + light_entries_at(&k->plan) + index * sizeof e, sizeof e);
    return e;
}

// The piece that has a field as its entry says; -1: none.
static int32_t who_has(const joining* k, size_t index) {
    size_t size = light_field_size(&k->plan);
    for (int32_t i = 0; i < k->count; ++i) {
        light_entry e = entry_of(k, i, index);
        const uint8_t* field = k->pieces[i].data + light_fields_at(&k->plan) + index * size;
        if (e.mark != 0 && (light_mark(0, field, size) | 1) == e.mark)
            return i;
    }
    return -1;
}

// Head and states as any piece has them, the entries of all, then the fields.
static bool write_joined(const joining* k, const int32_t* whose, FILE* to) {
    const light_plan* p = &k->plan;
    size_t size = light_field_size(p), count = light_count_of(p), written = light_entries_at(p);
    bool sound = fwrite(k->pieces[0].data, 1, written, to) == written;
    for (size_t i = 0; i < count && sound; ++i) {
        light_entry e = entry_of(k, whose[i], i);
        sound = fwrite(&e, sizeof e, 1, to) == 1;
        written += sizeof e;
    }
    for (; sound && written < light_fields_at(p); ++written)
        sound = fputc(0, to) != EOF;
    for (size_t i = 0; i < count && sound; ++i)
        sound =
            fwrite(k->pieces[whose[i]].data + light_fields_at(p) + i * size, 1, size, to) == size;
    return sound && fflush(to) == 0 && fsync(fileno(to)) == 0;
}

static bool join(const joining* k, const char* output, report* r) {
    size_t count = light_count_of(&k->plan);
    int32_t *whose = ARENA_NEW(k->memory, int32_t, count), missing = 0;
    for (size_t i = 0; i < count; ++i)
        missing += (whose[i] = who_has(k, i)) < 0;
    if (missing > 0)
        return report_error(
            r, place_file(output),
            "cannot be made: %d of %zu fields are in none of these pieces; give the others "
            "too, or make the piece that was lost again",
            missing, count);
    const char* aside = arena_format(k->memory, "%s.part", output);
    FILE* file = fopen(aside, "wb");
    bool sound = file != NULL && write_joined(k, whose, file);
    sound = file != NULL && fclose(file) == 0 && sound && rename(aside, output) == 0;
    if (sound)
        return true;
    int why = errno;
    unlink(aside);
    return report_error(r, place_file(output), "cannot be written: %s", strerror(why));
}

static bool map_pieces(joining* k, const char* const* paths, int32_t count, report* r) {
    for (; k->count < count; ++k->count) {
        light_plan plan;
        if (!light_file_plan(paths[k->count], k->memory, &plan, r) ||
            !file_map(paths[k->count], &k->pieces[k->count], r))
            return false;
        if (k->count == 0)
            k->plan = plan;
        else if (memcmp(k->pieces[0].data, k->pieces[k->count].data, sizeof(light_head)) != 0) {
            file_unmap(k->pieces[k->count]);
            return report_error(r, place_file(paths[k->count]),
                                "is no piece of the light that %s is of", paths[0]);
        }
    }
    return true;
}

bool light_file_merge(const char* const* paths, int32_t count, const char* output, arena* memory,
                      report* r) {
    SUPPLE_ASSERT(count > 0);
    joining k = {.pieces = ARENA_NEW(memory, bytes, (size_t)count), .memory = memory};
    bool sound = map_pieces(&k, paths, count, r) && join(&k, output, r);
    for (int32_t i = 0; i < k.count; ++i)
        file_unmap(k.pieces[i]);
    return sound;
}
