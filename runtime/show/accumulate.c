// Five planes at a time over numbers that stay in the nearest cache, while what comes next is fetched.
//
// From memory, reading tables is the cost: five at a time means that a sum is loaded and stored once for five
// planes, and each line that is summed asks for the one that the next five, or the next block, begin with, because
// machines that fetch ahead stop at the end of each run. In the cache arithmetic is: four instructions for as many
// numbers as a vector has (widen, convert, multiply, add), on three ports. Where there is no instruction that widens,
// numbers go to the upper end of a word and are 65,536 times as large (of 8 bits 16,777,216 times), amounts as many times
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
#define INLINE_ALWAYS                                                                              \
    static inline __attribute__((always_inline)) // copies for each form and count of planes
#define INLINE_NEVER static __attribute__((noinline))
#define FETCH(at)                                                                                  \
    __builtin_prefetch(at, 0, 2) // to the second cache: the first is full of what is summed now
#else
#define INLINE_ALWAYS static inline
#define INLINE_NEVER  static
#define FETCH(at)     ((void)(at))
#endif

enum {
    TOGETHER = 5, // planes
    A_LINE = 64   // bytes that come from memory at once
};
#define NEGLIGIBLE 1e-30f

INLINE_ALWAYS size_t size_of(int bits) { // bytes
    return (size_t)bits / 8;
}

// What a number of eight_at is to be times.
INLINE_ALWAYS float unit_of(int bits) {
#if defined(VECTORS) && !defined(__AVX2__)
    return bits == 8 ? 0x1p-24f : bits == 16 ? 0x1p-16f : 1.0f;
#else
    (void)bits;
    return 1.0f;
#endif
}

INLINE_ALWAYS float number_at(int bits, const char* at) {
    float x;
    int16_t word;
    if (bits == 32) {
        memcpy(&x, at, sizeof x);
        return x;
    }
    if (bits == 8)
        return (float)*(const int8_t*)at;
    memcpy(&word, at, sizeof word);
    return (float)word;
}

// Eight numbers, over their unit.
INLINE_ALWAYS void eight_at(int bits, const char* at, wide to[WIDES]) {
    if (bits == 32) {
        for (int w = 0; w < WIDES; ++w)
            to[w] = ((const wide*)(const void*)at)[w];
        return;
    }
#if defined(VECTORS) && defined(__AVX2__)
    const __m128i* from = (const __m128i*)(const void*)at;
    __m256i words = bits == 8 ? _mm256_cvtepi8_epi32(_mm_loadl_epi64(from))
                              : _mm256_cvtepi16_epi32(_mm_loadu_si128(from));
    to[0] = (wide)_mm256_cvtepi32_ps(words);
#elif defined(VECTORS)
    typedef int8_t bytes __attribute__((vector_size(16)));
    typedef int16_t eight_words __attribute__((vector_size(16)));
    typedef int32_t four_words __attribute__((vector_size(16)));
    eight_words x, none = {0};
    if (bits == 8) {
        typedef int64_t longs __attribute__((vector_size(16)));
        int64_t all;
        memcpy(&all, at, sizeof all);
        bytes b = (bytes)(longs){all, 0}, no = {0};
        x = (eight_words)__builtin_shufflevector(no, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6,
                                                 22, 7, 23);
    } else
        memcpy(&x, at, sizeof x);
    four_words low = (four_words)__builtin_shufflevector(none, x, 0, 8, 1, 9, 2, 10, 3, 11),
               high = (four_words)__builtin_shufflevector(none, x, 4, 12, 5, 13, 6, 14, 7, 15);
    lanes half[2] = {__builtin_convertvector(low, lanes), __builtin_convertvector(high, lanes)};
    memcpy(to, half, sizeof half);
#else
    for (int i = 0; i < EIGHT; ++i)
        ((float*)to)[i] = number_at(bits, at + (size_t)i * size_of(bits));
#endif
}

INLINE_ALWAYS float exactly(float amount) {
    return fabsf(amount) < NEGLIGIBLE ? 0.0f : amount;
}

// The last numbers of a run, fewer than eight: amounts `stride` apart.
INLINE_NEVER void add_last(int bits, int together, float* out, const float* from, int32_t count,
                           const char* at, size_t plane, const float* amounts, size_t stride) {
    for (int k = 0; k < together; ++k, at += plane, amounts += stride, from = out)
        for (int32_t i = 0; i < count; ++i)
            out[i] = from[i] + exactly(*amounts) * number_at(bits, at + (size_t)i * size_of(bits));
}

