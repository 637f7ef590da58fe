// What came of a bake, for programs (JSON) and on a page (SVG).
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/bake.h"

typedef struct bake_told {
    const bake_result* result;
    const char *input, *output; // as they are called
    size_t output_size;         // bytes
    const report* findings;
} bake_told;

bytes bake_json(const bake_told* t, arena* memory);
bytes bake_page(const bake_told* t, arena* memory);
