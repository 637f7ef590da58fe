// A file of figures as a part of docs/results.md, and as pictures: a table for each bench, a plot of each row of points,
// bars of what consists of parts.
// SPDX-License-Identifier: MIT
#pragma once

#include "bench/figures/figure.h"

// The text, with pictures named as in `folder` seen from the page: "figures" for docs/figures.
const char* figures_text(const figures* f, const char* folder, arena* memory);

// Every picture that the text names, as FOLDER/NAME.svg.
bool figures_draw(const figures* f, const char* folder, report* r);

// How cost grows at the end of a curve: the exponent between its last two points, and the largest between any two neighbours.
typedef struct growth {
    double last, most;
} growth;
growth figures_growth(const double* x, const double* y, int32_t count);
