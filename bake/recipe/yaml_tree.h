// A YAML file as a tree that knows its lines; JSON is YAML too.
//
// libyaml's document with its marks, in plain structs of the arena. Aliases are the node they stand
// for, so a node may be met twice and even contain itself: whoever walks the tree walks by a table of
// what may be where, never to its end.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/file.h"

typedef enum tree_kind { TREE_TEXT, TREE_LIST, TREE_MAP } tree_kind;

typedef struct tree {
    tree_kind kind;
    int64_t line;     // from 1
    const char* text; // of a TREE_TEXT
    bool quoted;      // a text even when it looks like a number
    int32_t count;
    const struct tree** items; // [count] of a list, values of a map
    const char** keys;         // [count] of a map, no two the same
    int64_t* key_lines;        // [count]
} tree;

// One document. False with a sentence and its line for what is no YAML, for keys that are no text or
// come twice, and for a file beyond a megabyte. `path` is for sentences; *out is NULL for a file of
// comments only.
bool tree_read(bytes text, const char* path, arena* memory, const tree** out, report* r);

// The value of a key, or NULL.
const tree* tree_find(const tree* map, const char* key);
