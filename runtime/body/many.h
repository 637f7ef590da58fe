// Bodies of one asset, stepped side by side: one in each lane of a vector.
//
// A body by itself is stepped with its coordinates in the lanes, a part after the other: five coordinates fill five of
// eight lanes, and frames of bones none. Here lanes are bodies, so all that a step of an ordinary body does is done for WIDE of them at
// once. Every number is the same sum in the same order as in frame.c, drive.c, spin.c, bound.c and modal.c, so a body has the
// bits that it would have alone (test_crowd.c); who changes one of those changes this.
//
// What lanes do not take is stepped as it is alone, the body (many_takes) or one part of it from some substep on (step_part):
// flesh beyond half of its limit has a stiffness of its own in every substep.
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/body/body.h"
#include "runtime/math/lanes.h"

enum {
    MANY_MOST = 64,        // bodies at once
    MANY_PARTS = 10,       // what one of them may have at most
    MANY_COORDS = 80,      // of all parts
    MANY_PART_COORDS = 16, // of one; more fill lanes by themselves
    MANY_BONES = 24
};

// Only compilers that turn vectors about step bodies in lanes; gcc before 12 does not.
#if !defined(SUPPLE_PLAIN_LANES) && defined(__has_builtin)
#if __has_builtin(__builtin_shufflevector)
#define MANY_LANES
#endif
#endif

// Bodies that are stepped together, and what their bones do to them.
typedef struct many {
    const supple_prepared* prepared;
    const body_part* parts; // of one of them: what they have in common
    double dt;
    int32_t part_count, count, forced_count;
    supple_body* body[MANY_MOST];
    int32_t forced[MANY_MOST];                // those whose bones move, or have lately
    bool is_new[MANY_MOST];                   // its frames are to be found from its palette
    bool limited[MANY_MOST];                  // as body_step.limited
    int32_t substeps[MANY_MOST];              // of the part that took most
    double area[MANY_MOST];                   // as body_step.area
    float shake[MANY_COORDS][MANY_MOST];      // as supple_body.shake_now
    double w[MANY_PARTS][3][MANY_MOST];       // as body_spin.w, and 0 where that is off
    double turning[MANY_PARTS][3][MANY_MOST]; // as body_spin.turning
} many;

// Steps bodies, each after driving it by its palette if there are any: [bone_count] of the first, of the next ...
void many_step(supple_body* const* bodies, int32_t count, const supple_matrix* palettes_or_null,
               float dt);

// The frames of the bones of m->forced, what they do to coordinates (m->shake, b->load) and how they turn.
void many_drive(many* m);

// Advances the flesh of all.
void many_flesh(many* m);

#ifdef MANY_LANES

#define ALWAYS_INLINE inline __attribute__((always_inline))

typedef float four
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

static inline bool wide_any(wide_mask which) {
    return wide_bits(&which, sizeof which / 8);
}

static inline bool wide_double_any(wide_double_mask which) {
    return wide_bits(&which, sizeof which / 8);
}

// body_bounded: smaller and larger as the machine has them, which take the second where the first is no number.
static inline wide wide_bounded(wide x) {
    wide most = wide_all(1e18f);
#if defined(__AVX__)
    return (wide)__builtin_ia32_maxps256(__builtin_ia32_minps256(x, most), -most);
#elif defined(__SSE2__)
    return (wide)__builtin_ia32_maxps(__builtin_ia32_minps(x, most), -most);
#else
    return wide_select(x < most, wide_select(x > -most, x, -most), most);
#endif
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

// Lanes of two vectors by their numbers, those of the second behind those of the first.
#define WIDE_PICK(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)

// Four numbers of each of four rows, as columns; of eight lanes each half by itself.
static inline void wide_turn_fours(const wide r[4], wide out[4]) {
#ifdef __AVX__
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

// The i-th number of each lane's array.
static inline wide wide_gather(const float* const from[], int32_t i) {
#ifdef __AVX__
    return (wide){from[0][i], from[1][i], from[2][i], from[3][i],
                  from[4][i], from[5][i], from[6][i], from[7][i]};
#else
    return (wide){from[0][i], from[1][i], from[2][i], from[3][i]};
#endif
}

// Four numbers of each lane's array from the i-th on, each number of all lanes in a vector of its own: whole loads, and four
// times four turned about.
static inline void wide_load_fours(const float* const from[], int32_t i, wide out[4]) {
#ifdef __AVX__
#define WIDE_ROW(l)                                                                                \
    WIDE_PICK(*(const four*)(from[l] + i), *(const four*)(from[(l) + 4] + i), 0, 1, 2, 3, 4, 5, 6, \
              7)
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
    *(four*)(to[0] + i) = WIDE_LOW(row[0]);
    *(four*)(to[1] + i) = WIDE_LOW(row[1]);
    *(four*)(to[2] + i) = WIDE_LOW(row[2]);
    *(four*)(to[3] + i) = WIDE_LOW(row[3]);
#ifdef __AVX__
    *(four*)(to[4] + i) = WIDE_HIGH(row[0]);
    *(four*)(to[5] + i) = WIDE_HIGH(row[1]);
    *(four*)(to[6] + i) = WIDE_HIGH(row[2]);
    *(four*)(to[7] + i) = WIDE_HIGH(row[3]);
#endif
}

static inline wide_double wide_double_gather(const double* const from[], int32_t i) {
#ifdef __AVX__
    return (wide_double){from[0][i], from[1][i], from[2][i], from[3][i]};
#else
    return (wide_double){from[0][i], from[1][i]};
#endif
}

#endif
