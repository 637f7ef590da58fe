// Sums of a table's planes, each times an amount: all that displacing vertices comes to.
// SPDX-License-Identifier: MIT
#pragma once

#include "supple/asset.h"

#include <stddef.h>

// Planes of a table: the numbers of a coordinate from one on, and so much farther those of the next one.
typedef struct accumulate_planes {
    const supple_table* table;
    size_t first, plane; // numbers, not texels
} accumulate_planes;

// out[i] = from[i] + amounts[0] * planes[0][i] + amounts[1] * planes[1][i] + ..., one after the other, so that the
// rounding does not depend on how many there are or how wide the machine is. Amounts below 1e-30 count as 0. `from` is
// `out` or lies elsewhere. There is at least one amount.
void accumulate(float* out, const float* from, int32_t count, const accumulate_planes* planes,
                const float* amounts, int32_t amount_count);

// The same for four bodies at once, each with amounts of its own: a number of the table is read and made a float once
// for all of them. The same bits.
enum { ACCUMULATE_BODIES = 4 };
void accumulate_bodies(float* const out[ACCUMULATE_BODIES],
                       const float* const from[ACCUMULATE_BODIES], int32_t count,
                       const accumulate_planes* planes, const float (*amounts)[ACCUMULATE_BODIES],
                       int32_t amount_count);

// The same of single places, three numbers each, that stand anywhere in the planes: out[i] gets those from
// 3 * places[i] on.
void accumulate_places(float (*out)[3], int32_t count, const uint32_t* places,
                       const accumulate_planes* planes, const float* amounts, int32_t amount_count);
