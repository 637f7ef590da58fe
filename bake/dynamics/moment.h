// What acts on a body at one moment: targets, bones, forces, and where held nodes are.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/arena.h"
#include "bake/base/vec.h"

#include <stdbool.h>
#include <stdint.h>

// How bones carry a node from its place in the bind pose, x = A (X + u) + t. Between bones A is a
// blend of rotations and none itself.
typedef struct moment_frame {
    double carry[3][3], carry1[3][3], carry2[3][3]; // A, A', A'': 1, 1/s, 1/s^2
    vec3 shift1, shift2;                            // t', t'': m/s, m/s^2
} moment_frame;

typedef struct moment {
    const double* weights;              // [shapes] of the targets, not negative (elastic_guard)
    const moment_frame* frames_or_null; // [node_count]; NULL: the world is the bind pose
    const double* force_or_null;        // [3 * node_count] N, along the world's axes; NULL: none
    const double* held_or_null;         // [3][3 * node_count] u, v, a of held nodes; NULL: all zero
} moment;

// A moment of its own memory.
typedef struct moment_copy {
    int32_t shape_count, node_count;
    bool framed;
    double* weights;
    moment_frame* frames; // the identity where there are none
    double *force, *held;
} moment_copy;

moment_copy moment_copy_new(int32_t shape_count, int32_t node_count, arena* memory);
void moment_copy_set(moment_copy* to, const moment* from);

// Linear between two, in everything: only steps that had to be cut need it, and it errs by the
// square of their length, as the stepper does.
void moment_copy_between(const moment_copy* a, const moment_copy* b, double part, moment_copy* out);

// A^T v.
vec3 moment_back(const moment_frame* f, vec3 v);

// The velocity of a node in the world: A v + A' (X + u) + t'.
vec3 moment_velocity(const moment_frame* f, vec3 place, vec3 v);

// The acceleration of a node in the world: A a + 2 A' v + A'' (X + u) + t''.
vec3 moment_acceleration(const moment_frame* f, vec3 place, vec3 v, vec3 a);
