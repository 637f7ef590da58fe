// Small linear complementarity problems, exactly: 0 <= p perpendicular to A p + b >= 0.
//
// Block principal pivoting (Judice & Pires 1994): guess which p are above zero, solve for them, exchange
// all that came out wrong at once; when that gets no better, one at a time, the last first, which is sure to
// end (Murty 1974). A symmetric and positive: the solution is the only one. Unlike the linear program of
// Hauser, Shen & O'Brien 2003 it never adds energy (numerics.md B10).
// SPDX-License-Identifier: MIT
#pragma once

#include <stdint.h>

enum { LCP_MOST = 64 };

// a [n][n], n <= LCP_MOST; p: in, above zero where it is likely to be so; out, the solution. work has
// n (n + 2) numbers. Returns the rounds, each with one factorisation, or -1 when it gave up, which
// happens to matrices that are not positive within rounding; p is then what came last, cut at zero.
int32_t lcp_solve(int32_t n, const double* a, const double* b, double* p, double* work);
