// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L // open
#include "cli/bake_store.h"

#include "bake/base/lock.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void close_file(void* file) {
    close(*(int*)file);
}

bool bake_store_open(bake_store* s, const char* folder, arena* memory, report* r) {
    *s = (bake_store){folder, -1};
    if (mkdir(folder, 0777) != 0 && errno != EEXIST)
        return report_error(r, place_file(folder), "cannot be made: %s", strerror(errno));
    const char* path = arena_format(memory, "%s/lock", folder);
    int* file = ARENA_NEW(memory, int, 1);
    void** owner = arena_own(memory, close_file);
    *file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (*file < 0)
        return report_error(r, place_file(path), "cannot be written: %s", strerror(errno));
    *owner = file;
    s->file = *file;
    return true;
}

// The first 28 bits: two keys that share them wait for each other, and nothing worse.
static int64_t byte_of(const char* key) {
    unsigned byte = 0;
    sscanf(key, "%7x", &byte);
    return byte;
}

void bake_store_lock(const bake_store* s, const char* key) {
    lock_take(s->file, byte_of(key), true);
}

void bake_store_unlock(const bake_store* s, const char* key) {
    lock_give(s->file, byte_of(key));
}

static const char* path_of(const bake_store* s, const char* key, const char* kind, arena* memory) {
    return arena_format(memory, "%s/%s.%s", s->folder, key, kind);
}

static bool read_copy(const char* path, arena* memory, bytes* out, report* r) {
    bytes there;
    if (!file_map(path, &there, r))
        return false;
    uint8_t* copy = ARENA_NEW(memory, uint8_t, there.size + 1);
    memcpy(copy, there.data, there.size);
    *out = (bytes){copy, there.size};
    file_unmap(there);
    return true;
}

bool bake_store_find(const bake_store* s, const char* key, bytes* asset, const char** told,
                     arena* memory) {
    report unheard = report_new(memory);
    bytes text;
    if (!read_copy(path_of(s, key, "told", memory), memory, &text, &unheard) ||
        !read_copy(path_of(s, key, "asset", memory), memory, asset, &unheard))
        return false;
    *told = (const char*)text.data;
    return true;
}

bool bake_store_put(const bake_store* s, const char* key, bytes asset, const char* told,
                    report* r) {
    return file_write(path_of(s, key, "asset", r->memory), asset.data, asset.size, r) &&
           file_write(path_of(s, key, "told", r->memory), told, strlen(told), r);
}
