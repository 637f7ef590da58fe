// Four floats at a time, or as many as there are at once.
//
// Compilers may not reorder a sum of floats, so a sum that is to be fast must say in which order it is
// taken. Written as loops over four partial sums, gcc 12 and clang 14 shuffle more than they add (measured:
// 143 ns for a block of solve.c, 60 with this), so they get their own vectors. Other compilers get the loops:
// the same sums one by one, with the same bits (SUPPLE_PLAIN_LANES has them everywhere; tools/checks/bits.sh).
// SPDX-License-Identifier: MIT
#pragma once

#include <stdint.h>
#include <string.h>

enum { LANES = 4 };

#if !defined(__GNUC__) && !defined(SUPPLE_PLAIN_LANES)
#define SUPPLE_PLAIN_LANES
#endif

#ifndef SUPPLE_PLAIN_LANES

typedef float lanes __attribute__((vector_size(16)));

static inline lanes lanes_all(float a) {
    return (lanes){a, a, a, a};
}

static inline lanes lanes_of(float a, float b, float c, float d) {
    return (lanes){a, b, c, d};
}

static inline lanes lanes_plus(lanes a, lanes b) {
    return a + b;
}

static inline lanes lanes_minus(lanes a, lanes b) {
    return a - b;
}

static inline lanes lanes_times(lanes a, lanes b) {
    return a * b;
}

static inline float lanes_sum(lanes a) {
    return (a[0] + a[2]) + (a[1] + a[3]);
}

#else

typedef struct lanes {
    float at[4];
} lanes;

static inline lanes lanes_all(float a) {
    return (lanes){{a, a, a, a}};
}

static inline lanes lanes_of(float a, float b, float c, float d) {
    return (lanes){{a, b, c, d}};
}

static inline lanes lanes_plus(lanes a, lanes b) {
    for (int i = 0; i < LANES; ++i)
        a.at[i] += b.at[i];
    return a;
}

static inline lanes lanes_minus(lanes a, lanes b) {
    for (int i = 0; i < LANES; ++i)
        a.at[i] -= b.at[i];
    return a;
}

static inline lanes lanes_times(lanes a, lanes b) {
    for (int i = 0; i < LANES; ++i)
        a.at[i] *= b.at[i];
    return a;
}

static inline float lanes_sum(lanes a) {
    return (a.at[0] + a.at[2]) + (a.at[1] + a.at[3]);
}

#endif

static inline lanes lanes_load(const float* from) { // not necessarily aligned
    lanes a;
    memcpy(&a, from, sizeof a);
    return a;
}

static inline void lanes_store(float* to, lanes a) {
    memcpy(to, &a, sizeof a);
}

// sum + a b
static inline lanes lanes_more(lanes sum, lanes a, lanes b) {
    return lanes_plus(sum, lanes_times(a, b));
}

// As many as the machine has at once, in place: `*(const wide*)(from + i)`, also unaligned. Never passed or
// returned by value, which machines with and without AVX do differently. A sum that is to have the same bits
// everywhere is taken in eight partial sums, wide[EIGHT / WIDE]. (Asked for eight where there are four at
// once, gcc 12 goes through memory: 8.4 us for 3.8 in quartic.c.)
#if defined(__AVX__) ||                                                                            \
    defined(WIDE_EIGHT) // a file that is compiled for such machines by itself (many_eight.c)
#define WIDE_IS_EIGHT 1
#else
#define WIDE_IS_EIGHT 0
#endif
#ifdef SUPPLE_PLAIN_LANES
typedef float wide;
typedef double wide_double;
#elif WIDE_IS_EIGHT
typedef float wide __attribute__((vector_size(32), aligned(4), may_alias));
typedef double wide_double __attribute__((vector_size(32), aligned(8), may_alias));
#else
typedef float wide __attribute__((vector_size(16), aligned(4), may_alias));
typedef double wide_double __attribute__((vector_size(16), aligned(8), may_alias));
#endif

enum {
    EIGHT = 8,
    WIDE = sizeof(wide) / sizeof(float),
    WIDES = EIGHT / WIDE,
    WIDE_DOUBLE = sizeof(wide_double) / sizeof(double)
};

static inline float wide_sum(const wide sum[WIDES]) {
    lanes low, high;
    memcpy(&low, sum, sizeof low);
    memcpy(&high, (const float*)sum + LANES, sizeof high);
    return lanes_sum(lanes_plus(low, high));
}
