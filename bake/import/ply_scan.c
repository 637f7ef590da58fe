// The data of a PLY, value by value. Every scalar type fits a double, so one path reads them all.
// SPDX-License-Identifier: MIT
#include "bake/import/ply.h"

#include <math.h>

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "binary PLY is read on little endian");

place ply_here(const ply_cursor* c) {
    return c->header->encoding == PLY_ASCII ? place_line(c->path, c->t.line)
                                            : place_byte(c->path, (int64_t)c->at);
}

size_t ply_bytes_left(const ply_cursor* c) {
    return c->header->encoding == PLY_ASCII ? (size_t)(c->t.end - c->t.at) : c->file.size - c->at;
}

static double decode(ply_type type, uint64_t bits) {
    switch (type) {
    case PLY_I8:
        return (int8_t)bits;
    case PLY_U8:
        return (uint8_t)bits;
    case PLY_I16:
        return (int16_t)bits;
    case PLY_U16:
        return (uint16_t)bits;
    case PLY_I32:
        return (int32_t)bits;
    case PLY_U32:
        return (uint32_t)bits;
    case PLY_F32: {
        uint32_t low = (uint32_t)bits;
        float f;
        memcpy(&f, &low, sizeof f);
        return f;
    }
    case PLY_F64: {
        double d;
        memcpy(&d, &bits, sizeof d);
        return d;
    }
    case PLY_NONE:
        break;
    }
    return 0.0;
}

bool ply_read_scalar(ply_cursor* c, ply_type type, double* value) {
    if (c->header->encoding == PLY_ASCII) {
        if (text_number(&c->t, value))
            return true;
        word w = text_word(&c->t);
        if (w.length == 0)
            return report_error(c->r, ply_here(c),
                                "the line has fewer values than the header says");
        return report_error(c->r, ply_here(c), "\"%.*s\" is not a number", WORD_SHOWN(w));
    }
    size_t size = ply_type_size(type);
    if (c->file.size - c->at < size)
        return report_error(c->r, ply_here(c),
                            "the file ends before all it promises; it was cut off");
    uint64_t bits = 0;
    memcpy(&bits, c->file.data + c->at, size);
    if (c->header->encoding == PLY_BIG)
        bits = __builtin_bswap64(bits) >> (64 - 8 * size);
    c->at += size;
    *value = decode(type, bits);
    return true;
}

bool ply_read_list_count(ply_cursor* c, const ply_property* property, int64_t* count) {
    double n = 0.0;
    if (!ply_read_scalar(c, property->count_type, &n))
        return false;
    size_t item = c->header->encoding == PLY_ASCII ? 1 : ply_type_size(property->type);
    size_t most = ply_bytes_left(c) / item;
    if (!(n >= 0.0 && n <= (double)most) || n > INT32_MAX || n != floor(n))
        return report_error(c->r, ply_here(c),
                            "the list \"%s\" has %g items, but %zu bytes are left", property->name,
                            n, ply_bytes_left(c));
    *count = (int64_t)n;
    return true;
}

bool ply_skip_property(ply_cursor* c, const ply_property* property) {
    double ignored;
    int64_t count = 1;
    if (property->count_type != PLY_NONE && !ply_read_list_count(c, property, &count))
        return false;
    if (c->header->encoding != PLY_ASCII && property->count_type != PLY_NONE) {
        c->at += (size_t)count * ply_type_size(property->type);
        return true;
    }
    for (int64_t i = 0; i < count; ++i)
        if (!ply_read_scalar(c, property->type, &ignored))
            return false;
    return true;
}

bool ply_begin_row(ply_cursor* c, const ply_element* e, int64_t row) {
    if (c->header->encoding != PLY_ASCII)
        return true;
    while (text_next_line(&c->t))
        if (text_skip(&c->t))
            return true;
    return report_error(c->r, ply_here(c), "the file ends after %lld of %lld of element \"%s\"",
                        (long long)row, (long long)e->count, e->name);
}

void ply_end_row(ply_cursor* c) {
    if (c->header->encoding == PLY_ASCII && text_skip(&c->t) && c->long_lines++ == 0)
        c->first_long_line = c->t.line;
}

bool ply_check_count(ply_cursor* c, const ply_element* e) {
    size_t left = ply_bytes_left(c) + 1, least = ply_least_size(e, c->header->encoding);
    if (least == 0 || (uint64_t)e->count <= left / least)
        return true;
    return report_error(c->r, place_line(c->path, e->line),
                        "promises %lld of element \"%s\", but the file has room for %zu only",
                        (long long)e->count, e->name, left / least);
}

bool ply_skip_element(ply_cursor* c, const ply_element* e) {
    for (int64_t row = 0; row < e->count && e->property_count > 0; ++row) {
        if (!ply_begin_row(c, e, row))
            return false;
        for (int32_t i = 0; i < e->property_count; ++i)
            if (!ply_skip_property(c, &e->properties[i]))
                return false;
        ply_end_row(c);
    }
    return true;
}

ply_cursor ply_open(bytes file, const char* path, const ply_header* header, report* r) {
    ply_cursor c = {.file = file, .path = path, .header = header, .r = r, .at = header->size};
    c.t = text_open((bytes){file.data + c.at, file.size - c.at});
    c.t.next_line = header->lines + 1;
    return c;
}
