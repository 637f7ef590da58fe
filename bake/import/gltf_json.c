// Findings that name the JSON object, and getters that check before they convert.
//
// cJSON stores every number as double; its valueint saturates silently, so it is not used.
// SPDX-License-Identifier: MIT
#include "bake/import/gltf.h"
#include "bake/import/gltf_uri.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const char* sentence(gltf* g, const char* format, va_list args) {
    char text[600];
    vsnprintf(text, sizeof text, format, args);
    gltf_where w = g->where;
    arena* m = g->memory;
    if (w.kind_or_null == NULL)
        return arena_copy_text(m, text, strlen(text));
    const char *name = "", *part = "", *detail = "";
    if (w.name_or_null != NULL && w.name_or_null[0] != 0)
        name = arena_format(m, " \"%s\"", gltf_uri_shown(w.name_or_null, m));
    if (w.part_or_null != NULL)
        part = arena_format(m, ", %s %d", w.part_or_null, w.part_index);
    if (w.detail_or_null != NULL)
        detail = arena_format(m, ", %s", gltf_uri_shown(w.detail_or_null, m));
    return arena_format(m, "%s %d%s%s%s: %s", w.kind_or_null, w.index, name, part, detail, text);
}

// Where a byte lies: in the main file or in a .bin beside it.
static place place_of(const gltf* g, const uint8_t* at) {
    uintptr_t p = (uintptr_t)at, file = (uintptr_t)g->file.data;
    if (at == NULL)
        return place_file(g->path);
    if (p >= file && p <= file + g->file.size)
        return place_byte(g->path, (int64_t)(p - file));
    for (int32_t i = 0; i < g->s->source.buffer_count; ++i) {
        bytes b = g->s->source.buffers[i];
        uintptr_t data = (uintptr_t)b.data;
        if (g->buffer_paths[i] != NULL && p >= data && p < data + b.size)
            return place_byte(g->buffer_paths[i], (int64_t)(p - data));
    }
    return place_file(g->path);
}

bool gltf_error(gltf* g, const uint8_t* at, const char* format, ...) {
    va_list args;
    va_start(args, format);
    const char* text = sentence(g, format, args);
    va_end(args);
    return report_error(g->r, place_of(g, at), "%s", text);
}

void gltf_warning(gltf* g, const char* format, ...) {
    va_list args;
    va_start(args, format);
    const char* text = sentence(g, format, args);
    va_end(args);
    report_warning(g->r, place_file(g->path), "%s", text);
}

void gltf_note(gltf* g, const char* format, ...) {
    va_list args;
    va_start(args, format);
    const char* text = sentence(g, format, args);
    va_end(args);
    report_note(g->r, place_file(g->path), "%s", text);
}

bool gltf_error_compressed(gltf* g, const char* method) {
    return gltf_error(g, NULL,
                      "it is compressed with %s; decompress the file first: npx "
                      "@gltf-transform/cli copy in.glb out.glb",
                      method);
}

void* gltf_alloc(gltf* g, size_t count, size_t size) {
    if (size > 0 && count > (g->limit - g->asked) / size) {
        gltf_error(g, NULL,
                   "the arrays described so far need more than %zu MB, far more than the file's "
                   "size allows for: it is damaged",
                   g->limit >> 20);
        return NULL;
    }
    g->asked += count * size;
    return arena_alloc(g->memory, count, size);
}

const cJSON* gltf_json_member(const cJSON* object, const char* key) {
    return cJSON_GetObjectItemCaseSensitive(object, key);
}

const cJSON* gltf_json_extension(const cJSON* object, const char* name) {
    return gltf_json_member(gltf_json_member(object, "extensions"), name);
}

const char* gltf_json_text(const cJSON* object, const char* key) {
    return cJSON_GetStringValue(gltf_json_member(object, key));
}

const char* gltf_json_name(gltf* g, const cJSON* object) {
    const char* name = gltf_json_text(object, "name");
    return name != NULL ? arena_copy_text(g->memory, name, strlen(name)) : "";
}

bool gltf_json_flag(const cJSON* object, const char* key) {
    return cJSON_IsTrue(gltf_json_member(object, key));
}

