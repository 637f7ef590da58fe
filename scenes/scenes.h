// The sample bodies by name: made by procedure, the same bytes everywhere.
//
// Only exact arithmetic (runtime/math/exact.h, + - * / sqrt) is used on the way to the numbers.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/file.h"
#include "bake/scene/scene.h"

typedef struct sample {
    const char *name, *about; // about: one line for `supple sample --list`
    scene (*make)(arena* memory);
} sample;

extern const sample samples[];
extern const int sample_count;

const sample* sample_find(const char* name); // NULL if there is none
bytes sample_glb(const sample* x, arena* memory);
