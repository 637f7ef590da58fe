// A few balls that hide about as much of the sky as a body does, for its shadow on the ground (runtime/show/ground.c).
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

// A place as the asset and the library have it.
static inline void v3_to_floats(vec3 a, float out[3]) {
    out[0] = (float)a.x;
    out[1] = (float)a.y;
    out[2] = (float)a.z;
}

// Of a shape, `most` of them or fewer; [most]. Returns how many.
int32_t balls_of(const lit_mesh* m, const vec3* positions, int32_t most, ball* out);
