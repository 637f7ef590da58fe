// Five planes at a time over numbers that stay in the nearest cache, while what comes next is fetched.
//
// From memory, reading tables is the cost: five at a time means that a sum is loaded and stored once for five
// planes, and each line that is summed asks for the one that the next five, or the next block, begin with, because
// machines that fetch ahead stop at the end of each run. In the cache arithmetic is: four instructions for as many
// numbers as a vector has (widen, convert, multiply, add), on three ports. Where there is no instruction that widens,
// numbers go to the upper end of a word and are 65,536 times as large (256 times that of 8 bits), amounts as many times
// smaller: powers of two, so the products have the same bits, but for amounts so small that they would lose some
// (below 1e-30: they count as 0). Compilers of their own accord take more (docs/decisions/0330). Integer sums (pmaddwd)
// would be twice as fast in the cache, but amounts would have to be rounded to 16 bits, and the GPU would no longer
// show the same.
// SPDX-License-Identifier: MIT
#include "runtime/show/accumulate.h"

#include "runtime/base/assert.h"
#include "runtime/math/lanes.h"

#include <math.h>

#if !defined(SUPPLE_PLAIN_LANES) && defined(__has_builtin)
#if __has_builtin(__builtin_shufflevector)
#define VECTORS
#endif
#endif
#if defined(VECTORS) && defined(__AVX2__)
#include <immintrin.h>
#endif

#if defined(__GNUC__)
#define INLINE                                                                                     \
    static inline __attribute__((always_inline)) // copies for each form and count of planes
#define APART     static __attribute__((noinline))
#define FETCH(at) __builtin_prefetch(at)
#else
#define INLINE    static inline
#define APART     static
#define FETCH(at) ((void)(at))
#endif

enum {
    TOGETHER = 5, // planes
    A_LINE = 64,  // bytes that come from memory at once
    LINE_INT16 = A_LINE / sizeof(int16_t),
    LINE_FLOAT = A_LINE / sizeof(float)
};
#define LEAST 1e-30f

// What a number is divided by while it is in a vector.
#if defined(VECTORS) && !defined(__AVX2__)
#define UNIT_INT16 0x1p-16f
#else
#define UNIT_INT16 1.0f
#endif

INLINE size_t size_of(bool is_float) {
    return is_float ? sizeof(float) : sizeof(int16_t);
}

INLINE float number_at(bool is_float, const char* at) {
    float x;
    int16_t word;
    if (is_float) {
        memcpy(&x, at, sizeof x);
        return x;
    }
    memcpy(&word, at, sizeof word);
    return (float)word;
}

// Eight numbers, over their unit.
INLINE void eight_at(bool is_float, const char* at, wide to[WIDES]) {
    if (is_float) {
        for (int w = 0; w < WIDES; ++w)
            to[w] = ((const wide*)(const void*)at)[w];
        return;
    }
#if defined(VECTORS) && defined(__AVX2__)
    __m128i words = _mm_loadu_si128((const __m128i*)(const void*)at);
    to[0] = (wide)_mm256_cvtepi32_ps(_mm256_cvtepi16_epi32(words));
#elif defined(VECTORS)
    typedef int16_t eight_words __attribute__((vector_size(16)));
    typedef int32_t four_words __attribute__((vector_size(16)));
    eight_words x, none = {0};
    memcpy(&x, at, sizeof x);
    four_words low = (four_words)__builtin_shufflevector(none, x, 0, 8, 1, 9, 2, 10, 3, 11),
               high = (four_words)__builtin_shufflevector(none, x, 4, 12, 5, 13, 6, 14, 7, 15);
    lanes half[2] = {__builtin_convertvector(low, lanes), __builtin_convertvector(high, lanes)};
    memcpy(to, half, sizeof half);
#else
    for (int i = 0; i < EIGHT; ++i)
        ((float*)to)[i] = number_at(is_float, at + (size_t)i * size_of(is_float));
#endif
}

INLINE float exactly(float amount) {
    return fabsf(amount) < LEAST ? 0.0f : amount;
}

