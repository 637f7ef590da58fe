// What came of repeats: the median, and the quartiles around it.
//
// The best of many says what a machine can do, and hides how often it does; a mean is moved by one interruption.
// SPDX-License-Identifier: MIT
#pragma once

#include <stdint.h>

typedef struct spread {
    double low, median, high; // a quarter, a half and three quarters of the repeats are below
    int32_t runs;
} spread;

// Of `count` values, 1 or more, in any order; they are sorted. Between two of them quartiles are on the line.
spread spread_of(double* values, int32_t count);

// Of one that was measured once.
static inline spread spread_once(double value) {
    return (spread){value, value, value, 1};
}

static inline spread spread_times(spread s, double times) {
    return (spread){s.low * times, s.median * times, s.high * times, s.runs};
}
