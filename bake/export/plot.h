// SVG line plots for reports: axes, ticks, grid, legend, log scales; no dependency, same bytes.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/file.h"

typedef enum plot_marks { PLOT_LINE, PLOT_DOTS, PLOT_LINE_AND_DOTS } plot_marks;

typedef struct plot_series {
    const char* name;
    int32_t count;
    const double *x, *y; // non-finite points break the line
    plot_marks marks;
} plot_series;

typedef struct plot {
    const char *title, *x_label, *y_label;
    bool x_log, y_log;
    int32_t width, height; // pixels
    int32_t series_count;
    const plot_series* series;
} plot;

bytes plot_svg(const plot* p, arena* memory);
