// The modes of one piece of a body: an engine's pairs, with zeros, bases and residuals.
//
// Works on operators alone, so it judges any engine by the same measure, and a caller whose matrices have no entries
// at hand can begin here.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/fem/eigen_engine.h"

static const double EIGEN_SAME =
    1e-8; // relative difference of values that are equal but for rounding
static const double EIGEN_TOLERANCE = 1e-8; // what engines are asked for: eigen_problem.tolerance

typedef struct eigen_piece {
    int32_t found;     // the wanted ones, and those beyond them that equal the last
    double* values;    // [found] ascending; those of rigid motion are exactly 0
    double* vectors;   // [found][order] in the bases of eigen_bases.h
    double* residuals; // [found] |K x - lambda M x| / |(lambda - shift) M x|
    double shift;      // with which they were found
} eigen_piece;

// False with a sentence when the engine finds them at neither the problem's shift nor, where nothing is held, a far
// smaller one, when there are fewer than wanted or they do not ascend, when a residual is above 1e-3, or when a free piece lacks rigid motions; above 1e-6 there is a note.
bool eigen_piece_solve(const eigen_problem* p, const eigen_engine* engine, eigen_piece* out,
                       eigen_cost* cost, arena* memory, report* r);
