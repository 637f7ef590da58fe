// The rigid motion of a free body, as six more coordinates of its holds.
//
// Three moves and three turns, each scaled so that an impulse of 1 gives it a speed of 1, as the elastic
// coordinates are: the solver then sees no difference but that nothing pulls them back. All in the
// body's own axes and with arms at rest, so that a set of points has the same rows in every pose and its
// answer stays (runtime/hold/pin_work.h). What that leaves out, of second order in the turn of a substep and in
// the deformation, is taken care of by looking at where the points will really be.
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/body/body.h"

enum { PIN_RIGID = 6 };

// Writes columns first .. first + 5 of the three rows of a point, n numbers each. rest: in the body's own
// axes, world units.
void pin_rigid_rows(const supple_body* body, const double rest[3], size_t first, size_t n,
                    double* rows);

void pin_rigid_speeds(const supple_body* body, double speeds[PIN_RIGID]);
void pin_rigid_kick(supple_body* body, const double coord_impulse[PIN_RIGID]);

// From velocity and spin in the world (metres) to the six, and from their impulse to an impulse and an
// angular one.
void pin_rigid_scale(const supple_body* body, const double* velocity, const double* spin,
                     double speeds[PIN_RIGID]);
void pin_rigid_unscale(const supple_body* body, const double coord_impulse[PIN_RIGID],
                       double impulse[3], double turning[3]);

// Where a free body is: own axes and world units to the world, and back.
typedef struct pin_frame {
    double turn[3][3], origin[3];
} pin_frame;
pin_frame pin_rigid_frame(const supple_body* body, const free_state* state);
void pin_rigid_place(const pin_frame* frame, const double own[3], double world[3]);
void pin_rigid_turn_back(const pin_frame* frame, const double world[3], double own[3]);

// What the rigid motion alone adds to a point's velocity or acceleration, as a hold of that kind asks
// for it over a substep of h; world.
void pin_rigid_carried(const supple_body* body, supple_point at, supple_hold_kind kind, double h,
                       double out[3]);
