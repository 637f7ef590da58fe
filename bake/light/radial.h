// Normalised radial functions: numbers known at some places, anywhere between them, and the nearest one's far away.
//
// James & Fatahalian 2003, 4.3, which does not say how; docs/numerics.md D6: p_k = exp(-|x - c_k|^2 / 2 s_k^2) over their sum, with the
// smallest exponent taken off first, so that one of them is left however far x is; weights W = (P^T P + ridge)^-1 P^T Y. Widths s_k are the
// mean distance to the next centres, times a breadth. Where it errs less, a linear part comes first and the functions have what is left
// (docs/decisions/0124): no number of it goes farther than half its range at the centres beyond it, so that nothing runs away.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/arena.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct radial {
    int32_t count, rank, width; // centres, coordinates of x, numbers of y
    double* centers;            // [count][rank]
    double* sharpness;          // [count] 1 / 2 s^2
    double* weights;            // [count][width]
    double* slopes_or_null;     // [rank][width] of the linear part, ...
    double *low, *high;         // [width] ... which is never beyond
} radial;

typedef struct radial_options {
    double breadth; // of widths, times the mean distance to the three next centres
    double ridge;
    double
        slope_ridge; // of the linear part, times the mean variance of a coordinate; 0: there is none
} radial_options;

// p: [count], a sum of 1; y: [width].
void radial_parts(const radial* f, const double* x, double* p);
void radial_evaluate(const radial* f, const double* x, double* y);

// Weights that fit values [count][width] at the centres, for the widths that are there. False: the system is singular to
// rounding, which a ridge above 0 never is.
bool radial_solve(radial* f, const double* values, double ridge, arena* memory);

// Centres [count][rank], no two the same.
radial radial_fit(const double* centers, int32_t count, int32_t rank, const double* values,
                  int32_t width, const radial_options* o, arena* memory);

// Options that leave the least error at centres that were left out, a tenth at a time, among those whose weights are hardly larger than
// the values: far away one weight stands alone, and must look like its value. *error: root mean square, of that of the values about
// their mean.
radial_options radial_choose(const double* centers, int32_t count, int32_t rank,
                             const double* values, int32_t width, double* error);
