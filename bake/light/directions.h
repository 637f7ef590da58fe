// Directions over a half sphere, as dense as the cosine of their angle to the normal: a lattice by the golden ratio.
//
// Point i of n lies at ((i + a) / n, i / golden + b) of the unit square, which is laid on the half sphere (Malley's method). Its
// points are spread as evenly as any known set, in any part of the half sphere, and a shift (a, b) makes another one as good: each
// vertex takes its own, so that errors are noise and not bands. Errors fall about as 1/n (docs/decisions/0102-rays-of-light.md).
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/arena.h"
#include "bake/base/vec.h"

#include <stdint.h>

enum { DIRECTIONS_LEAST = 64, DIRECTIONS_MOST = 65536 };

typedef struct directions {
    int32_t count; // a multiple of 8, so that packets are full
    float* rank;   // [count] the number i of each; neighbours in direction stand beside each other
    float *cosine, *sine; // [count] of the turn i / golden
} directions;

// count is rounded up to a multiple of 8.
directions directions_new(int32_t count, arena* memory);

// Some shift of the lattice, the same for the same numbers.
typedef struct directions_shift {
    double rank, turn; // a and b, below 1
} directions_shift;
directions_shift directions_shift_of(uint32_t seed, uint32_t number);

// Directions of length 1 round a normal of length 1; x, y, z: [count].
void directions_about(const directions* l, vec3 normal, directions_shift s, float* x, float* y,
                      float* z);
