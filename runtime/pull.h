// What coordinates must receive so that points are where they should be at the end of a step.
//
// Hauser, Shen & O'Brien 2003, eqs. (15) and (16), as NUMERICS B7 corrects them: with rows W (what
// coordinates do to the points), the prediction z of everything else and the gain S, impulses p solve
// W S W^T p = target - W z. What coordinates receive is their pull W^T p.
//
// The gain of an impulse, E12, changes its sign at omega h = pi, and the loop of step and pin then
// grows (NUMERICS B8: 2.8 to 15 times a step). So a step is cut until omega h <= PULL_SOFT for every
// coordinate, PULL_MAX_CUTS times at most; coordinates still stiffer than that take their share as a
// force over the step, whose gain G1 / h is positive at any omega h. Largest growth a step, searched among
// 2,700 random systems (test_pull.c repeats some): cut steps 1, also without any damping; the mixed form
// below 1 from a damping ratio of 0.01 on, up to 1.04 with none. Forces for all would be stable also, but
// ring.
// SPDX-License-Identifier: MIT
#pragma once

#include <stdbool.h>

#define PULL_SOFT 1.5 // rad: the largest omega h that takes its share as an impulse
enum { PULL_MAX_CUTS = 16 };

// Directions in which points move less than 1 / 30 as easily as the most mobile point of their part
// does are let go, softly: to follow there by a centimetre would throw other vertices by decimetres.
#define PULL_WEAK 1e-3

// How many equal steps a step of h is cut into; `rate` is the largest omega, rad/s.
int pull_cuts(double rate, double h);

// What a pull of 1 does to a coordinate within a step of h, and whether it comes as an impulse.
double pull_gain(double rate, double h, double e12, double g1, bool* as_impulse);

// Rows and columns of `inverse` and `work` below.
int pull_size(int row_count, int coord_count);

// The inverse of one system, for any number of solves. rows [row_count][coord_count],
// gain [coord_count], all 0 or above. easiest: what W S W^T is, in any one direction, for the point
// that moves most easily.
void pull_prepare(const double* rows, int row_count, int coord_count, const double* gain,
                  double easiest, double* inverse, double* work);

// pull [coord_count] from missing [row_count], which is target - W z. Adds to pull. scratch has
// pull_size numbers.
void pull_solve(const double* rows, int row_count, int coord_count, const double* gain,
                const double* inverse, const double* missing, double* scratch, double* pull);
