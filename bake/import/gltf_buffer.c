// Buffers (the BIN chunk, data URIs, .bin files beside it) and views of them.
// SPDX-License-Identifier: MIT
#include "bake/import/gltf.h"
#include "bake/import/gltf_uri.h"

// Keep a mapping until import_close.
static void keep_mapping(gltf* g, bytes b) {
    imported* out = g->out;
    if ((out->extra_count & (out->extra_count - 1)) == 0) { // full at powers of two
        size_t capacity = out->extra_count > 0 ? 2 * (size_t)out->extra_count : 1;
        out->extras = arena_grow(g->memory, out->extras, (size_t)out->extra_count, capacity,
                                 sizeof *out->extras);
    }
    out->extras[out->extra_count++] = b;
}

bool gltf_file_beside(gltf* g, const char* uri, bytes* out, const char** path, const char** why) {
    const char* relative = gltf_uri_path(uri, g->memory, why);
    if (relative == NULL)
        return false;
    report aside = report_new(g->memory);
    *path = path_beside(g->path, relative, g->memory);
    if (!file_map(*path, out, &aside)) {
        *why = aside.findings[0].text;
        return false;
    }
    keep_mapping(g, *out);
    return true;
}

static bool buffer_from_uri(gltf* g, const char* uri, bytes* out, const char** path) {
    const char *why = NULL, *mime;
    if (gltf_uri_is_data(uri)) {
        *out = gltf_uri_data(uri, g->memory, &mime, &why);
        if (why != NULL)
            return gltf_error(g, NULL, "its uri %s", why);
        g->limit += 64 * out->size;
        return true;
    }
    if (!gltf_file_beside(g, uri, out, path, &why))
        return gltf_error(g, NULL, "its uri \"%s\" %s", gltf_uri_shown(uri, g->memory), why);
    g->limit += 64 * out->size;
    return true;
}

static bool buffer_open(gltf* g, int32_t index) {
    const cJSON* json = g->buffers.items[index];
    g->where = (gltf_where){
        .kind_or_null = "buffer", .name_or_null = gltf_json_text(json, "name"), .index = index};
    size_t length = 0;
    if (!gltf_json_size(g, json, "byteLength", &length))
        return false;
    if (length == 0)
        return gltf_error(g, NULL, "byteLength must be 1 or more");

    bytes b = {NULL, 0};
    const char* uri = gltf_json_text(json, "uri");
    if (uri != NULL) {
        if (!buffer_from_uri(g, uri, &b, &g->buffer_paths[index]))
            return false;
    } else if (index == 0 && g->bin.data != NULL) {
        b = g->bin;
        g->buffer_paths[index] = g->path;
    } else if (gltf_json_extension(json, "EXT_meshopt_compression") != NULL ||
               gltf_json_extension(json, "KHR_meshopt_compression") != NULL) {
        return gltf_error_compressed(g, "meshopt");
    } else {
        return gltf_error(g, NULL,
                          g->is_binary ? "it has no uri, and the file has no BIN chunk for it"
                                       : "it has no uri, so there is nothing to read");
    }
    if (b.size < length)
        return gltf_error(g, b.data + b.size, "byteLength is %zu, but there are only %zu bytes",
                          length, b.size);
    g->s->source.buffers[index] = (bytes){b.data, length};
    return true;
}

bool gltf_buffers_open(gltf* g) {
    int32_t count = g->buffers.count;
    gltf_source* source = &g->s->source;
    source->buffers = gltf_alloc(g, (size_t)count, sizeof *source->buffers);
    g->buffer_paths = gltf_alloc(g, (size_t)count, sizeof *g->buffer_paths);
    if (source->buffers == NULL || g->buffer_paths == NULL)
        return false;
    for (source->buffer_count = 0; source->buffer_count < count; ++source->buffer_count)
        if (!buffer_open(g, source->buffer_count))
            return false;
    g->where = (gltf_where){0};
    return true;
}

bool gltf_view_bytes(gltf* g, int32_t view, bytes* out, size_t* stride_or_null) {
    const cJSON* json = g->buffer_views.items[view];
    int32_t buffer;
    size_t offset = 0, length = 0, stride = 0;
    if (!gltf_json_index(g, json, "buffer", g->buffers.count, &buffer) ||
        !gltf_json_size(g, json, "byteOffset", &offset) ||
        !gltf_json_size(g, json, "byteLength", &length) ||
        !gltf_json_size(g, json, "byteStride", &stride))
        return false;
    if (buffer < 0 || length == 0)
        return gltf_error(g, NULL, "bufferView %d has no %s", view,
                          buffer < 0 ? "buffer" : "byteLength");
    bytes b = g->s->source.buffers[buffer];
    if (offset > b.size || length > b.size - offset)
        return gltf_error(g, NULL,
                          "bufferView %d wants %zu bytes from byte %zu of buffer %d, which has %zu",
                          view, length, offset, buffer, b.size);
    if (stride > 252)
        return gltf_error(g, NULL, "bufferView %d has a byteStride of %zu; at most 252 is allowed",
                          view, stride);
    *out = (bytes){b.data + offset, length};
    if (stride_or_null != NULL)
        *stride_or_null = stride;
    return true;
}
