// Linear flesh whose pose stands still, stepped exactly: the blend is turned to its own modes once.
//
// q'' + (alpha + beta K) q' + stiffness (c + K q) = load with a constant K is independent oscillators in K's
// eigenvectors, for which runtime/model/propagator.h is exact at any step. Newmark's rule would be off by 30 %
// of the frequency at 25 Hz and 60 frames a second (numerics.md C8).
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/base/memory.h"
#include "runtime/model/propagator.h"
#include "runtime/model/quartic.h"

#include <stdbool.h>

// Of the equation above, and the step.
typedef struct standing_rates {
    float stiffness, alpha, beta, h;
} standing_rates;

typedef struct standing {
    int32_t n, stride;    // coordinates; floats a row
    bool turned;          // the modes are those of the energy
    standing_rates rates; // that the coefficients are for
    double* lambda;       // [count] of the modes, not below 0
    double* square;       // [count][count] scratch, twice
    float* modes;         // [n][stride] a row each
    propagator_table table;
    float *q, *v, *f; // [stride] in the modes
} standing;

// Its arrays, for a linear energy of `count` coordinates; from the beginning of a line
// (memory_begin_line).
void standing_lay_out(standing* s, int32_t count, memory_layout* l);

// Its modes, for the first n coordinates of a linear energy.
void standing_turn(standing* s, const quartic* energy, int32_t n);

// A step as in runtime/model/implicit.h, when it was turned.
void standing_step(standing* s, const quartic* energy, standing_rates by, const float* load,
                   float* q, float* v);
