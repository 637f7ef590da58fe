// exp, expm1, sin, cos and atan2 from + - * / alone: the same bits from gcc, clang, x86-64 and wasm.
//
// libm differs between systems in the last bit, and one bit is enough to change a hash after a
// thousand steps. Errors stay below 2 units in the last place (test_exact.c measures them).
// SPDX-License-Identifier: MIT
#pragma once

#define EXACT_PI 3.14159265358979323846

double exact_exp(double x);                                // 0 below -708, infinite above 709
double exact_expm1(double x);                              // exp(x) - 1, also near 0
void exact_sincos(double x, double* sine, double* cosine); // |x| up to 1e6; beyond, less exact
double exact_sin(double x);
double exact_cos(double x);
double exact_atan2(double y, double x); // -pi .. pi; 0 at the origin

// What is not a number, or infinite where sin and atan2 are asked, gives a number that is none.
