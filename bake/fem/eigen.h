// The lowest vibration modes: K x = lambda M x by shift-invert block Lanczos.
//
// Shift-invert, because the wanted end of the spectrum is the crowded one; blocks of eight, because a
// factor is then read once for eight solutions, and because equal eigenvalues up to the block's size
// come out together. Bases of equal eigenvalues are any of those there are, but the same ones whatever
// the number of threads.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/fem/assemble.h"

typedef struct eigen_request {
    int32_t count; // modes wanted, the rigid ones of a free body among them
    bool free;     // nothing is fixed: the stiffness is singular
    int threads;
} eigen_request;

typedef struct eigen_modes {
    int32_t count;
    int32_t rigid;     // how many of them move without deforming; their value is exactly 0
    double* values;    // [count] ascending, (rad/s)^2
    double* vectors;   // [count][3 * rows] with x' M x = 1, the largest component positive
    double* residuals; // [count] |K x - lambda M x| / |(lambda - shift) M x|
    double shift;      // 0, or below 0 for a free body
    int32_t solves;    // right-hand sides
} eigen_modes;

// False with a sentence when more modes are asked for than there are unknowns, when the body is not
// held although `free` is false, or when the modes were not found to a residual of 1e-6.
bool eigen_lowest(const assemble_matrices* m, const eigen_request* q, eigen_modes* out,
                  arena* memory, report* r);
