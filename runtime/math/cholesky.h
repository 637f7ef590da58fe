// Symmetric positive matrices of some twenty rows, in float: factored and solved, the loops over neighbours.
// SPDX-License-Identifier: MIT
#pragma once

#include <stdint.h>

// a: n rows of `stride` floats, a multiple of eight, the columns beyond n zero. Its upper triangle becomes U,
// a = U^T U, with 1 / u_kk on the diagonal. A pivot below `least`, above 0, is taken for `least`: what is not
// positive is solved as if it were stiff, and how many of these there were is returned.
int32_t cholesky_factor(float* a, int32_t n, int32_t stride, float least);

// x [n] <- a^-1 x.
void cholesky_solve(const float* a, int32_t n, int32_t stride, float* x);
