// A PLY below its meaning: the header, and a cursor over the values. Its reader is in import.h.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/import/lines.h"

typedef enum ply_type {
    PLY_NONE,
    PLY_I8,
    PLY_U8,
    PLY_I16,
    PLY_U16,
    PLY_I32,
    PLY_U32,
    PLY_F32,
    PLY_F64
} ply_type;

typedef enum ply_encoding { PLY_ASCII, PLY_LITTLE, PLY_BIG } ply_encoding;

typedef struct ply_property {
    const char* name;
    ply_type type;       // of the value, or of a list's items
    ply_type count_type; // of a list; PLY_NONE for a scalar
} ply_property;

typedef struct ply_element {
    const char* name;
    int64_t count, line; // line: where the header promises it
    int32_t property_count, capacity;
    ply_property* properties;
} ply_element;

typedef struct ply_header {
    ply_encoding encoding;
    int32_t element_count, capacity;
    ply_element* elements;
    size_t size;   // bytes, to the first of the data
    int64_t lines; // of the header
} ply_header;

size_t ply_type_size(ply_type t);

// The fewest bytes that one of these can take: what a count is checked against.
size_t ply_least_size(const ply_element* e, ply_encoding encoding);

bool ply_read_header(bytes file, const char* path, arena* memory, ply_header* out, report* r);

// Where reading stands. Every function that can fail says why, with the line or byte.
typedef struct ply_cursor {
    bytes file;
    const char* path;
    const ply_header* header;
    report* r;
    size_t at;                           // binary: the next byte
    text t;                              // ascii: the line
    int64_t long_lines, first_long_line; // ascii: with more values than the header says
} ply_cursor;

ply_cursor ply_open(bytes file, const char* path, const ply_header* header, report* r);
place ply_here(const ply_cursor* c);
size_t ply_bytes_left(const ply_cursor* c);

// Refuses a count that the rest of the file cannot hold: before anything is made for it.
bool ply_check_count(ply_cursor* c, const ply_element* e);

// Around the properties of each one of an element; `row` for the sentence.
bool ply_begin_row(ply_cursor* c, const ply_element* e, int64_t row);
void ply_end_row(ply_cursor* c);

bool ply_read_scalar(ply_cursor* c, ply_type type, double* value);
// How many items follow: no more than the rest of the file can hold.
bool ply_read_list_count(ply_cursor* c, const ply_property* property, int64_t* count);

bool ply_skip_property(ply_cursor* c, const ply_property* property);
bool ply_skip_element(ply_cursor* c, const ply_element* e);
