// Sums of a table's planes, each times an amount: all that displacing vertices comes to.
// SPDX-License-Identifier: MIT
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// out[i] += amounts[0] * table[i] + amounts[1] * table[plane + i] + ..., one after the other, so that the
// rounding does not depend on how many there are or how wide the machine is.
void accumulate_planes_int16(float* restrict out, int32_t count, const int16_t* restrict table,
                             size_t plane, const float* restrict amounts, int32_t amount_count);
void accumulate_planes_float(float* restrict out, int32_t count, const float* restrict table,
                             size_t plane, const float* restrict amounts, int32_t amount_count);

// The first of these for four bodies at once, each with amounts of its own: a number of the table is read and made a float once
// for all of them. The same bits.
enum { ACCUMULATE_BODIES = 4 };
void accumulate_bodies_int16(float* const out[ACCUMULATE_BODIES], int32_t count,
                             const int16_t* table, size_t plane,
                             const float (*amounts)[ACCUMULATE_BODIES], int32_t amount_count);

// The same of single places, three numbers each, that stand anywhere in the planes: out[i] gets those from
// 3 * places[i] on.
void accumulate_places_int16(float (*restrict out)[3], int32_t count,
                             const uint32_t* restrict places, const int16_t* restrict table,
                             size_t plane, const float* restrict amounts, int32_t amount_count);
void accumulate_places_float(float (*restrict out)[3], int32_t count,
                             const uint32_t* restrict places, const float* restrict table,
                             size_t plane, const float* restrict amounts, int32_t amount_count);
