// Where a character is soft, without being told: flesh far from bone.
//
// A place is named after a part of a body only with evidence for it (anatomy.h); else after its bone.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/volume/region.h"

// A part that would be worth making: hand its region to part_build.
typedef struct part_plan {
    const char* name; // "belly", "thigh left", or the joint's name and "soft"
    region region;
    double flesh; // skin times depth, cubic metres: what it is ranked by
} part_plan;

enum { PARTS_MOST = 10 };

// At most PARTS_MOST plans, in the order of the body from its middle outwards. They may overlap a
// little, so that no stiff line stays between neighbours. 0 with a sentence when there is no skin or
// no soft place. A part that no body has (more of it than such a part can be, fewer
// vertices than show a shape) is left out with its twin and a line.
int32_t parts_find(const character* c, int threads, arena* memory, part_plan* out, report* r);