bool gltf_json_size(gltf* g, const cJSON* object, const char* key, size_t* out) {
    const cJSON* item = gltf_json_member(object, key);
    if (item == NULL)
        return true;
    double v = item->valuedouble;
    if (!cJSON_IsNumber(item) || !(v >= 0.0 && v <= 9007199254740991.0) || v != floor(v))
        return gltf_error(g, NULL, "%s must be a whole number, 0 or more", key);
    *out = (size_t)v;
    return true;
}

bool gltf_json_numbers(gltf* g, const cJSON* object, const char* key, int32_t count, double* out) {
    const cJSON* member = gltf_json_member(object, key);
    if (member == NULL)
        return true;
    bool alone = count == 1 && cJSON_IsNumber(member);
    const cJSON* item = alone ? member : cJSON_IsArray(member) ? member->child : NULL;
    int32_t found = 0;
    for (; found < count && item != NULL; ++found) {
        if (!cJSON_IsNumber(item) || !isfinite((float)item->valuedouble))
            break;
        out[found] = item->valuedouble;
        item = alone ? NULL : item->next;
    }
    if (found < count || item != NULL)
        return gltf_error(g, NULL, "%s must be %d finite number%s", key, count,
                          count == 1 ? "" : "s");
    return true;
}

// The array itself, or false after an error.
static bool array_at(gltf* g, const cJSON* object, const char* key, const cJSON** out,
                     int32_t* count) {
    const cJSON* array = gltf_json_member(object, key);
    *out = NULL;
    *count = 0;
    if (array == NULL)
        return true;
    if (!cJSON_IsArray(array))
        return gltf_error(g, NULL, "%s must be an array", key);
    *out = array->child;
    *count = cJSON_GetArraySize(array);
    return true;
}

bool gltf_json_list(gltf* g, const cJSON* object, const char* key, gltf_list* out) {
    const cJSON* item;
    int32_t count;
    *out = (gltf_list){NULL, 0};
    if (!array_at(g, object, key, &item, &count))
        return false;
    const cJSON** items = gltf_alloc(g, (size_t)count, sizeof *items);
    if (items == NULL)
        return false;
    for (int32_t i = 0; i < count; ++i, item = item->next) {
        if (!cJSON_IsObject(item))
            return gltf_error(g, NULL, "%s: element %d must be a JSON object", key, i);
        items[i] = item;
    }
    *out = (gltf_list){items, count};
    return true;
}

static bool index_of(gltf* g, const cJSON* item, const char* key, int32_t limit, int32_t* out) {
    double v = item->valuedouble;
    if (!cJSON_IsNumber(item) || !(v >= 0.0 && v <= 2147483647.0) || v != floor(v))
        return gltf_error(g, NULL, "%s must be an index, a whole number from 0", key);
    if (v >= limit)
        return gltf_error(g, NULL, "%s is %.0f, but there %s %d", key, v,
                          limit == 1 ? "is only" : "are only", limit);
    *out = (int32_t)v;
    return true;
}

bool gltf_json_index(gltf* g, const cJSON* object, const char* key, int32_t limit, int32_t* out) {
    const cJSON* item = gltf_json_member(object, key);
    *out = -1;
    return item == NULL || index_of(g, item, key, limit, out);
}

bool gltf_json_indices(gltf* g, const cJSON* object, const char* key, int32_t limit, int32_t** out,
                       int32_t* count) {
    const cJSON* item;
    *out = NULL;
    if (!array_at(g, object, key, &item, count))
        return false;
    *out = gltf_alloc(g, (size_t)*count, sizeof **out);
    if (*out == NULL)
        return false;
    for (int32_t i = 0; i < *count; ++i, item = item->next)
        if (!index_of(g, item, key, limit, &(*out)[i]))
            return false;
    return true;
}

bool gltf_json_weights(gltf* g, const cJSON* object, int32_t count, float* out) {
    const cJSON* item;
    int32_t found;
    if (!array_at(g, object, "weights", &item, &found))
        return false;
    if (found != count && found > 0)
        gltf_warning(g, "there are %d weights for %d morph targets", found, count);
    for (int32_t i = 0; i < found && i < count; ++i, item = item->next) {
        if (!cJSON_IsNumber(item) || !isfinite((float)item->valuedouble))
            return gltf_error(g, NULL, "weights must be finite numbers");
        out[i] = (float)item->valuedouble;
    }
    return true;
}
