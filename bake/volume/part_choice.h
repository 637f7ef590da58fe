// Which of the soft places that were found become parts: those that can be, and of these the fleshiest.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/volume/part_auto.h"

typedef struct candidates {
    int32_t count;
    part_plan* plans; // [count]
    double* depths;   // [count] ninth decile over the part
    int32_t* twins;   // [count] the same on the other side, or itself
    double* most;     // [count] of its figure's flesh that is plausible
    int32_t* figures; // [count] whose it is
    double* flesh;    // [figures] without what is rigid: skin times depth, cubic metres
} candidates;

// Returns how many are taken; each that cannot be has a line in the report.
int32_t candidates_choose(candidates* x, const character* c, arena* memory, part_plan* out,
                          report* r);
