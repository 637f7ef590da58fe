// Seconds for reports of what a stage took; never part of a result.
// SPDX-License-Identifier: MIT
#pragma once

#include <time.h>

static inline double clock_read(clockid_t which) {
    struct timespec t;
    clock_gettime(which, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static inline double clock_seconds(void) { // on the wall
    return clock_read(CLOCK_MONOTONIC);
}

static inline double clock_processor(void) { // of all threads of this process
    return clock_read(CLOCK_PROCESS_CPUTIME_ID);
}
