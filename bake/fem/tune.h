// "First mode at 3 Hz": Young's modulus scaled so that a body swings as it should.
//
// A frequency is what an artist can judge by eye; a modulus is not. All of the stiffness is
// proportional to Young's modulus, so one factor on it is the same factor on every value: shapes,
// residuals and forcing stay, nothing is solved again. Poisson's ratio and differences within the
// body are kept.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/fem/eigen.h"

// Scales the modes' values so that the first elastic one is at `hz`; factor: what Young's modulus
// was multiplied by, for the report. False with a sentence when the modes are all rigid or `hz` is no
// frequency.
bool tune_first_mode(eigen_modes* modes, double hz, double* factor, place where, report* r);
