// How far the flesh of a part is displaced at most.
//
// A coordinate moves no vertex farther than its reach, so a part's flesh is within the sum of |q| reach: looking at
// no vertex, and safe whichever way they go. But no vertex goes so far where coordinates are many. So limits, which begin to act
// at half of them, are measured by that sum as long as it is below a half, and from there on by the farthest of a few vertices
// (runtime/asset/witness.h). It counts from the shape that limits count from (body_swing), each
// coordinate as far as it is faded in. Whoever asks how near a part is to its limit (its hardening and stop, pins,
// contacts, what shakes and throws flesh) asks here, or they disagree about where the flesh is.
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/body/body.h"

#define BOUND_MEASURED 1e6 // limits: more may be beyond float, and the sum tells enough

// How far one unit of coordinate i of a part moves a vertex at most, as it is shown; the mesh's unit.
static inline float bound_reach(const supple_body* b, int32_t part, int32_t i) {
    const body_part* p = &b->parts[part];
    return body_fade_fraction(b->fade[p->first + i]) * p->asset.coords[i].reach;
}

// Of flesh displaced by `x`, numbered as the body's coordinates, or moving with it: no vertex of the part goes
// farther, faded in or not; the mesh's unit, or that a second. Of b->amount, in which the fade is already, it is the
// bound of what is shown.
float bound_of(const supple_body* b, int32_t part, const float* x);

// Of flesh that the bones shake as b->shake_now has it, in limits: how far a step of h seconds throws it, of which
// their impulse acts for `area`.
float bound_shaken(const supple_body* b, int32_t part, float h, float area);

// Of what is shown of flesh that is `x` from where limits count, in limits of the part. x: numbered as the body's coordinates.
double bound_in_limits(const supple_body* b, int32_t part, const double* x);

// The same of b->gauge, which holds what is shown of it.
float bound_of_gauge(const supple_body* b, int32_t part);

// Of the flesh as it is, in limits.
float bound_now(const supple_body* b, int32_t part);

// What a unit of each coordinate adds to that times the limit, out: [active]; the mesh's unit. Below half of the limit it is the sum's,
// with its corners rounded off by `round` of the limit, else coordinates at rest would be kicked to and fro.
void bound_gradient(const supple_body* b, int32_t part, double round, float* out);

// Of the flesh as far as it swings, in limits, when `pull` is added to its velocities.
double bound_thrown(const supple_body* b, int32_t part, const double* coord_impulse);
