// Sums and differences of the six matrices and their transposes. Those of xx, yy and zz are symmetric but for rounding, and are
// made so to the bit: a step of many bodies at once reads one half of each (runtime/body/many_flesh.c).
// What shapes that lie across each other leave of a product is noise where it should be 0. It is 0: products with it
// would be denormal, for which machines take a hundred times as long (docs/decisions/0332-noise-in-couplings.md, 0322).
// SPDX-License-Identifier: MIT
#include "runtime/asset/coupling.h"

#include <math.h>

static const float COUPLING_NOISE = 0x1p-33f; // of the largest

void coupling_lay_out(coupling* to, const asset_part* part, memory_layout* l) {
    to->count = part->coupling_or_null == NULL ? 0 : (int32_t)part->record->coord_count;
    to->stride = (to->count + COUPLING_PAD - 1) / COUPLING_PAD * COUPLING_PAD;
    size_t numbers = coupling_numbers(to->count);
    to->sums = memory_take(l, COUPLING_SUMS * numbers, sizeof *to->sums);
    to->differences = memory_take(l, COUPLING_DIFFERENCES * numbers, sizeof *to->differences);
}

// A thousandth of a rounding of the largest is none of the flesh, but of the sums that the baker took. The series of a turn has
// up to the fourth power of it.
static void drop_noise(float* numbers, size_t count) {
    float most = 0.0f;
    for (size_t i = 0; i < count; ++i)
        most = fabsf(numbers[i]) > most ? fabsf(numbers[i]) : most;
    for (size_t i = 0; i < count; ++i)
        numbers[i] = fabsf(numbers[i]) > COUPLING_NOISE * most ? numbers[i] : 0.0f;
}

void coupling_find(const coupling* to, const asset_part* part) {
    static const int about[6] = {-1, -1, -1, 2, 0, 1}; // which axis xy, yz and zx turn about
    size_t count = (size_t)to->count, numbers = coupling_numbers(to->count);
    for (size_t m = 0; m < COUPLING_SUMS && count > 0; ++m) {
        const float* P = part->coupling_or_null + m * count * count;
        for (size_t k = 0; k < count; ++k)
            for (size_t i = 0; i < count; ++i) {
                float here = P[i * count + k], across = P[k * count + i];
                size_t at = k * (size_t)to->stride + i;
                float sum = m < 3 ? 0.5f * (here + across) : here + across;
                to->sums[m * numbers + at] = sum;
                if (m >= 3)
                    to->differences[(size_t)about[m] * numbers + at] = here - across;
            }
    }
    drop_noise(to->sums, COUPLING_SUMS * numbers);
    drop_noise(to->differences, COUPLING_DIFFERENCES * numbers);
}
