// States in 16 bits a coordinate: what an asset stores of a portrait.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/portrait/portrait.h"

typedef struct orbits {
    int32_t rank, state_count;
    float* scales;  // [rank] m: a coordinate is its number times that
    int16_t* words; // [state_count][rank]
    double worst,
        mean_square_root; // of all states, the root mean square over the surface of what rounding moves, m
} orbits;

orbits orbits_pack(const portrait* p, arena* memory);
