// The asset inside a GLB: root.extensions.SUPPLE_soft_body.bufferView names a view of the BIN chunk.
//
// Strict about what it reads: a name that stands twice on the way could mean either place, so the file is
// refused. What is not on the way must be JSON and is otherwise left alone.
// SPDX-License-Identifier: MIT
#include "runtime/asset/glb_find.h"

#include "format/format.h"
#include "runtime/asset/json_walk.h"
#include "supple/supple.h"

#include <string.h>

enum { HEAD_SIZE = 12, CHUNK_HEAD_SIZE = 8 };
#define NOT_THERE UINT64_MAX

typedef struct glb_chunks {
    const uint8_t *json, *bin;
    size_t json_size, bin_size;
} glb_chunks;

static uint32_t read_u32(const uint8_t* p) {
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

// The chunk at *at, which must be of this type; *at moves behind it.
static bool take_chunk(const uint8_t* file, size_t size, size_t* at, const char type[4],
                       const uint8_t** data, size_t* data_size) {
    if (size - *at < CHUNK_HEAD_SIZE || memcmp(file + *at + 4, type, 4) != 0)
        return false;
    *data_size = read_u32(file + *at);
    *data = file + *at + CHUNK_HEAD_SIZE;
    if (*data_size > size - *at - CHUNK_HEAD_SIZE)
        return false;
    *at += CHUNK_HEAD_SIZE + *data_size;
    return true;
}

static bool take_chunks(const uint8_t* file, size_t size, glb_chunks* c) {
    size_t at = HEAD_SIZE;
    if (size < HEAD_SIZE || read_u32(file + 4) != 2 || read_u32(file + 8) > size ||
        read_u32(file + 8) < HEAD_SIZE)
        return false;
    size = read_u32(file + 8);
    if (!take_chunk(file, size, &at, "JSON", &c->json, &c->json_size))
        return false;
    if (at == size) {
        c->bin = NULL;
        c->bin_size = 0;
        return true;
    }
    return take_chunk(file, size, &at, "BIN\0", &c->bin, &c->bin_size);
}

// A whole number that may stand once.
static void take_once(json_walk* w, uint64_t* value) {
    w->broken |= *value != NOT_THERE;
    *value = json_walk_whole(w);
}

// From the value of "extensions" of the root.
static void walk_extensions(json_walk* w, uint64_t* view) {
    size_t key = 0;
    bool seen = false;
    json_list extensions = json_walk_enter(w, '{');
    while (json_walk_next(w, &extensions, &key)) {
        if (!json_walk_is_key(w, key, FORMAT_EXTENSION)) {
            json_walk_skip(w);
            continue;
        }
        w->broken |= seen;
        seen = true;
        json_list ours = json_walk_enter(w, '{');
        while (json_walk_next(w, &ours, &key))
            if (json_walk_is_key(w, key, "bufferView"))
                take_once(w, view);
            else
                json_walk_skip(w);
    }
    w->broken |= seen && *view == NOT_THERE;
}

// Which view it is, and where the array of views begins.
static void walk_root(json_walk* w, uint64_t* view, size_t* views) {
    size_t key = 0;
    bool seen = false;
    json_list root = json_walk_enter(w, '{');
    *views = 0;
    while (json_walk_next(w, &root, &key)) {
        if (json_walk_is_key(w, key, "extensions")) {
            w->broken |= seen;
            seen = true;
            walk_extensions(w, view);
            continue;
        }
        if (json_walk_is_key(w, key, "bufferViews")) {
            w->broken |= *views > 0;
            *views = w->at;
        }
        json_walk_skip(w);
    }
}

static bool walk_view(json_walk* w, uint64_t view, uint64_t* offset, uint64_t* length) {
    uint64_t buffer = NOT_THERE;
    size_t key = 0;
    json_list views = json_walk_enter(w, '[');
    for (; json_walk_next(w, &views, &key) && view > 0; --view)
        json_walk_skip(w);
    json_list members = json_walk_enter(w, '{');
    while (json_walk_next(w, &members, &key))
        if (json_walk_is_key(w, key, "buffer"))
            take_once(w, &buffer);
        else if (json_walk_is_key(w, key, "byteOffset"))
            take_once(w, offset);
        else if (json_walk_is_key(w, key, "byteLength"))
            take_once(w, length);
        else
            json_walk_skip(w);
    if (*offset == NOT_THERE)
        *offset = 0;
    return !w->broken && buffer == 0 && *length != NOT_THERE;
}

bool glb_find_is_glb(const void* bytes, size_t size) {
    return size >= 4 && memcmp(bytes, "glTF", 4) == 0;
}

supple_result supple_asset_find(const void* glb, size_t size, size_t* offset, size_t* block_size) {
    *offset = *block_size = 0;
    if (!glb_find_is_glb(glb, size))
        return SUPPLE_NOT_AN_ASSET;
    glb_chunks c;
    if (!take_chunks(glb, size, &c))
        return SUPPLE_CORRUPT;
    uint64_t view = NOT_THERE, from = NOT_THERE, length = NOT_THERE;
    size_t views;
    json_walk w = {c.json, c.json_size, 0, false};
    walk_root(&w, &view, &views);
    if (!json_walk_ends(&w))
        return SUPPLE_CORRUPT;
    if (view == NOT_THERE)
        return SUPPLE_NOT_AN_ASSET;
    w.at = views;
    if (views == 0 || !walk_view(&w, view, &from, &length) || from > c.bin_size ||
        length > c.bin_size - from)
        return SUPPLE_CORRUPT;
    *offset = (size_t)(c.bin - (const uint8_t*)glb) + (size_t)from;
    *block_size = (size_t)length;
    return SUPPLE_OK;
}
