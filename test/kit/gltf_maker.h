// Small glTF files for tests: bytes, bufferViews and accessors are added one by one, the rest of the
// JSON is written by the test with ' for ", and the whole is read as a GLB.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/buffer.h"
#include "bake/export/glb_container.h"
#include "bake/import/import.h"

#include "test/kit/check.h"

#include <stdarg.h>

enum { I8 = 5120, U8, I16, U16, U32 = 5125, F32 };

typedef struct maker {
    arena* a;
    buffer bin, views, accessors;
    int view_count, accessor_count;
    bytes glb;
    report r;
    imported out;
    scene* s;
} maker;

static inline maker maker_new(void) {
    arena* a = arena_create();
    return (maker){.a = a,
                   .bin = buffer_new(a, 1024),
                   .views = buffer_new(a, 1024),
                   .accessors = buffer_new(a, 1024),
                   .r = report_new(a)};
}

static inline void maker_close(maker* m) {
    for (int32_t i = 0; i < m->out.extra_count; ++i)
        file_unmap(m->out.extras[i]);
    arena_destroy(m->a);
}

static inline char* maker_quotes(char* text) {
    for (char* c = text; *c != 0; ++c)
        *c = *c == '\'' ? '"' : *c;
    return text;
}

// `more` is added to the JSON object: ",'byteStride':16"
static inline int maker_view(maker* m, const void* data, size_t size, const char* more) {
    while (m->bin.size % 4 != 0)
        buffer_add(&m->bin, "", 1);
    buffer_text(&m->views, arena_format(m->a, "%s{'buffer':0,'byteOffset':%zu,'byteLength':%zu%s}",
                                        m->view_count > 0 ? "," : "", m->bin.size, size, more));
    buffer_add(&m->bin, data, size);
    return m->view_count++;
}

// view -1 is none
static inline int maker_accessor(maker* m, int view, const char* type, int component, int count,
                                 const char* more) {
    char* at = view >= 0 ? arena_format(m->a, "'bufferView':%d,", view) : "";
    buffer_text(&m->accessors,
                arena_format(m->a, "%s{%s'type':'%s','componentType':%d,'count':%d%s}",
                             m->accessor_count > 0 ? "," : "", at, type, component, count, more));
    return m->accessor_count++;
}

static inline int maker_floats(maker* m, const char* type, int count, const float* values,
                               size_t size) {
    return maker_accessor(m, maker_view(m, values, size, ""), type, F32, count, "");
}
#define MAKER_FLOATS(m, type, count, ...)                                                          \
    maker_floats((m), (type), (count), (const float[]){__VA_ARGS__},                               \
                 sizeof((const float[]){__VA_ARGS__}))

// A unit right triangle, the accessor of which is the first.
static inline int maker_triangle(maker* m) {
    return MAKER_FLOATS(m, "VEC3", 3, 0, 0, 0, 1, 0, 0, 0, 1, 0);
}

static inline char* maker_json(maker* m, const char* members) {
    char* json = arena_format(
        m->a,
        "{'asset':{'version':'2.0'},'buffers':[{'byteLength':%zu}],'bufferViews':[%.*s],"
        "'accessors':[%.*s]%s%s}",
        m->bin.size, (int)m->views.size, (const char*)m->views.data, (int)m->accessors.size,
        (const char*)m->accessors.data, members[0] != 0 ? "," : "", members);
    return maker_quotes(json);
}

static inline bool maker_read_bytes(maker* m, bytes file, const char* path) {
    m->out = (imported){0};
    m->r = report_new(m->a);
    bool ok = import_gltf(file, path, m->a, &m->out, &m->r);
    m->s = &m->out.scene;
    return ok && m->r.error_count == 0;
}

// The other members of the JSON, as in printf.
__attribute__((format(printf, 2, 3))) static inline bool maker_read(maker* m, const char* format,
                                                                    ...) {
    char members[8192];
    va_list args;
    va_start(args, format);
    vsnprintf(members, sizeof members, format, args);
    va_end(args);
    const char* json = maker_json(m, members);
    m->glb = glb_pack(json, strlen(json), buffer_bytes(&m->bin), m->a);
    return maker_read_bytes(m, m->glb, "made.glb");
}

// A whole JSON text of the test's own, read as a .gltf.
static inline bool maker_read_text(maker* m, const char* json, const char* path) {
    char* text = maker_quotes(arena_copy_text(m->a, json, strlen(json)));
    return maker_read_bytes(m, (bytes){(const uint8_t*)text, strlen(text)}, path);
}

// Whether some finding of that severity has those words.
static inline bool maker_said(const maker* m, severity s, const char* words) {
    for (int32_t i = 0; i < m->r.count; ++i)
        if (m->r.findings[i].severity == s &&
            strstr(finding_text(&m->r.findings[i], m->a), words) != NULL)
            return true;
    for (int32_t i = 0; i < m->r.count; ++i)
        printf("%s\n", finding_text(&m->r.findings[i], m->a));
    return false;
}
