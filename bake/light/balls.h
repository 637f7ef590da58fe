// A few balls that hide about as much of the sky as a body does, for its shadow on the ground (runtime/ground.c).
//
// First the largest that fit inside, each by how much of the surface it reaches that no other does; what is left (fins, legs, sheets) in heaps, each a
// ball whose shadow is as large as the heap's is on average: a quarter of its area (Cauchy).
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/light/lit.h"

typedef struct ball {
    vec3 center;
    double radius;
} ball;

// Of a shape, `most` of them or fewer; [most]. Returns how many.
int32_t balls_of(const lit_mesh* m, const vec3* positions, int32_t most, ball* out);
