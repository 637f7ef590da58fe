// How long each stage of a job took and how much memory the process had needed by its end.
// SPDX-License-Identifier: MIT
#pragma once

#include <stdint.h>

enum { STAGES_MAX = 16 };

typedef struct stage {
    const char* name; // lives as long as the program
    double seconds;   // by the clock
    double processor; // seconds of all threads of the process
    int64_t peak;     // bytes: the most the process has had in memory so far
} stage;

typedef struct stages {
    int32_t count;
    stage list[STAGES_MAX];
    double since, processor_since; // when the running stage began
} stages;

stages stages_begin(void);

// The stage that began with the end of the one before is over. A name that was there adds to it; one
// too many goes to the last.
void stages_end(stages* s, const char* name);

// From now on every end of a stage on this thread, of whichever job within jobs, ends one of `all` too, so that `all` has where
// the whole time went. Returns who followed before; NULL: nobody does any more. For measuring: results never depend on it.
stages* stages_follow(stages* all_or_null);

double stages_seconds(const stages* s); // of all stages
