// What came of a sculpted target of a posed part, for tables and reports.
// SPDX-License-Identifier: MIT
#pragma once

typedef struct soft_target {
    const char* name;
    const char* posed; // its pose in words
    double first;      // Hz
    double largest;    // metres: the farthest that a vertex was sculpted
    double
        missed;   // metres, rms over vertices: what the volume does not carry; vertices show it all
    double error; // of its displacement, what the coordinates cannot show: 0 to 1
    double unlike; // of its own modes, what the coordinates cannot show: 0 to 1
} soft_target;
