// What lanes of lanes.h need where each is something of its own: a body, or a bone. Choices lane by lane, numbers of many arrays
// turned into lanes and back.
//
// Compilers that cannot turn vectors about (gcc before 12) fetch numbers one by one; SUPPLE_PLAIN_LANES has one lane, which is a
// float, and the same results.
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/math/lanes.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

#ifndef SUPPLE_PLAIN_LANES

#ifdef __has_builtin
#if __has_builtin(__builtin_shufflevector)
#define WIDE_TURNS
#endif
#endif

#define ALWAYS_INLINE inline __attribute__((always_inline))

typedef float wide_four
    __attribute__((vector_size(16), aligned(4), may_alias)); // half of eight lanes, or four

typedef int32_t wide_mask __attribute__((vector_size(sizeof(wide)), aligned(4), may_alias));
typedef int64_t wide_double_mask
    __attribute__((vector_size(sizeof(wide_double)), aligned(8), may_alias));

static inline wide wide_all(float x) {
    return x - (wide){0};
}

static inline wide_double wide_double_all(double x) {
    return x - (wide_double){0};
}

static inline wide wide_select(wide_mask which, wide a, wide b) {
    return (wide)(((wide_mask)a & which) | ((wide_mask)b & ~which));
}

static inline wide_double wide_double_select(wide_double_mask which, wide_double a, wide_double b) {
    return (wide_double)(((wide_double_mask)a & which) | ((wide_double_mask)b & ~which));
}

// Whether any bit of so many eights of bytes is set.
static inline bool wide_bits(const void* mask, size_t count) {
    uint64_t eights[sizeof(wide) / 8], any = 0;
    memcpy(eights, mask, sizeof *eights * count);
    for (size_t i = 0; i < count; ++i)
        any |= eights[i];
    return any != 0;
}

static inline wide_mask wide_not(wide_mask which) {
    return ~which;
}

static inline bool wide_any(wide_mask which) {
    return wide_bits(&which, sizeof which / 8);
}

static inline bool wide_double_any(wide_double_mask which) {
    return wide_bits(&which, sizeof which / 8);
}

// x between -limit and limit; the limit where it is no number, as smaller and larger of the machine take the second then.
static inline wide wide_within(wide x, float limit) {
    wide most = wide_all(limit);
#if WIDE_IS_EIGHT
    return (wide)__builtin_ia32_maxps256(__builtin_ia32_minps256(x, most), -most);
#elif defined(__SSE2__)
    return (wide)__builtin_ia32_maxps(__builtin_ia32_minps(x, most), -most);
#else
    return wide_select(x < most, wide_select(x > -most, x, -most), most);
#endif
}

static inline wide wide_bounded(wide x) { // body_bounded
    return wide_within(x, 1e18f);
}

static inline wide wide_root(wide x) {
    for (int32_t l = 0; l < WIDE; ++l)
        x[l] = sqrtf(x[l]);
    return x;
}

static inline wide_double wide_double_root(wide_double x) {
    for (int32_t l = 0; l < WIDE_DOUBLE; ++l)
        x[l] = sqrt(x[l]);
    return x;
}

// The i-th number of each lane's array.
static inline wide wide_gather(const float* const from[], int32_t i) {
#if WIDE_IS_EIGHT
    return (wide){from[0][i], from[1][i], from[2][i], from[3][i],
                  from[4][i], from[5][i], from[6][i], from[7][i]};
#else
    return (wide){from[0][i], from[1][i], from[2][i], from[3][i]};
#endif
}

// Lanes from the at-th on, as many as there are doubles at once; and back.
typedef float wide_half
    __attribute__((vector_size(sizeof(wide_double) / 2), aligned(4), may_alias));

static inline wide_double wide_doubles(const wide* x, int32_t at) {
    return __builtin_convertvector(*(const wide_half*)((const float*)x + at), wide_double);
}

static inline void wide_set_doubles(wide* x, int32_t at, wide_double from) {
    *(wide_half*)((float*)x + at) = __builtin_convertvector(from, wide_half);
}

#ifdef WIDE_TURNS

// Lanes of two vectors by their numbers, those of the second behind those of the first.
#define WIDE_PICK(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)

