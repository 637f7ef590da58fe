// Steps of coordinates under an elastic energy that is no sum of independent springs: Newmark's implicit
// rule, made safe.
//
//   q'' + (alpha + beta K) q' + stiffness * R(q) = load,   R = dW/dq, K = dR/dq
//
// The trapezoidal rule (beta 1/4, gamma 1/2) with one Newton step, or two where the first leaves much:
// stable for small motion at any step, but not for large (numerics.md C8: energy times 1,800). So no step may
// end with more energy than it began with: what is too much is taken from the velocity, and a step that
// would climb above it is shortened. Whatever the numbers, the state stays finite.
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/base/memory.h"
#include "runtime/model/quartic.h"

#include <stdbool.h>

typedef struct implicit_model {
    quartic energy;
    int32_t n;         // coordinates that move: the first ones of the energy's
    int32_t stride;    // of the matrices below: a multiple of eight
    float stiffness;   // times the energy
    float alpha, beta; // of the damping, whose K is not times the stiffness
    // The weights of the pose change: the energy of the next step is another one, so that the stiffness where
    // this step ends is not found.
    bool is_transient;
    // found by implicit_update, at the q that it was given:
    double value; // the energy; below, force and stiffness: all without the factor
    float* force; // [stride]
    float* slope; // [n][stride]
    // scratch
    float* matrix;     // [n][stride]
    float* vectors[5]; // [stride]
    float* work;       // quartic_work_size
} implicit_model;

// Its arrays, for an energy of `count` coordinates whose force has this degree; from the beginning of a line
// (memory_begin_line).
void implicit_lay_out(implicit_model* m, int32_t count, int32_t degree, memory_layout* l);

// Energy, force and stiffness at q.
void implicit_update(implicit_model* m, const float* q);

// The bare rule, `rounds` Newton steps from where it stands; q, v and a, the acceleration, become those at
// the end. Call implicit_update with q before; after it the last update is that before the last Newton step.
void implicit_newmark(implicit_model* m, float h, const float* load, int rounds, float* q, float* v,
                      float* a);

// The safe step. Call implicit_update with q before; after it the model is updated at the new q, but where is_transient slope is
// still that of before.
void implicit_step(implicit_model* m, float h, const float* load, float* q, float* v);

// q becomes the equilibrium under the load that is downhill from it, as far as some tens of Newton steps
// go, and the model is updated there.
void implicit_rest(implicit_model* m, const float* load, float* q);

// out [n] <- how far the equilibrium is, to first order, at the last update.
void implicit_residual(implicit_model* m, const float* load, float* out);