// `together` planes from `at` on, `plane` bytes apart; a line of each of those from `next` on is fetched with each of
// theirs.
INLINE_ALWAYS void add_some(int bits, int together, float* out, const float* from, int32_t count,
                            const char* restrict at, size_t plane, const float* restrict amounts,
                            const char* next) {
    const size_t size = size_of(bits);
    const int32_t line = A_LINE / (int32_t)size;
    float over[TOGETHER];
    for (int k = 0; k < together; ++k)
        over[k] = exactly(amounts[k]) * unit_of(bits);
    int32_t i = 0, rest = count % EIGHT;
    while (i < count - rest) {
        for (int k = 0; k < together; ++k)
            FETCH(next + (size_t)k * plane + (size_t)i * size);
        int32_t end = i + line < count - rest ? i + line : count - rest;
        for (; i < end; i += EIGHT) {
            wide sum[WIDES], x[WIDES];
            for (int w = 0; w < WIDES; ++w)
                sum[w] = ((const wide*)(from + i))[w];
            for (int k = 0; k < together; ++k) {
                eight_at(bits, at + (size_t)k * plane + (size_t)i * size, x);
                for (int w = 0; w < WIDES; ++w)
                    sum[w] += over[k] * x[w];
            }
            for (int w = 0; w < WIDES; ++w)
                ((wide*)(out + i))[w] = sum[w];
        }
    }
    if (rest > 0)
        add_last(bits, together, out + i, from + i, rest, at + (size_t)i * size, plane, amounts, 1);
}

// Tables of floats are rare: one plane after the other.
static void add_float(float* out, const float* from, int32_t count, const char* at, size_t plane,
                      const float* amounts, int32_t amount_count) {
    for (; amount_count > 0; --amount_count, ++amounts, at += plane, from = out)
        add_some(32, 1, out, from, count, at, plane, amounts, at + plane);
}

INLINE_ALWAYS void add_whole(int bits, float* out, const float* from, int32_t count, const char* at,
                             size_t plane, const float* amounts, int32_t amount_count) {
    const char* behind = at + (size_t)count * size_of(bits); // where the next block begins
    for (; amount_count >= TOGETHER; amount_count -= TOGETHER, amounts += TOGETHER, from = out) {
        const char* next = at + TOGETHER * plane;
        add_some(bits, TOGETHER, out, from, count, at, plane, amounts,
                 amount_count > TOGETHER ? next : behind);
        at = next;
    }
    for (; bits == 16 && amount_count >= 2; amount_count -= 2, amounts += 2, at += 2 * plane) {
        add_some(bits, 2, out, from, count, at, plane, amounts, behind);
        from = out;
    }
    for (; amount_count > 0; --amount_count, ++amounts, at += plane, from = out)
        add_some(bits, 1, out, from, count, at, plane, amounts, behind);
}

static void add_int16(float* out, const float* from, int32_t count, const char* at, size_t plane,
                      const float* amounts, int32_t amount_count) {
    add_whole(16, out, from, count, at, plane, amounts, amount_count);
}

static void add_int8(float* out, const float* from, int32_t count, const char* at, size_t plane,
                     const float* amounts, int32_t amount_count) {
    add_whole(8, out, from, count, at, plane, amounts, amount_count);
}

// The planes' first numbers.
static const char* begin_of(const accumulate_planes* p) {
    return (const char*)p->table->texels + p->first * size_of(p->table->bits);
}

static size_t bytes_of(const accumulate_planes* p) { // of a plane
    return p->plane * size_of(p->table->bits);
}

void accumulate(float* out, const float* from, int32_t count, const accumulate_planes* planes,
                const float* amounts, int32_t amount_count) {
    SUPPLE_ASSERT(count >= 0 && amount_count > 0);
    (planes->table->bits == 32 ? add_float
     : planes->table->bits == 16
         ? add_int16
         : add_int8)(out, from, count, begin_of(planes), bytes_of(planes), amounts, amount_count);
}

// ---- single places ---------------------------------------------------------------------

