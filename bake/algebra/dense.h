// Small dense matrices: eigenvectors of a symmetric one and of two, the inverse of any.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/arena.h"

#include <stdbool.h>
#include <stdint.h>

// LAPACK counts its workspace, twice the square, in 32 bits.
enum { DENSE_EIGEN_MOST = 32000 };

// matrix: [size][size] symmetric, of which the entries with the second index up to the first count;
// becomes the eigenvectors of length 1, one after another. values: [size] ascending. False when there
// are numbers in it that are no numbers.
bool dense_eigen(int32_t size, double* matrix, double* values, arena* scratch);

// In place, [size][size]; false when it is singular to rounding, and then what it holds is worthless.
bool dense_invert(int32_t size, double* matrix, arena* scratch);

// a x = value b x, both symmetric, [size][size], b without negative values: vectors with x' b x = 1 and x' a x = value, ascending. Directions
// in which b is not above `least` are left out. b is written over; vectors: room for [size][size], values for [size]. Returns how many
// there are; below 0 when there are numbers in it that are no numbers.
int32_t dense_pencil(int32_t size, const double* a, double* b, double least, double* vectors,
                     double* values, arena* scratch);
