// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L // opendir
#include "cli/bake_items.h"

#include "bake/base/file.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char* const kinds[] = {"glb", "gltf", "obj", "ply", "stl", "rec", "yaml"};
enum { BAKE_ITEMS_KINDS = 7, MODELS = 6 }; // the last one is a recipe

typedef struct names {
    const char** list;
    int32_t count, room;
    arena* memory;
} names;

static void add_name(names* n, const char* name) {
    if (n->count == n->room) {
        int32_t room = 2 * n->room + 16;
        n->list = arena_grow(n->memory, n->list, (size_t)n->room, (size_t)room, sizeof *n->list);
        n->room = room;
    }
    n->list[n->count++] = name;
}

static int by_name(const void* a, const void* b) {
    return strcmp(*(const char* const*)a, *(const char* const*)b);
}

// Models and recordings; what was baked before, .soft.glb, is none.
static bool read_folder(const char* path, names* out, report* r) {
    DIR* folder = opendir(path);
    if (folder == NULL)
        return report_error(r, place_file(path), "cannot be read: %s", strerror(errno));
    for (const struct dirent* e; (e = readdir(folder)) != NULL;) {
        size_t length = strlen(e->d_name);
        bool baked = length > 9 && strcmp(e->d_name + length - 9, ".soft.glb") == 0;
        if (e->d_name[0] != '.' && !baked && path_kind(e->d_name, kinds, MODELS) < MODELS)
            add_name(out, arena_copy_text(out->memory, e->d_name, length));
    }
    closedir(folder);
    if (out->count > 0)
        qsort(out->list, (size_t)out->count, sizeof *out->list, by_name);
    return out->count > 0 ||
           report_error(r, place_file(path), "has no .glb, .gltf, .obj, .ply, .stl or .rec in it");
}

static bool read_list(const char* path, names* out, report* r) {
    bytes text;
    if (!file_map(path, &text, r))
        return false;
    const char *at = (const char*)text.data, *end = at + text.size;
    for (int64_t line = 1; at < end; ++line) {
        const char* stop = memchr(at, '\n', (size_t)(end - at));
        stop = stop != NULL ? stop : end;
        size_t length = (size_t)(stop - at);
        while (length > 0 && strchr(" \t\r", at[length - 1]) != NULL)
            --length;
        const char* name = arena_copy_text(out->memory, at, length);
        if (length > 0 && name[0] != '#') {
            if (path_kind(name, kinds, BAKE_ITEMS_KINDS) == BAKE_ITEMS_KINDS) {
                file_unmap(text);
                return report_error(r, place_line(path, line),
                                    "\"%s\" is no model (.glb, .gltf, .obj, .ply, .stl), recording "
                                    "(.rec) or recipe (.yaml)",
                                    name);
            }
            add_name(out, name);
        }
        at = stop + 1;
    }
    file_unmap(text);
    return out->count > 0 || report_error(r, place_file(path), "names no file to bake");
}

static bool is_file(const char* path) {
    struct stat s;
    return stat(path, &s) == 0 && S_ISREG(s.st_mode);
}

static bake_item item_of(const char* folder, const char* name, const char* recipe_or_null,
                         arena* memory) {
    const char* path = name[0] == '/' ? name : arena_format(memory, "%s%s", folder, name);
    const char* bare = path_name(name);
    int stem = (int)(strrchr(bare, '.') - bare), whole = (int)(strrchr(path, '.') - path);
    bake_item item = {.name = name, .output = arena_format(memory, "%.*s.soft.glb", stem, bare)};
    if (path_kind(name, kinds, BAKE_ITEMS_KINDS) == MODELS) {
        item.recipe_or_null = path;
        return item;
    }
    const char* beside = arena_format(memory, "%.*s.yaml", whole, path);
    item.input_or_null = path;
    item.recipe_or_null = is_file(beside) ? beside : recipe_or_null;
    return item;
}

static int by_output(const void* a, const void* b) {
    return strcmp((*(const bake_item* const*)a)->output, (*(const bake_item* const*)b)->output);
}

static bool check_outputs(const bake_items* x, const char* path, arena* memory, report* r) {
    const bake_item** sorted = arena_alloc(memory, (size_t)x->count, sizeof *sorted);
    for (int32_t i = 0; i < x->count; ++i)
        sorted[i] = &x->list[i];
    qsort(sorted, (size_t)x->count, sizeof *sorted, by_output);
    for (int32_t i = 1; i < x->count; ++i)
        if (strcmp(sorted[i]->output, sorted[i - 1]->output) == 0)
            return report_error(r, place_file(path),
                                "\"%s\" and \"%s\" would both be written to %s; rename one",
                                sorted[i - 1]->name, sorted[i]->name, sorted[i]->output);
    return true;
}

bool bake_items_read(const char* path, const char* recipe_or_null, bake_items* out, arena* memory,
                     report* r) {
    struct stat s;
    names n = {.memory = memory};
    bool is_folder = stat(path, &s) == 0 && S_ISDIR(s.st_mode);
    if (!(is_folder ? read_folder(path, &n, r) : read_list(path, &n, r)))
        return false;
    const char* folder =
        is_folder ? arena_format(memory, "%s/", path) : path_beside(path, "", memory);
    *out = (bake_items){n.count, ARENA_NEW(memory, bake_item, (size_t)n.count)};
    for (int32_t i = 0; i < n.count; ++i)
        out->list[i] = item_of(folder, n.list[i], recipe_or_null, memory);
    return check_outputs(out, path, memory, r);
}
