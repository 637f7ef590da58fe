// Rayleigh damping, C = alpha M + beta K, asked for in one of four ways.
//
// It keeps the modes apart: mode i is q'' + 2 d q' + lambda q = f with d = (alpha + beta lambda) / 2. The
// pair (lambda, d) is stored, not the damping ratio d / sqrt(lambda), which a rigid mode does not have
// (numerics.md 0). Alpha is a drag on all motion, the rigid one of a free body too; beta is the flesh's own.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/report.h"

typedef struct damping {
    double alpha; // 1/s
    double beta;  // s
} damping;

typedef enum damping_form {
    DAMPING_BY_NUMBERS, // alpha and beta themselves
    DAMPING_BY_RATIOS,  // of critical damping, at two frequencies
    DAMPING_BY_SECONDS, // dies out: see below
    DAMPING_BY_SWINGS,  // the same, in so many periods of the slowest elastic mode
} damping_form;

typedef struct damping_request {
    damping_form form;
    damping numbers;
    double hz[2], ratio[2];
    double seconds;
    double swings;
} damping_request;

// values: of the modes kept, (rad/s)^2, in any order, zeros for rigid ones. False with a sentence for
// numbers that are none, for ratios that would feed energy into some modes, and for a time in which
// the slowest mode cannot come to rest however it is damped. A ratio of 1 and more gets a note.
//
// "Dies out in x seconds": the swings of every elastic mode fall to a hundredth within x, those of the
// slowest in exactly x. A hundredth of the 5 cm that flesh jiggles at most is half a millimetre, which
// nobody sees. Alpha and beta have equal parts in the slowest mode: with less beta higher modes would
// have a smaller ratio than it, and go on for more swings; with more, more modes would only creep.
// In swings it suits a body of any size: small ones swing faster, and look wrong when they ring as long as
// large ones. A ratio of x dies out in 0.73 / x swings.
bool damping_find(const damping_request* q, const double* values, int32_t count, damping* out,
                  place where, report* r);

// d of a mode, 1/s.
double damping_of(const damping* c, double value);

// Seconds until a mode's swing, or its creep where it does not swing, has fallen to a hundredth;
// infinite for an undamped one and for a rigid one without alpha.
double damping_seconds(double value, double d);
