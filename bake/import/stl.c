// STL, ascii and binary: triangles without indices, three vertices each.
//
// Facet normals are ignored: they say what the winding says, and many writers leave them zero or
// wrong. So are the attribute bytes, to which every program gave another meaning. Degenerate facets
// are kept, for inspection reports them. Many binary files begin with "solid", the mark of ascii
// ones; the size, which a binary file promises exactly, tells them apart.
// SPDX-License-Identifier: MIT
#include "bake/import/stl.h"

#include "bake/import/import.h"

#include "bake/import/lines.h"
#include "bake/import/simple.h"

#include <strings.h>

enum { STL_HEADER = 84, FACET = 50 };

static uint32_t read_u32(const uint8_t* p) {
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static double read_float(const uint8_t* p) {
    uint32_t bits = read_u32(p);
    float f;
    memcpy(&f, &bits, sizeof f);
    return f;
}

// ---- binary ----------------------------------------------------------------------------

static void count_up(primitive* p) {
    for (uint32_t i = 0; i < (uint32_t)p->vertex_count; ++i)
        p->triangles[i / 3][i % 3] = i;
}

static bool read_binary(bytes file, const char* path, arena* memory, imported* out, report* r) {
    if (file.size < STL_HEADER)
        return report_error(r, place_byte(path, (int64_t)file.size),
                            "ends in the header: a binary STL has at least %d bytes, this has %zu",
                            STL_HEADER, file.size);
    uint32_t count = read_u32(file.data + 80);
    size_t room = (file.size - STL_HEADER) / FACET;
    if (count == 0)
        return report_error(r, place_byte(path, 80), "has no triangles");
    if (count > room)
        return report_error(r, place_byte(path, 80),
                            "promises %u triangles, but its %zu bytes have room for %zu only; it "
                            "was cut off or is no STL",
                            count, file.size, room);
    if (count > INT32_MAX / 3)
        return report_error(r, place_byte(path, 80), "has %u triangles; at most %d can be read",
                            count, INT32_MAX / 3);
    size_t used = STL_HEADER + (size_t)count * FACET;
    if (file.size > used)
        report_warning(r, place_byte(path, (int64_t)used),
                       "%zu bytes after the last triangle are ignored", file.size - used);

    primitive* p = simple_one_mesh(&out->scene, path, memory);
    p->triangle_count = (int32_t)count;
    p->vertex_count = 3 * (int32_t)count;
    p->positions = ARENA_NEW(memory, vec3, 3 * (size_t)count);
    p->triangles = arena_alloc(memory, count, sizeof *p->triangles);
    for (size_t t = 0; t < count; ++t) {
        for (size_t k = 0; k < 3; ++k) {
            size_t at = STL_HEADER + t * FACET + 12 + k * 12;
            const uint8_t* c = file.data + at;
            vec3 v = v3(read_float(c), read_float(c + 4), read_float(c + 8));
            if (!simple_is_position(v))
                return report_error(r, place_byte(path, (int64_t)at),
                                    "triangle %zu has a corner at (%g, %g, %g), which is not "
                                    "finite; repair the model and export it again",
                                    t, v.x, v.y, v.z);
            p->positions[3 * t + k] = v;
        }
    }
    count_up(p);
    return true;
}

// ---- ascii -----------------------------------------------------------------------------

typedef struct stl_reader {
    text t;
    const char* path;
    report* r;
    size_t vertex_count;
    vec3* vertices;      // of all solids
    int32_t solid_count; // a solid without facets is not counted
    size_t* first;       // [solid_count] its first vertex
    const char** names;  // [solid_count]
    int32_t capacity;    // of both
} stl_reader;

static bool keyword(word w, const char* literal) {
    return w.length == strlen(literal) && strncasecmp(w.at, literal, w.length) == 0;
}

static bool fail(const stl_reader* s, const char* sentence) {
    return report_error(s->r, place_line(s->path, s->t.line), "%s", sentence);
}

static bool read_vertex(stl_reader* s) {
    double x[3];
    for (int i = 0; i < 3; ++i)
        if (!text_number(&s->t, &x[i]))
            return fail(s, "a vertex needs three numbers");
    vec3 v = v3(x[0], x[1], x[2]);
    if (!simple_is_position(v))
        return report_error(s->r, place_line(s->path, s->t.line),
                            "the vertex at (%g, %g, %g) is not finite; repair the model and export "
                            "it again",
                            v.x, v.y, v.z);
    s->vertices[s->vertex_count++] = v;
    return true;
}

// A solid counts from its first facet on.
static void open_solid(stl_reader* s, const char* name, arena* scratch) {
    if (s->solid_count == s->capacity) {
        size_t before = (size_t)s->capacity, after = before > 0 ? 2 * before : 8;
        s->first = arena_grow(scratch, s->first, before, after, sizeof *s->first);
        s->names = arena_grow(scratch, s->names, before, after, sizeof *s->names);
        s->capacity = (int32_t)after;
    }
    s->first[s->solid_count] = s->vertex_count;
    s->names[s->solid_count++] = name;
}

// Only facets and vertices matter; the words around them are checked as far as a missing one would
// lose a triangle.
static bool read_lines(stl_reader* s, arena* scratch, arena* memory) {
    const char* name = "";
    bool in_facet = false, in_solid = false;
    size_t facet_first = 0;
    while (text_next_line(&s->t)) {
        if (!text_skip(&s->t))
            continue;
        word w = text_word(&s->t);
        if (keyword(w, "vertex")) {
            if (!in_facet)
                return fail(s, "a vertex stands outside of a facet");
            if (!read_vertex(s))
                return false;
        } else if (keyword(w, "facet")) {
            if (in_facet)
                return fail(s, "a facet begins before the last one ended");
            if (!in_solid)
                open_solid(s, name, scratch);
            in_solid = in_facet = true;
            facet_first = s->vertex_count;
        } else if (keyword(w, "endfacet")) {
            if (!in_facet || s->vertex_count - facet_first != 3)
                return report_error(s->r, place_line(s->path, s->t.line),
                                    "the facet that ends here has %zu vertices instead of 3",
                                    s->vertex_count - facet_first);
            in_facet = false;
        } else if (keyword(w, "solid")) {
            word rest = text_rest(&s->t);
            name = arena_copy_text(memory, rest.at, rest.length);
            in_solid = false;
        } else if (!keyword(w, "outer") && !keyword(w, "endloop") && !keyword(w, "endsolid")) {
            return report_error(s->r, place_line(s->path, s->t.line),
                                "\"%.*s\" is not a word of STL", WORD_SHOWN(w));
        }
    }
    return !in_facet || fail(s, "the file ends within a facet; it was cut off");
}

static void fill_scene(const stl_reader* s, arena* memory, scene* out) {
    size_t n = (size_t)s->solid_count;
    out->primitive_count = out->mesh_count = s->solid_count;
    out->primitives = ARENA_NEW(memory, primitive, n);
    out->meshes = ARENA_NEW(memory, mesh, n);
    for (size_t i = 0; i < n; ++i) {
        size_t end = i + 1 < n ? s->first[i + 1] : s->vertex_count, count = end - s->first[i];
        primitive* p = &out->primitives[i];
        *p = (primitive){.vertex_count = (int32_t)count,
                         .triangle_count = (int32_t)(count / 3),
                         .material = -1,
                         .positions = ARENA_NEW(memory, vec3, count)};
        memcpy(p->positions, s->vertices + s->first[i], count * sizeof(vec3));
        p->triangles = arena_alloc(memory, count / 3, sizeof *p->triangles);
        count_up(p);
        const char* name = s->names[i][0] != 0 ? s->names[i] : simple_name(s->path, memory);
        out->meshes[i] = (mesh){.name = name, .first_primitive = (int32_t)i, .primitive_count = 1};
    }
    simple_place_meshes(out, memory);
}

static bool read_ascii(bytes file, const char* path, arena* memory, imported* out, report* r) {
    arena* scratch = arena_create();
    // a vertex takes a line of at least "vertex 0 0 0"
    size_t most = file.size / 12 + 1;
    stl_reader s = {
        .t = text_open(file), .path = path, .r = r, .vertices = ARENA_NEW(scratch, vec3, most)};
    bool ok = read_lines(&s, scratch, memory);
    if (ok && s.vertex_count == 0)
        ok = report_error(r, place_file(path), "has no triangles");
    if (ok && s.vertex_count > INT32_MAX)
        ok = report_error(r, place_file(path), "has %zu triangles; at most %d can be read",
                          s.vertex_count / 3, INT32_MAX / 3);
    if (ok)
        fill_scene(&s, memory, &out->scene);
    arena_destroy(scratch);
    return ok;
}

// ---- which -----------------------------------------------------------------------------

bool stl_is_exact_binary(bytes file) {
    return file.size >= STL_HEADER &&
           file.size - STL_HEADER == (uint64_t)read_u32(file.data + 80) * FACET;
}

bool stl_is_ascii(bytes file) {
    text t = text_open(file);
    while (text_next_line(&t) && !text_skip(&t))
        ;
    if (!keyword(text_word(&t), "solid") || stl_is_exact_binary(file))
        return false;
    size_t looked = file.size < 512 ? file.size : 512;
    for (size_t i = 0; i < looked; ++i)
        if (file.data[i] < 32 && !text_is_space((char)file.data[i]))
            return false;
    return true;
}

bool import_stl(bytes file, const char* path, arena* memory, imported* out, report* r) {
    out->scene.format = FILE_STL;
    return stl_is_ascii(file) ? read_ascii(file, path, memory, out, r)
                              : read_binary(file, path, memory, out, r);
}
