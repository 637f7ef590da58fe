// Transposed, moved to the joints, and weighed.
// SPDX-License-Identifier: MIT
#include "runtime/asset/forcing.h"

void forcing_lay_out(part_forcing* to, const asset_part* part, memory_layout* l) {
    size_t part_bones = part->record->part_bone_count;
    to->stride = ((int32_t)part->record->coord_count + FORCING_PAD - 1) / FORCING_PAD * FORCING_PAD;
    to->columns =
        memory_take(l, part_bones * FORCING_NUMBERS * (size_t)to->stride, sizeof *to->columns);
    to->weights = memory_take(l, part_bones, sizeof *to->weights);
}

// The force of a bone that is pushed, all axes and coordinates; squared.
static double strength(const format_forcing* f, uint32_t coords) {
    double sum = 0.0;
    for (uint32_t i = 0; i < coords; ++i)
        for (int k = 0; k < 3; ++k)
            sum += (double)f[i].s[k] * f[i].s[k];
    return sum;
}

void forcing_find(const part_forcing* to, const asset_part* part, const float (*joints)[4],
                  const int32_t* part_frames, double metres) {
    uint32_t coords = part->record->coord_count, part_bones = part->record->part_bone_count;
    double total = 0.0;
    for (uint32_t r = 0; r < part_bones; ++r) {
        const format_forcing* f = part->forcing + (size_t)r * coords;
        const float* joint = joints[part_frames[r]];
        float* column = to->columns + (size_t)r * FORCING_NUMBERS * (size_t)to->stride;
        total += strength(f, coords);
        for (int k = 0; k < 3; ++k)
            for (int j = 0; j < 4; ++j, column += to->stride)
                for (uint32_t i = 0; i < coords; ++i)
                    column[i] = j == 0 ? f[i].s[k]
                                       : (float)((double)f[i].j[k][j - 1] -
                                                 (double)f[i].s[k] * metres * (double)joint[j - 1]);
    }
    for (uint32_t r = 0; r < part_bones; ++r) {
        double own = strength(part->forcing + (size_t)r * coords, coords);
        to->weights[r] = total > 0.0 ? (float)(own / total) : 0.0f;
    }
}
