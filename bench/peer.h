// Other programs that find modes, run on the very matrices or elements that ours had.
//
// Neither is needed to build or to use anything here: on Debian `apt-get install calculix-ccx slepc-dev`
// brings both; build/bench_slepc is built where pkg-config finds slepc. Bullet is in bullet.h.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/fem/assemble.h"

typedef struct peer_body {
    const tets* t;
    const uint8_t* fixed; // [node_count]
    material stuff;
    const assemble_matrices* free_part;
    int32_t count; // modes
} peer_body;

typedef struct peer_result {
    bool there;        // the program is installed
    bool ran;          // and found `count` modes
    double* values;    // [count] (rad/s)^2
    double wall, user; // seconds; user: of the processor, the system's too
    double own;        // of these, without reading the input; 0: not known
    double megabytes;  // at most in memory
} peer_result;

// folder: an empty one for their files.
peer_result peer_calculix(const peer_body* b, const char* folder, arena* memory);
peer_result peer_slepc(const peer_body* b, const char* program, const char* folder, arena* memory);
