// What moving bones do to the coordinates of a part, in the order in which a step reads it.
//
// The file has twelve numbers for each coordinate and bone (docs/format.md). A step goes over coordinates, eight at a time, so
// each of the twelve is a run of its own here. What a turn does is about the bone's joint here, in the file about the origin:
// j - s joint. And the weight of each bone where a part turns with their mean.
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/asset/asset.h"
#include "runtime/base/memory.h"

enum { FORCING_NUMBERS = 12, FORCING_PAD = 8 };

typedef struct part_forcing {
    int32_t stride; // coordinates, and zeros up to a multiple of FORCING_PAD
    float* columns; // [part_bone_count][3][4][stride]: s_k, j_k0, j_k1, j_k2 of axis k
    float*
        weights; // [part_bone_count] how much of the part each bone carries, by the force that it exerts; of them all 1, or 0
} part_forcing;

void forcing_lay_out(part_forcing* to, const asset_part* part, memory_layout* l);
// joints: of each of its bones, in the mesh's unit, of so many metres.
void forcing_find(const part_forcing* to, const asset_part* part, const float (*joints)[4],
                  const int32_t* part_frames, double metres);
