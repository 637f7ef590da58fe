// Newton's method for forces that must balance, with a second direction for where the first fails.
//
// The tangent of a deformed body may be indefinite (it buckles, or is squeezed: numerics.md C7), and
// Cholesky then refuses it. Shifting it by a guessed multiple of the mass needs several factors to
// find one; every term of the energy knows a matrix that is never negative and near its tangent
// (energy.h), of elastic tets the material's own part. That `firm` matrix takes the place of a tangent
// that is refused. Full corrections are trusted for a few times even if they leave more (a watchdog:
// Chamberlain et al. 1982); then it goes back to the best place, where less is left or energy is lower
// (docs/decisions/0055-unstable-places.md), and shortens them so that energy falls.
//
// A problem may limit how far a correction goes (contact): every place that is looked at is before the limit.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/report.h"

typedef struct newton_problem {
    int64_t order;
    void* user;
    // What is left over at x, and its size over that of its largest term; both may be not finite.
    double (*left)(void* user, const double* x, double* out);
    // The matrix at x; `firm`: one that is positive definite. False when it is not.
    bool (*prepare)(void* user, const double* x, bool firm, report* r);
    // Solves with the last matrix, in place.
    bool (*solve)(void* user, double* column, report* r);
    double small; // corrections below this, in any unknown, do not matter
    // The part of x - part * move that may be made, at most `part`; NULL: all of it. No x beyond it is asked for.
    double (*limit_or_null)(void* user, const double* x, const double* move, double part);
    // The search stands at x: true when the problem has become another one there, so that what is left and the matrix must be
    // asked for anew. Only so often in one search. NULL: it never does.
    bool (*adapt_or_null)(void* user, const double* x);
} newton_problem;

typedef struct newton_options {
    double tolerance;   // of what is left, over its largest term
    int32_t iterations; // by full corrections, and as many again by shortened ones
    double
        keep; // the matrix is kept while each correction leaves less than this part; 0: never kept
} newton_options;

// 1e-10, 30 and a quarter.
newton_options newton_default(void);

typedef struct newton_counts {
    int64_t solves, corrections, matrices, firm; // firm: of the matrices
} newton_counts;

typedef struct newton {
    newton_problem problem;
    newton_options options;
    newton_counts counts;
    bool ready;                       // there is a matrix to be kept
    double *rest, *move, *next, *try; // [order]
    double* best;                     // [2][order] where least was left, and what
} newton;

newton newton_make(const newton_problem* p, const newton_options* o, arena* memory);

// The matrix was made for something else, such as another step: make a new one.
void newton_forget(newton* n);

// Moves x to where nothing is left over: at least one correction, unless nothing at all is. False
// when it does not get there: x is then the best that was found. What was left, if asked for.
bool newton_solve(newton* n, double* x, double* left_or_null);
