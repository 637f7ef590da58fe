// "ply", a format line, elements with their properties, "end_header".
// SPDX-License-Identifier: MIT
#include "bake/import/ply.h"

#include "bake/import/lines.h"

typedef struct header_reader {
    text t;
    const char* path;
    arena* memory;
    report* r;
    ply_header* out;
    bool has_format;
} header_reader;

size_t ply_type_size(ply_type t) {
    static const uint8_t sizes[] = {0, 1, 1, 2, 2, 4, 4, 4, 8};
    return sizes[t];
}

size_t ply_least_size(const ply_element* e, ply_encoding encoding) {
    size_t size = 0;
    for (int32_t i = 0; i < e->property_count; ++i) {
        const ply_property* p = &e->properties[i];
        if (encoding == PLY_ASCII)
            size += 2; // a digit and what parts it from the next
        else
            size += ply_type_size(p->count_type != PLY_NONE ? p->count_type : p->type);
    }
    return size;
}

static ply_type type_of(word w) {
    static const struct {
        const char* name;
        ply_type type;
    } known[] = {
        {"char", PLY_I8},   {"uchar", PLY_U8},   {"short", PLY_I16},   {"ushort", PLY_U16},
        {"int", PLY_I32},   {"uint", PLY_U32},   {"float", PLY_F32},   {"double", PLY_F64},
        {"int8", PLY_I8},   {"uint8", PLY_U8},   {"int16", PLY_I16},   {"uint16", PLY_U16},
        {"int32", PLY_I32}, {"uint32", PLY_U32}, {"float32", PLY_F32}, {"float64", PLY_F64},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; ++i)
        if (word_is(w, known[i].name))
            return known[i].type;
    return PLY_NONE;
}

// A sentence about a word of this line.
static bool fail(const header_reader* h, word w, const char* what) {
    return report_error(h->r, place_line(h->path, h->t.line), "\"%.*s\" %s", WORD_SHOWN(w), what);
}

static bool read_format(header_reader* h) {
    word w = text_word(&h->t);
    if (word_is(w, "ascii"))
        h->out->encoding = PLY_ASCII;
    else if (word_is(w, "binary_little_endian"))
        h->out->encoding = PLY_LITTLE;
    else if (word_is(w, "binary_big_endian"))
        h->out->encoding = PLY_BIG;
    else
        return fail(h, w, "is none of ascii, binary_little_endian and binary_big_endian");
    h->has_format = true;
    return true;
}

static bool read_element(header_reader* h) {
    ply_header* out = h->out;
    word name = text_word(&h->t), number = text_word(&h->t);
    int64_t count;
    const char* after = number_read_int(number.at, number.at + number.length, &count);
    if (after == NULL || after != number.at + number.length || count < 0)
        return fail(h, number, "is not a count of elements");
    for (int32_t i = 0; i < out->element_count; ++i)
        if (word_is(name, out->elements[i].name))
            return fail(h, name, "is declared twice");
    if (out->element_count == out->capacity) {
        int32_t capacity = out->capacity > 0 ? 2 * out->capacity : 4;
        out->elements = arena_grow(h->memory, out->elements, (size_t)out->element_count,
                                   (size_t)capacity, sizeof(ply_element));
        out->capacity = capacity;
    }
    out->elements[out->element_count++] =
        (ply_element){.name = arena_copy_text(h->memory, name.at, name.length),
                      .count = count,
                      .line = h->t.line};
    return true;
}

static bool read_property(header_reader* h) {
    if (h->out->element_count == 0)
        return report_error(h->r, place_line(h->path, h->t.line),
                            "a property stands before the first element");
    ply_property p = {0};
    word w = text_word(&h->t);
    if (word_is(w, "list")) {
        w = text_word(&h->t);
        p.count_type = type_of(w);
        if (p.count_type == PLY_NONE)
            return fail(h, w, "is not a type of PLY");
        w = text_word(&h->t);
    }
    p.type = type_of(w);
    if (p.type == PLY_NONE)
        return fail(h, w, "is not a type of PLY");
    w = text_word(&h->t);
    if (w.length == 0)
        return report_error(h->r, place_line(h->path, h->t.line), "the property has no name");
    p.name = arena_copy_text(h->memory, w.at, w.length);

    ply_element* e = &h->out->elements[h->out->element_count - 1];
    if (e->property_count == e->capacity) {
        int32_t capacity = e->capacity > 0 ? 2 * e->capacity : 8;
        e->properties = arena_grow(h->memory, e->properties, (size_t)e->property_count,
                                   (size_t)capacity, sizeof(ply_property));
        e->capacity = capacity;
    }
    e->properties[e->property_count++] = p;
    return true;
}

static bool read_line(header_reader* h, bool* done) {
    word w = text_word(&h->t);
    if (word_is(w, "format"))
        return read_format(h);
    if (word_is(w, "element"))
        return read_element(h);
    if (word_is(w, "property"))
        return read_property(h);
    *done = word_is(w, "end_header");
    if (*done || w.length == 0 || word_is(w, "comment") || word_is(w, "obj_info"))
        return true;
    return fail(h, w, "is not a word of a PLY header");
}

bool ply_read_header(bytes file, const char* path, arena* memory, ply_header* out, report* r) {
    header_reader h = {text_open(file), path, memory, r, out, false};
    *out = (ply_header){0};
    if (!text_next_line(&h.t) || !word_is(text_word(&h.t), "ply"))
        return report_error(r, place_line(path, 1), "a PLY begins with a line \"ply\"");
    for (bool done = false; !done;) {
        if (!text_next_line(&h.t))
            return report_error(r, place_line(path, h.t.line),
                                "the header has no line \"end_header\"; the file was cut off");
        if (!read_line(&h, &done))
            return false;
    }
    if (!h.has_format)
        return report_error(r, place_line(path, h.t.line), "the header has no format line");
    out->size = (size_t)(h.t.next - (const char*)file.data);
    out->lines = h.t.line;
    return true;
}
