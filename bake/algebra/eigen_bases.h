// One basis for the modes of equal eigenvalues, and one sign for each mode.
//
// A solver finds the space of equal eigenvalues; which basis of it comes out hangs on rounding and on
// the noise it began with. Here the basis is made from the space alone: the unknown that the space moves
// most (all vectors of length 1 considered; of those within a millionth of the most, the first) picks
// the vector that moves it most, and sign and all; the rest of the space leaves that unknown at rest, and
// so on. For a single mode this is the rule of the largest component being positive, with ties broken.
// SPDX-License-Identifier: MIT
#pragma once

#include <stdint.h>

// vectors: [count][order], orthonormal in the mass, all of one eigenvalue; still so afterwards.
void eigen_bases(double* vectors, int32_t count, int32_t order);
