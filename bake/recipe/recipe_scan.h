// Values of a recipe's tree, read by tables: what may stand where, of which kind, in which range.
//
// libcyaml has such tables too. It stops at the first fault, knows no ranges of decimal numbers and no
// nearest names, and forgets the lines before anything else can be checked (docs/decisions/0012-recipe-files.md).
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/vec.h"
#include "bake/recipe/yaml_tree.h"

#include <stddef.h>

// What is read, and where sentences go.
typedef struct scan {
    const char* path;
    arena* memory;
    report* r;
} scan;

// Of the member at `offset`: const char*, double, int32_t, bool, a struct with keys of its own, or
// whatever `own` makes of it.
typedef enum scan_kind {
    SCAN_TEXT,
    SCAN_NUMBER,
    SCAN_INT,
    SCAN_FLAG,
    SCAN_MAP,
    SCAN_OWN
} scan_kind;

typedef struct scan_keys scan_keys;

typedef struct scan_key {
    const char* name;
    scan_kind kind;
    size_t offset;
    double low, high;         // of numbers
    bool above;               // low itself is too low
    const char* word_or_null; // may stand for zero, or for no text: "auto", "none"
    const scan_keys* keys;    // SCAN_MAP
    bool (*own)(const scan* s, const tree* value, const char* name, void* member); // SCAN_OWN
} scan_key;

struct scan_keys {
    const char* what; // "a part": for sentences
    int count;
    const scan_key* list;
};

#define SCAN_KEYS(what, list)                                                                      \
    { what, (int)(sizeof(list) / sizeof *(list)), list }
#define SCAN_AT(type, member) .offset = offsetof(type, member)

// All keys of a map into `target`. Goes on after a fault, so that one run shows all of them.
bool scan_map(const scan* s, const tree* map, const scan_keys* keys, void* target);

place scan_place(const scan* s, const tree* value);
const char* scan_shown(const scan* s, const tree* value); // in a sentence: "4", a list, a map

bool scan_number(const scan* s, const tree* value, const char* name, double* out);
bool scan_int(const scan* s, const tree* value, const char* name, int32_t* out); // not below 0
bool scan_text(const scan* s, const tree* value, const char* name, const char** out);
// A list of texts; one may stand for a list of one. False with a sentence when it is empty.
bool scan_texts(const scan* s, const tree* value, const char* name, const char*** out,
                int32_t* count);
bool scan_point(const scan* s, const tree* value, const char* name, vec3* out);