// A place's sum stays in registers over all planes.
INLINE_ALWAYS void add_places(int bits, float (*restrict out)[3], int32_t count,
                              const uint32_t* restrict places, const char* restrict first,
                              size_t plane, const float* restrict amounts, int32_t amount_count) {
    const size_t size = size_of(bits);
    for (int32_t i = 0; i < count; ++i) {
        const char* at = first + 3 * size * places[i];
        float x = out[i][0], y = out[i][1], z = out[i][2];
        for (int32_t k = 0; k < amount_count; ++k, at += plane) {
            float amount = exactly(amounts[k]);
            x += amount * number_at(bits, at);
            y += amount * number_at(bits, at + size);
            z += amount * number_at(bits, at + 2 * size);
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
    const char* at = begin_of(planes);
    size_t plane = bytes_of(planes);
    if (planes->table->bits == 32)
        add_places(32, out, count, places, at, plane, amounts, amount_count);
    else if (planes->table->bits == 16)
        add_places(16, out, count, places, at, plane, amounts, amount_count);
    else
        add_places(8, out, count, places, at, plane, amounts, amount_count);
}

// ---- four bodies -----------------------------------------------------------------------

// As add_some. Amounts stand in memory as often as a vector has numbers, to be multiplied by as they are.
INLINE_ALWAYS void add_bodies_some(int bits, int together, float* const out[ACCUMULATE_BODIES],
                                   const float* const from[ACCUMULATE_BODIES], int32_t count,
                                   const char* restrict at, size_t plane,
                                   const float (*restrict amounts)[ACCUMULATE_BODIES]) {
    const size_t size = size_of(bits);
    wide over[TOGETHER][ACCUMULATE_BODIES];
    for (int k = 0; k < together; ++k)
        for (int b = 0; b < ACCUMULATE_BODIES; ++b)
            over[k][b] = (wide){0} + exactly(amounts[k][b]) * unit_of(bits);
    int32_t i = 0;
    for (; i + EIGHT <= count; i += EIGHT) {
        wide x[TOGETHER][WIDES];
        for (int k = 0; k < together; ++k)
            eight_at(bits, at + (size_t)k * plane + (size_t)i * size, x[k]);
        for (int b = 0; b < ACCUMULATE_BODIES; ++b)
            for (int w = 0; w < WIDES; ++w) {
                wide sum = ((const wide*)(from[b] + i))[w];
                for (int k = 0; k < together; ++k)
                    sum += over[k][b] * x[k][w];
                ((wide*)(out[b] + i))[w] = sum;
            }
    }
    for (int b = 0; b < ACCUMULATE_BODIES && i < count; ++b)
        add_last(bits, together, out[b] + i, from[b] + i, count - i, at + (size_t)i * size, plane,
                 &amounts[0][b], ACCUMULATE_BODIES);
}

static void add_bodies_float(float* const out[ACCUMULATE_BODIES],
                             const float* const from[ACCUMULATE_BODIES], int32_t count,
                             const char* at, size_t plane,
                             const float (*amounts)[ACCUMULATE_BODIES], int32_t amount_count) {
    for (int b = 0; b < ACCUMULATE_BODIES; ++b)
        for (int32_t k = 0; k < amount_count; ++k)
            add_float(out[b], k == 0 ? from[b] : out[b], count, at + (size_t)k * plane, plane,
                      &amounts[k][b], 1);
}

INLINE_ALWAYS void add_bodies_whole(int bits, float* const out[ACCUMULATE_BODIES],
                                    const float* const from[ACCUMULATE_BODIES], int32_t count,
                                    const char* at, size_t plane,
                                    const float (*amounts)[ACCUMULATE_BODIES],
                                    int32_t amount_count) {
    for (; amount_count >= TOGETHER; amount_count -= TOGETHER, amounts += TOGETHER) {
        add_bodies_some(bits, TOGETHER, out, from, count, at, plane, amounts);
        at += TOGETHER * plane;
        from = (const float* const*)out;
    }
    for (; amount_count > 0;
         --amount_count, ++amounts, at += plane, from = (const float* const*)out)
        add_bodies_some(bits, 1, out, from, count, at, plane, amounts);
}

static void add_bodies_int16(float* const out[ACCUMULATE_BODIES],
                             const float* const from[ACCUMULATE_BODIES], int32_t count,
                             const char* at, size_t plane,
                             const float (*amounts)[ACCUMULATE_BODIES], int32_t amount_count) {
    add_bodies_whole(16, out, from, count, at, plane, amounts, amount_count);
}

static void add_bodies_int8(float* const out[ACCUMULATE_BODIES],
                            const float* const from[ACCUMULATE_BODIES], int32_t count,
                            const char* at, size_t plane, const float (*amounts)[ACCUMULATE_BODIES],
                            int32_t amount_count) {
    add_bodies_whole(8, out, from, count, at, plane, amounts, amount_count);
}

void accumulate_bodies(float* const out[ACCUMULATE_BODIES],
                       const float* const from[ACCUMULATE_BODIES], int32_t count,
                       const accumulate_planes* planes, const float (*amounts)[ACCUMULATE_BODIES],
                       int32_t amount_count) {
    SUPPLE_ASSERT(count >= 0 && amount_count >= 0);
    (planes->table->bits == 32   ? add_bodies_float
     : planes->table->bits == 16 ? add_bodies_int16
                                 : add_bodies_int8)(out, from, count, begin_of(planes),
                                                    bytes_of(planes), amounts, amount_count);
}
