// How an offset between two motions goes away: smoothly, and without overshooting much.
//
// Playing goes on at another state than the one that is shown. What is shown then is the motion from there and the offset of
// the two, which decays as  (d + (w + rate d) t) e^(-rate t)  for an offset d that changes by w: the answer of a critically
// damped spring (numerics.md D5). Its value and its velocity at t = 0 are d and w, so neither jumps, and it is never longer
// than |d| + |w| / (e rate).
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/portrait/portrait.h"

// Of `width` numbers each; velocity_or_null: the derivative.
void blend_offset(const double* d, const double* w, int32_t width, double rate, double t,
                  double* offset, double* velocity_or_null);

// The coordinates shown so many states after playing has gone on, from the state `from`, at the state `at`, and `last`, where
// its motion ends and stays. [rank] each.
void blend_shown(const portrait* p, int32_t from, int32_t at, int32_t last, int32_t states,
                 double rate, double* q, double* v_or_null);

// 1/s: 1 / sqrt(balance). That is the pace of the motion itself, and the only rate at which no offset grows beyond the distance
// of the two states (portrait_distance2): with |d|^2 + balance |w|^2 = 1 it is at most sqrt(1 + 2 s + 2 s^2) e^-s, s = rate t,
// which falls from 1.
double blend_natural_rate(const portrait* p);