// The last numbers of a run, fewer than eight: amounts `stride` apart.
APART void add_last(bool is_float, int together, float* out, int32_t count, const char* at,
                    size_t plane, const float* amounts, size_t stride) {
    for (int k = 0; k < together; ++k, at += plane, amounts += stride)
        for (int32_t i = 0; i < count; ++i)
            out[i] += exactly(*amounts) * number_at(is_float, at + (size_t)i * size_of(is_float));
}

// `together` planes from `at` on, `plane` bytes apart; a line of each of those from `next` on is fetched with each of
// theirs.
INLINE void add_some(bool is_float, int together, float* restrict out, int32_t count,
                     const char* restrict at, size_t plane, const float* restrict amounts,
                     const char* next) {
    const size_t size = size_of(is_float);
    const int32_t line = is_float ? LINE_FLOAT : LINE_INT16;
    float over[TOGETHER];
    for (int k = 0; k < together; ++k)
        over[k] = exactly(amounts[k]) * (is_float ? 1.0f : UNIT_INT16);
    int32_t i = 0, rest = count % EIGHT;
    while (i < count - rest) {
        for (int k = 0; k < together; ++k)
            FETCH(next + (size_t)k * plane + (size_t)i * size);
        int32_t end = i + line < count - rest ? i + line : count - rest;
        for (; i < end; i += EIGHT) {
            wide sum[WIDES], x[WIDES];
            for (int w = 0; w < WIDES; ++w)
                sum[w] = ((const wide*)(out + i))[w];
            for (int k = 0; k < together; ++k) {
                eight_at(is_float, at + (size_t)k * plane + (size_t)i * size, x);
                for (int w = 0; w < WIDES; ++w)
                    sum[w] += over[k] * x[w];
            }
            for (int w = 0; w < WIDES; ++w)
                ((wide*)(out + i))[w] = sum[w];
        }
    }
    if (rest > 0)
        add_last(is_float, together, out + i, rest, at + (size_t)i * size, plane, amounts, 1);
}

// Tables of floats are rare: one plane after the other.
static void add_float(float* out, int32_t count, const char* at, size_t plane, const float* amounts,
                      int32_t amount_count) {
    for (; amount_count > 0; --amount_count, ++amounts, at += plane)
        add_some(true, 1, out, count, at, plane, amounts, at + plane);
}

static void add_int16(float* out, int32_t count, const char* at, size_t plane, const float* amounts,
                      int32_t amount_count) {
    const char* behind = at + (size_t)count * sizeof(int16_t); // where the next block begins
    for (; amount_count >= TOGETHER; amount_count -= TOGETHER, amounts += TOGETHER) {
        const char* next = at + TOGETHER * plane;
        add_some(false, TOGETHER, out, count, at, plane, amounts,
                 amount_count > TOGETHER ? next : behind);
        at = next;
    }
    if (amount_count == 4)
        add_some(false, 4, out, count, at, plane, amounts, behind);
    else if (amount_count == 3)
        add_some(false, 3, out, count, at, plane, amounts, behind);
    else if (amount_count == 2)
        add_some(false, 2, out, count, at, plane, amounts, behind);
    else if (amount_count == 1)
        add_some(false, 1, out, count, at, plane, amounts, behind);
}

// The planes' first numbers.
static const char* begin_of(const accumulate_planes* p) {
    return (const char*)p->table->texels + p->first * size_of(p->table->is_float);
}

static size_t bytes_of(const accumulate_planes* p) { // of a plane
    return p->plane * size_of(p->table->is_float);
}

void accumulate(float* out, int32_t count, const accumulate_planes* planes, const float* amounts,
                int32_t amount_count) {
    SUPPLE_ASSERT(count >= 0 && amount_count >= 0);
    if (planes->table->is_float)
        add_float(out, count, begin_of(planes), bytes_of(planes), amounts, amount_count);
    else
        add_int16(out, count, begin_of(planes), bytes_of(planes), amounts, amount_count);
}

// ---- single places ---------------------------------------------------------------------

