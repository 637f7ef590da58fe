// What came of a bake, for programs (JSON) and on a page (SVG).
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/bake.h"

typedef struct bake_report_input {
    const bake_result* result;
    const char *input, *output; // as they are called
    size_t output_size;         // bytes
    const report* findings;
} bake_report_input;

bytes bake_json(const bake_report_input* t, arena* memory);
bytes bake_page(const bake_report_input* t, arena* memory);
