// What is to be baked: the models of a folder, or the files that a list names.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/report.h"

typedef struct bake_item {
    const char* name;           // as the folder or the list has it
    const char* input_or_null;  // a model or a recording; NULL: the recipe names it
    const char* recipe_or_null; // NAME.yaml beside it, or the one for all
    const char* output;         // NAME.soft.glb
} bake_item;

typedef struct bake_items {
    int32_t count;
    bake_item* list; // those of a folder by name, those of a list in its order
} bake_items;

// A list has a file a line, seen from where it lies: a model, a recording, or a recipe that names its input; lines that begin with #
// say something to people. False with a sentence, also when two would be written to the same file.
bool bake_items_read(const char* path, const char* recipe_or_null, bake_items* out, arena* memory,
                     report* r);
