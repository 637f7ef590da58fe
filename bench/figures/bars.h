// Rows of bars, each of parts that add up: where time goes, as SVG. All rows are as long, so that small ones can be read; what they
// add up to stands behind them.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/file.h"

typedef struct bars_row {
    const char* name;
    const double* parts; // [part_count] of the drawing; not finite or below 0: nothing
} bars_row;

typedef struct bars {
    const char *title, *unit; // of the sums: "s"
    int32_t width;            // pixels; the height is what rows need
    int32_t part_count, row_count;
    const char* const* part_names;
    const bars_row* rows;
} bars;

bytes bars_svg(const bars* b, arena* memory);
