// Axes of plots: ranges, ticks at round numbers, log scales.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/number_out.h"

#include <stdbool.h>
#include <stdint.h>

enum { AXIS_TICKS_MAX = 64 };

typedef struct axis_tick {
    double at;                   // 0 to 1 along the axis
    char label[NUMBER_OUT_SIZE]; // "" for the minor ones of a log scale
} axis_tick;

typedef struct plot_axis {
    bool log;
    bool any;         // has a value been seen
    double low, high; // of the values; decimal logarithms of them when log
    int32_t tick_count;
    axis_tick ticks[AXIS_TICKS_MAX];
} plot_axis;

// Can the axis show this value? Not if it is not finite, beyond 1e300, or not positive under a log.
bool axis_shows(const plot_axis* a, double value);
void axis_include(plot_axis* a, double value);

// Settle the range and make about `wanted` ticks. `round` widens the range to the outermost ticks.
void axis_finish(plot_axis* a, int32_t wanted, bool round);

double axis_at(const plot_axis* a, double value); // 0 to 1 along the axis
