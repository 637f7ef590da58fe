// The impulses that coordinates need so that points of the surface reach their targets in a step.
//
// Hauser, Shen & O'Brien 2003, eqs. (13) to (16), as numerics.md B7 corrects them. What is asked for (a place
// at the end of the step, a velocity, an acceleration) is W z with rows W, and each coordinate's z is
// known without the hold: of_q q + of_v v + of_force f. Pushes p at the points, or at others whose rows
// are P (the paper's phi and psi), change it by W S P^T p, so that W S P^T p = target - W z. What
// coordinates receive is their impulse P^T p, newton seconds; those that take it as a force have it spread
// over the step.
//
// Places: the gain of an impulse, E12, changes its sign at omega h = pi, and the loop of step and pin then
// grows (numerics.md B8: 2.8 to 15 times a step). So a step is cut until omega h <= HOLD_RESPONSE_SOFT for every
// coordinate, HOLD_RESPONSE_MAX_CUTS times at most; coordinates still stiffer than that take their share as a
// force over the step, whose gain G1 / h is positive at any omega h. Largest growth a step, searched among
// 2,700 random systems (test_hold_response.c repeats some): cut steps 1, also without any damping; the mixed form
// below 1 from a damping ratio of 0.01 on, up to 1.04 with none. Forces for all are stable without cutting,
// but ring.
//
// Velocities at the end by impulses (E22) grow for any set of several points, 1.1 times a step from
// omega h = 0.5 on: they are answered by forces (E12), and stiff coordinates by their mean velocity
// over the step, whose gain G1 / h^2 is never negative. With that, and for accelerations, the loop has a
// radius of 1: where the points are is nobody's business then. docs/decisions/0015 has the figures.
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/model/propagator.h"
#include "supple/supple.h"

#define HOLD_RESPONSE_SOFT 1.5 // rad: the largest omega h that takes its share as an impulse
enum { HOLD_RESPONSE_MAX_CUTS = 16 };

// Directions in which points move less than 1 / 30 as easily as the most mobile point of their part
// does are let go, softly: to follow there by a centimetre would throw other vertices by decimetres.
#define HOLD_RESPONSE_WEAK 1e-3

// The damped rate of a coordinate, rad/s. One that creeps back has none, and does no harm at any step.
double hold_response_rate(double lambda, double decay);

// How many equal steps a step of h is cut into; `rate` is the largest omega, rad/s.
int hold_response_cuts(double rate, double h);
bool hold_response_needs_cuts(supple_hold_kind kind);

// How a coordinate answers in a step of h.
typedef struct coord_response {
    double gain;                 // what an impulse of 1 adds to what is asked for; never below 0
    double of_q, of_v, of_force; // what it is without the impulse
    bool impulse; // an impulse changes v at once; otherwise it is a force, impulse / h
} coord_response;
coord_response hold_response_of(supple_hold_kind kind, double lambda, double decay, double h,
                                const propagator_matrix* m);

// Rows that answer alike when there are more of them than coordinates: rows [row_count][coord_count]
// become orthonormal columns Q in place, reduced [coord_count][coord_count] is R, and W = Q R. A system
// of R with Q^T missing has the same impulses, and so has one whose pushes are reduced. work has
// coord_count * (coord_count + 1) numbers.
void hold_response_reduce(double* rows, int row_count, int coord_count, double* reduced,
                          double* work);

// answer [row_count][coord_count]: what each coordinate receives for a unit that is missing in each row.
// pushes: [push_count][coord_count], or the same pointer as rows. gain [coord_count], all 0 or above.
// easiest: what W S W^T is, in any one direction, for the point that moves most easily. work has
// hold_response_work_size numbers.
typedef struct hold_system {
    const double *rows, *pushes;
    int row_count, push_count, coord_count;
    const double* gain;
    double easiest;
} hold_system;
int hold_response_work_size(int row_count, int push_count);
void hold_response_prepare(const hold_system* system, double* answer, double* work);

// out [row_count] = rows z; coord_impulse [coord_count] += missing answer.
void hold_response_measure(const double* rows, int row_count, int coord_count, const double* z,
                           double* out);
void hold_response_solve(const double* answer, int row_count, int coord_count,
                         const double* missing, double* coord_impulse);

// By how much the state of a body grows a step, all steps alike, while a hold asks for zero: the largest
// absolute eigenvalue of the loop, by power iteration. Only sets with other pushes than rows need it:
// they may grow whatever the step (two points of one mode with opposite signs do). state has
// 4 * coord_count numbers.
double hold_response_growth(const hold_system* system, const double* answer,
                            const coord_response* response, const propagator_matrix* steps,
                            double h, double* state, double* missing);
