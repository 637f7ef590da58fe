// Four planes at a time over numbers that stay in the first-level cache.
//
// Tables are far larger than what is made from them, so reading them is the cost; four at a time
// means that a sum is loaded and stored once for four planes. Both compilers vectorise the loops at
// -O3, given restrict on parameters; the two functions are one text because C has no other way to
// say "of this type". Integer sums (pmaddwd) would be twice as fast in the cache, but amounts would have
// to be rounded to 16 bits, and the GPU would no longer show the same.
// SPDX-License-Identifier: MIT
#include "runtime/sum.h"

static inline float float_of_int16(int16_t value) {
#if defined(__wasm__)
    // clang 14 does not vectorise the plain conversion for wasm; this, as exact, it does
    return (float)(int32_t)((uint32_t)(uint16_t)value << 16) * 0x1p-16f;
#else
    return (float)value;
#endif
}

static inline float float_of_float(float value) {
    return value;
}

#define SUM_PLANES(type)                                                                           \
    int32_t k = 0;                                                                                 \
    for (; k + 4 <= amount_count; k += 4, table += 4 * plane) {                                    \
        const float a = amounts[k], b = amounts[k + 1], c = amounts[k + 2], d = amounts[k + 3];    \
        for (int32_t i = 0; i < count; ++i)                                                        \
            out[i] = (((out[i] + a * float_of_##type(table[i])) +                                  \
                       b * float_of_##type(table[plane + (size_t)i])) +                            \
                      c * float_of_##type(table[2 * plane + (size_t)i])) +                         \
                     d * float_of_##type(table[3 * plane + (size_t)i]);                            \
    }                                                                                              \
    for (; k < amount_count; ++k, table += plane) {                                                \
        const float a = amounts[k];                                                                \
        for (int32_t i = 0; i < count; ++i)                                                        \
            out[i] += a * float_of_##type(table[i]);                                               \
    }

void sum_planes_int16(float* restrict out, int32_t count, const int16_t* restrict table,
                      size_t plane, const float* restrict amounts, int32_t amount_count) {
    SUM_PLANES(int16)
}

void sum_planes_float(float* restrict out, int32_t count, const float* restrict table, size_t plane,
                      const float* restrict amounts, int32_t amount_count) {
    SUM_PLANES(float)
}
