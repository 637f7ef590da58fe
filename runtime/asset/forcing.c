// Transposed, and weighed.
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

void forcing_find(const part_forcing* to, const asset_part* part) {
    uint32_t coords = part->record->coord_count, part_bones = part->record->part_bone_count;
    double total = 0.0;
    for (uint32_t r = 0; r < part_bones; ++r) {
        const format_forcing* f = part->forcing + (size_t)r * coords;
        double* column = to->columns + (size_t)r * FORCING_NUMBERS * (size_t)to->stride;
        total += to->weights[r] = strength(f, coords);
        for (int k = 0; k < 3; ++k)
            for (int j = 0; j < 4; ++j, column += to->stride)
                for (uint32_t i = 0; i < coords; ++i)
                    column[i] = (double)(j == 0 ? f[i].s[k] : f[i].j[k][j - 1]);
    }
    for (uint32_t r = 0; r < part_bones; ++r)
        to->weights[r] = total > 0.0 ? to->weights[r] / total : 0.0;
}