// Four numbers of each of four rows, as columns; of eight lanes each half by itself.
static inline void wide_turn_fours(const wide r[4], wide out[4]) {
#if WIDE_IS_EIGHT
#define WIDE_FIRST   0, 8, 1, 9, 4, 12, 5, 13
#define WIDE_LAST    2, 10, 3, 11, 6, 14, 7, 15
#define WIDE_FORE    0, 1, 8, 9, 4, 5, 12, 13
#define WIDE_BEHIND  2, 3, 10, 11, 6, 7, 14, 15
#define WIDE_LOW(x)  WIDE_PICK(x, x, 0, 1, 2, 3)
#define WIDE_HIGH(x) WIDE_PICK(x, x, 4, 5, 6, 7)
#else
#define WIDE_FIRST  0, 4, 1, 5
#define WIDE_LAST   2, 6, 3, 7
#define WIDE_FORE   0, 1, 4, 5
#define WIDE_BEHIND 2, 3, 6, 7
#define WIDE_LOW(x) (x)
#endif
    wide a = WIDE_PICK(r[0], r[1], WIDE_FIRST), b = WIDE_PICK(r[2], r[3], WIDE_FIRST),
         c = WIDE_PICK(r[0], r[1], WIDE_LAST), d = WIDE_PICK(r[2], r[3], WIDE_LAST);
    out[0] = WIDE_PICK(a, b, WIDE_FORE);
    out[1] = WIDE_PICK(a, b, WIDE_BEHIND);
    out[2] = WIDE_PICK(c, d, WIDE_FORE);
    out[3] = WIDE_PICK(c, d, WIDE_BEHIND);
}

// Four numbers of each lane's array from the i-th on, each number of all lanes in a vector of its own: whole loads, and four
// times four turned about.
static inline void wide_load_fours(const float* const from[], int32_t i, wide out[4]) {
#if WIDE_IS_EIGHT
#define WIDE_ROW(l)                                                                                \
    WIDE_PICK(*(const wide_four*)(from[l] + i), *(const wide_four*)(from[(l) + 4] + i), 0, 1, 2,   \
              3, 4, 5, 6, 7)
#else
#define WIDE_ROW(l) (*(const wide*)(from[l] + i))
#endif
    const wide row[4] = {WIDE_ROW(0), WIDE_ROW(1), WIDE_ROW(2), WIDE_ROW(3)};
    wide_turn_fours(row, out);
}

// ... and back.
static inline void wide_store_fours(const wide from[4], float* const to[], int32_t i) {
    wide row[4];
    wide_turn_fours(from, row);
    *(wide_four*)(to[0] + i) = WIDE_LOW(row[0]);
    *(wide_four*)(to[1] + i) = WIDE_LOW(row[1]);
    *(wide_four*)(to[2] + i) = WIDE_LOW(row[2]);
    *(wide_four*)(to[3] + i) = WIDE_LOW(row[3]);
#if WIDE_IS_EIGHT
    *(wide_four*)(to[4] + i) = WIDE_HIGH(row[0]);
    *(wide_four*)(to[5] + i) = WIDE_HIGH(row[1]);
    *(wide_four*)(to[6] + i) = WIDE_HIGH(row[2]);
    *(wide_four*)(to[7] + i) = WIDE_HIGH(row[3]);
#endif
}

#else

static inline void wide_load_fours(const float* const from[], int32_t i, wide out[4]) {
    for (int32_t k = 0; k < 4; ++k)
        out[k] = wide_gather(from, i + k);
}

static inline void wide_store_fours(const wide from[4], float* const to[], int32_t i) {
    for (int32_t k = 0; k < 4; ++k)
        for (int32_t l = 0; l < WIDE; ++l)
            to[l][i + k] = from[k][l];
}

#endif

#else

#define ALWAYS_INLINE inline

typedef int32_t wide_mask; // 0 or 1

static inline wide wide_all(float x) {
    return x;
}

static inline wide wide_select(wide_mask which, wide a, wide b) {
    return which ? a : b;
}

static inline wide_mask wide_not(wide_mask which) {
    return !which;
}

static inline bool wide_any(wide_mask which) {
    return which != 0;
}

static inline wide wide_within(wide x, float most) {
    return x < most ? x > -most ? x : -most : most;
}

static inline wide wide_bounded(wide x) {
    return wide_within(x, 1e18f);
}

static inline wide wide_root(wide x) {
    return sqrtf(x);
}

static inline void wide_load_fours(const float* const from[], int32_t i, wide out[4]) {
    memcpy(out, from[0] + i, sizeof(float[4]));
}

static inline void wide_store_fours(const wide from[4], float* const to[], int32_t i) {
    memcpy(to[0] + i, from, sizeof(float[4]));
}

#endif
