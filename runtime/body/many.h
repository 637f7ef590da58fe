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

#ifndef SUPPLE_PLAIN_LANES

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

// The i-th number of each lane's array.
static inline wide wide_gather(const float* const from[], int32_t i) {
#ifdef __AVX__
    return (wide){from[0][i], from[1][i], from[2][i], from[3][i],
                  from[4][i], from[5][i], from[6][i], from[7][i]};
#else
    return (wide){from[0][i], from[1][i], from[2][i], from[3][i]};
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
