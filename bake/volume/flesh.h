// How much flesh lies under the skin: distance to the bones that move it, thickness, area.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/volume/character.h"

// For each welded vertex.
typedef struct flesh {
    double* depth;     // metres to the nearest bone that moves it; 0 where there is none
    vec3* away;        // unit, from that bone to the vertex
    double* thickness; // metres through the body to the other side, about
    double* area;      // square metres of skin that belong to it
} flesh;

flesh flesh_of(const character* c, int threads, arena* memory);
