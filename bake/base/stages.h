// How long each stage of a job took and how much memory the process had needed by its end.
// SPDX-License-Identifier: MIT
#pragma once

#include <stdint.h>

enum { STAGES_MAX = 16 };

typedef struct stage {
    const char* name; // lives as long as the program
    double seconds;   // of wall time
    int64_t peak;     // bytes: the most the process has had in memory so far
} stage;

typedef struct stages {
    int32_t count;
    stage list[STAGES_MAX];
    double since; // when the running stage began
} stages;

stages stages_begin(void);

// The stage that began with the end of the one before is over. A name that was there adds to it; one
// too many goes to the last.
void stages_end(stages* s, const char* name);
