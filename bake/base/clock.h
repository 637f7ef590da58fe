// Seconds for reports of what a stage took; never part of a result.
// SPDX-License-Identifier: MIT
#pragma once

#include <time.h>

static inline double clock_seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}
