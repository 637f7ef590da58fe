// Something and what it is measured beside, by turns, so that both meet the same other load.
//
// Times are of the processor that works for this thread, so that who else waits for it counts for little; work that
// several threads share is timed by the clock. What takes microseconds is run often enough in a row to be timed at all.
// SPDX-License-Identifier: MIT
#pragma once

#include "bench/figures/spread.h"

#include <stdbool.h>

enum { TURNS_MOST = 1024 };

typedef struct turns_options {
    double seconds; // for all repeats of both
    int32_t least;  // repeats that are made whatever the seconds
    double times;   // what is told is divided by this: bodies, steps ... of one run
    double limit_times;
    bool by_clock; // several threads work
} turns_options;

typedef void (*turns_run)(void* user);

typedef struct turns_result {
    spread run, limit; // seconds
    spread ratio;      // of neighbours
} turns_result;

// `limit_or_null`: without it, ratio and limit have no runs.
turns_result turns_measure(turns_run run, turns_run limit_or_null, void* user, turns_options o);