// A place's sum stays in registers over all planes.
INLINE void add_places(bool is_float, float (*restrict out)[3], int32_t count,
                       const uint32_t* restrict places, const char* restrict first, size_t plane,
                       const float* restrict amounts, int32_t amount_count) {
    const size_t size = size_of(is_float);
    for (int32_t i = 0; i < count; ++i) {
        const char* at = first + 3 * size * places[i];
        float x = out[i][0], y = out[i][1], z = out[i][2];
        for (int32_t k = 0; k < amount_count; ++k, at += plane) {
            float amount = exactly(amounts[k]);
            x += amount * number_at(is_float, at);
            y += amount * number_at(is_float, at + size);
            z += amount * number_at(is_float, at + 2 * size);
        }
        out[i][0] = x;
        out[i][1] = y;
        out[i][2] = z;
    }
}

void accumulate_places(float (*out)[3], int32_t count, const uint32_t* places,
                       const accumulate_planes* planes, const float* amounts,
                       int32_t amount_count) {
    SUPPLE_ASSERT(count >= 0 && amount_count >= 0);
    if (planes->table->is_float)
        add_places(true, out, count, places, begin_of(planes), bytes_of(planes), amounts,
                   amount_count);
    else
        add_places(false, out, count, places, begin_of(planes), bytes_of(planes), amounts,
                   amount_count);
}

// ---- four bodies -----------------------------------------------------------------------

// As add_some. Amounts stand in memory as often as a vector has numbers, to be multiplied by as they are.
INLINE void add_bodies_some(bool is_float, int together, float* const out[ACCUMULATE_BODIES],
                            int32_t count, const char* restrict at, size_t plane,
                            const float (*restrict amounts)[ACCUMULATE_BODIES]) {
    const size_t size = size_of(is_float);
    wide over[TOGETHER][ACCUMULATE_BODIES];
    for (int k = 0; k < together; ++k)
        for (int b = 0; b < ACCUMULATE_BODIES; ++b)
            over[k][b] = (wide){0} + exactly(amounts[k][b]) * (is_float ? 1.0f : UNIT_INT16);
    int32_t i = 0;
    for (; i + EIGHT <= count; i += EIGHT) {
        wide x[TOGETHER][WIDES];
        for (int k = 0; k < together; ++k)
            eight_at(is_float, at + (size_t)k * plane + (size_t)i * size, x[k]);
        for (int b = 0; b < ACCUMULATE_BODIES; ++b)
            for (int w = 0; w < WIDES; ++w) {
                wide* to = (wide*)(out[b] + i) + w;
                wide sum = *to;
                for (int k = 0; k < together; ++k)
                    sum += over[k][b] * x[k][w];
                *to = sum;
            }
    }
    for (int b = 0; b < ACCUMULATE_BODIES && i < count; ++b)
        add_last(is_float, together, out[b] + i, count - i, at + (size_t)i * size, plane,
                 &amounts[0][b], ACCUMULATE_BODIES);
}

static void add_bodies_float(float* const out[ACCUMULATE_BODIES], int32_t count, const char* at,
                             size_t plane, const float (*amounts)[ACCUMULATE_BODIES],
                             int32_t amount_count) {
    for (; amount_count > 0; --amount_count, ++amounts, at += plane)
        add_bodies_some(true, 1, out, count, at, plane, amounts);
}

static void add_bodies_int16(float* const out[ACCUMULATE_BODIES], int32_t count, const char* at,
                             size_t plane, const float (*amounts)[ACCUMULATE_BODIES],
                             int32_t amount_count) {
    for (; amount_count >= TOGETHER; amount_count -= TOGETHER, amounts += TOGETHER) {
        add_bodies_some(false, TOGETHER, out, count, at, plane, amounts);
        at += TOGETHER * plane;
    }
    for (; amount_count > 0; --amount_count, ++amounts, at += plane)
        add_bodies_some(false, 1, out, count, at, plane, amounts);
}

void accumulate_bodies(float* const out[ACCUMULATE_BODIES], int32_t count,
                       const accumulate_planes* planes, const float (*amounts)[ACCUMULATE_BODIES],
                       int32_t amount_count) {
    SUPPLE_ASSERT(count >= 0 && amount_count >= 0);
    if (planes->table->is_float)
        add_bodies_float(out, count, begin_of(planes), bytes_of(planes), amounts, amount_count);
    else
        add_bodies_int16(out, count, begin_of(planes), bytes_of(planes), amounts, amount_count);
}
