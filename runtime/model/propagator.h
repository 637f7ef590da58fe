// Independent damped oscillators, one a coordinate, stepped exactly for any dt.
//
// q'' + 2 d q' + lambda q = f with f constant over a step has the state (q, v) after it as a matrix
// times the state before, plus a vector times f. James & Pai 2002 step positions only, with a two-tap
// filter (their eq. 19) whose gain is wrong and which diverges when dt changes (numerics.md A8, A9);
// Hauser et al. 2003 step a pair of complex numbers, which fails near critical damping (B3). The pair
// (q, v) has neither trouble, and impulses, pins and contacts need v anyway.
// SPDX-License-Identifier: MIT
#pragma once

#include <stdint.h>

// q <- e11 q + e12 v + g1 f,  v <- e21 q + e22 v + g2 f, where g2 = e12.
typedef struct propagator_matrix {
    double e11, e12, e21, e22, g1;
} propagator_matrix;

// lambda, decay (d) >= 0, h > 0, all finite. Zero frequency, critical and over-critical damping are no
// special cases. Exact to 1e-13.
propagator_matrix propagator_of(double lambda, double decay, double h);

// Coefficients of many coordinates for the loop of a step: rows of e11, e12, e21, e22 and g1, one behind another. One
// pointer and not five, because compilers believe `restrict` on parameters only.
enum { PROPAGATOR_ROWS = 5 };

typedef struct propagator_table {
    float* rows;    // [PROPAGATOR_ROWS][stride]
    int32_t stride; // coordinates that there is room for
} propagator_table;

void propagator_set(const propagator_table* t, int32_t i, const propagator_matrix* m);
propagator_matrix propagator_get(const propagator_table* t, int32_t i);
void propagator_copy(const propagator_table* to, const propagator_table* from, int32_t first,
                     int32_t count);

// Where a coordinate is after a step, from q and v under f. What is too small to matter becomes zero: adding and taking
// away leaves multiples of 2^-83, and nothing else is small enough to be denormal.
static inline float propagator_next(const propagator_table* t, int32_t i, float q, float v,
                                    float f) {
    const float coarse = 0x1p-60f, *row = t->rows + i;
    int32_t s = t->stride;
    return (row[0] * q + row[s] * v + row[4 * s] * f + coarse) - coarse;
}

// Steps coordinates first .. first + count - 1 under the forces f. What is too small to matter becomes
// zero, so that no decay ends in denormal numbers, on which processors are slow.
void propagator_step(const propagator_table* t, int32_t first, int32_t count, float* q, float* v,
                     const float* f);
