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
typedef struct exact_linear_rates {
    float stiffness, alpha, beta, h;
} exact_linear_rates;

typedef struct exact_linear {
    int32_t n, stride;        // coordinates; floats a row
    bool turned;              // the modes are those of the energy
    exact_linear_rates rates; // that the coefficients are for
    double* lambda;           // [count] of the modes, not below 0
    double* square;           // [count][count] scratch, twice
    float* modes;             // [n][stride] a row each
    propagator_table table;
    float *q, *v, *f; // [stride] in the modes
} exact_linear;

// Its arrays, for a linear energy of `count` coordinates; from the beginning of a line
// (memory_begin_line).
void exact_linear_lay_out(exact_linear* s, int32_t count, memory_layout* l);

// Its modes, for the first n coordinates of a linear energy.
void exact_linear_diagonalize(exact_linear* s, const quartic* energy, int32_t n);

// A step as in runtime/model/implicit.h, when it was turned.
void exact_linear_step(exact_linear* s, const quartic* energy, exact_linear_rates by,
                       const float* load, float* q, float* v);
