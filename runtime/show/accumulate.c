// Five planes at a time over numbers that stay in the nearest cache.
//
// Tables are far larger than what is made from them, so reading them is the cost; five at a time
// means that a sum is loaded and stored once for five planes. Both compilers vectorise the loops at
// -O3, given restrict on parameters; the two functions are one text because C has no other way to
// say "of this type". Integer sums (pmaddwd) would be twice as fast in the cache, but amounts would have
// to be rounded to 16 bits, and the GPU would no longer show the same.
// SPDX-License-Identifier: MIT
#include "runtime/show/accumulate.h"

#include "runtime/base/assert.h"

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

#define TERM(type, k) amounts[k] * float_of_##type(table[(k)*plane + (size_t)i])
#define SUM_1(type)   (out[i] + TERM(type, 0))
#define SUM_2(type)   (SUM_1(type) + TERM(type, 1))
#define SUM_3(type)   (SUM_2(type) + TERM(type, 2))
#define SUM_4(type)   (SUM_3(type) + TERM(type, 3))
#define SUM_5(type)   (SUM_4(type) + TERM(type, 4))
#define EACH(sum)                                                                                  \
    for (int32_t i = 0; i < count; ++i)                                                            \
        out[i] = sum;

#define FIVE_AT_A_TIME(type)                                                                       \
    for (; amount_count >= 5; amount_count -= 5, amounts += 5, table += 5 * plane)                 \
    EACH(SUM_5(type))

void accumulate_planes_int16(float* restrict out, int32_t count, const int16_t* restrict table,
                             size_t plane, const float* restrict amounts, int32_t amount_count) {
    SUPPLE_ASSERT(count >= 0 && amount_count >= 0);
    FIVE_AT_A_TIME(int16)
    if (amount_count == 4)
        EACH(SUM_4(int16))
    else if (amount_count == 3)
        EACH(SUM_3(int16))
    else if (amount_count == 2)
        EACH(SUM_2(int16))
    else if (amount_count == 1)
        EACH(SUM_1(int16))
}

void accumulate_planes_float(float* restrict out, int32_t count, const float* restrict table,
                             size_t plane, const float* restrict amounts, int32_t amount_count) {
    SUPPLE_ASSERT(count >= 0 && amount_count >= 0);
    FIVE_AT_A_TIME(float) // the rest one by one: these tables are rare
    for (; amount_count > 0; --amount_count, ++amounts, table += plane)
        EACH(SUM_1(float))
}

// A place's sum stays in registers over all planes.
#define EACH_PLACE                                                                                 \
    for (int32_t i = 0; i < count; ++i, ++out) {                                                   \
        size_t at = 3 * (size_t)places[i];                                                         \
        float x = (*out)[0], y = (*out)[1], z = (*out)[2];                                         \
        for (int32_t k = 0; k < amount_count; ++k, at += plane) {                                  \
            x += amounts[k] * (float)table[at];                                                    \
            y += amounts[k] * (float)table[at + 1];                                                \
            z += amounts[k] * (float)table[at + 2];                                                \
        }                                                                                          \
        (*out)[0] = x;                                                                             \
        (*out)[1] = y;                                                                             \
        (*out)[2] = z;                                                                             \
    }

void accumulate_places_int16(float (*restrict out)[3], int32_t count,
                             const uint32_t* restrict places, const int16_t* restrict table,
                             size_t plane, const float* restrict amounts, int32_t amount_count) {
    SUPPLE_ASSERT(count >= 0 && amount_count >= 0);
    EACH_PLACE
}

void accumulate_places_float(float (*restrict out)[3], int32_t count,
                             const uint32_t* restrict places, const float* restrict table,
                             size_t plane, const float* restrict amounts, int32_t amount_count) {
    SUPPLE_ASSERT(count >= 0 && amount_count >= 0);
    EACH_PLACE
}

// Compilers believe `restrict` on parameters, so each of the four is one.
static void five_planes(float* restrict a, float* restrict b, float* restrict c, float* restrict d,
                        int32_t count, const int16_t* restrict table, size_t plane,
                        const float (*restrict amounts)[ACCUMULATE_BODIES]) {
    const int16_t *t0 = table, *t1 = t0 + plane, *t2 = t1 + plane, *t3 = t2 + plane,
                  *t4 = t3 + plane;
#define SUM(from, n)                                                                               \
    ((from) + amounts[0][n] * x0 + amounts[1][n] * x1 + amounts[2][n] * x2 + amounts[3][n] * x3 +  \
     amounts[4][n] * x4)
    for (int32_t i = 0; i < count; ++i) {
        float x0 = float_of_int16(t0[i]), x1 = float_of_int16(t1[i]), x2 = float_of_int16(t2[i]),
              x3 = float_of_int16(t3[i]), x4 = float_of_int16(t4[i]);
        a[i] = SUM(a[i], 0);
        b[i] = SUM(b[i], 1);
        c[i] = SUM(c[i], 2);
        d[i] = SUM(d[i], 3);
    }
#undef SUM
}

static void one_plane(float* restrict a, float* restrict b, float* restrict c, float* restrict d,
                      int32_t count, const int16_t* restrict table, const float* restrict amounts) {
    for (int32_t i = 0; i < count; ++i) {
        float x = float_of_int16(table[i]);
        a[i] += amounts[0] * x;
        b[i] += amounts[1] * x;
        c[i] += amounts[2] * x;
        d[i] += amounts[3] * x;
    }
}

void accumulate_bodies_int16(float* const out[ACCUMULATE_BODIES], int32_t count,
                             const int16_t* table, size_t plane,
                             const float (*amounts)[ACCUMULATE_BODIES], int32_t amount_count) {
    SUPPLE_ASSERT(count >= 0 && amount_count >= 0);
    for (; amount_count >= 5; amount_count -= 5, amounts += 5, table += 5 * plane)
        five_planes(out[0], out[1], out[2], out[3], count, table, plane, amounts);
    for (; amount_count > 0; --amount_count, ++amounts, table += plane)
        one_plane(out[0], out[1], out[2], out[3], count, table, *amounts);
}
