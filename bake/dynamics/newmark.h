// Newmark's implicit step for M u'' + D + R(u) = f, each step solved to the end.
//
//   a+ = (u+ - u) / (beta h^2) - v / (beta h) - (1 / (2 beta) - 1) a
//   v+ = v + h ((1 - gamma) a + gamma a+)
// and u+ such that nothing is left over at the end of the step (numerics.md C8). With 1/4 and 1/2 it
// is of second order and keeps the energy of linear motion. That of large nonlinear motion it does
// not: at 60 steps a second without damping it can grow a thousandfold, though each step is solved
// (C8, test_dynamics_slow).
//
// NEWMARK_CONSERVING balances forces half way instead, with the mean of the stresses at both ends
// (Simo & Tarnow 1992): of the same order, the same for linear motion, and energy is kept whatever
// the step.
//
// NEWMARK_BACKWARD takes v and a from differences of the last places (BDF2; the first step, and one more than
// 2.4 times as long as the one before it, is backward Euler's). Of second order too, it takes energy from
// whatever the step is too long for: a swing whose frequency times h is 10 rad is 0.3 of itself a step later.
//
// A step whose equations are not solved is cut into halves, and those again.
//
// What moves is behind three functions, so that the same stepper runs a body of a million unknowns
// and a test of three.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/dynamics/newton.h"

// Of what the matrix of a step is the sum.
typedef struct newmark_parts {
    double mass, damping, stiffness; // 1/s^2, 1/s, 1
} newmark_parts;

typedef struct newmark_system {
    int64_t order;
    void* user;
    // M a + D(u, v) + R(u) - f at a time, and its size over that of its largest term.
    // change_or_null: of u over the step that the time is the middle of.
    double (*left)(void* user, double time, const double* u, const double* v, const double* a,
                   const double* change_or_null, double* out);
    // mass * M + damping * dD/dv + stiffness * dR/du there, or a firm one (newton.h).
    bool (*prepare)(void* user, double time, const double* u, const double* v,
                    const newmark_parts* parts, bool firm, report* r);
    bool (*solve)(void* user, double* column, report* r);
    double small; // of u: newton.h

    // ---- of a system that says where u may not go (energy.h, limit); else all of it is NULL ----

    // The part of a change of u that may be made, while what is led goes that part of the rest of its way.
    double (*limit)(void* user, const double* u, const double* change, double rest);
    // A step begins, and ends where it was solved; false when it must be solved again. Unknowns that were struck are 1.
    void (*begin)(void* user, double time, const double* u, double h);
    bool (*settle)(void* user, double time, const double* u, const double* v, uint8_t* struck);
    // While it is solved: true when the system has changed at u (newton.h). And when it was not solved: as it began.
    bool (*adapt)(void* user, double time, const double* u);
    void (*give_up)(void* user);
    // What is led stands at this part of its way through the step, 0 to 1; at other times at 1.
    void (*lead)(void* user, double part);
    // Adds to what is left over what leading it the rest of its way would, to first order.
    void (*lead_force)(void* user, double time, const double* u, const double* v, double* out);
} newmark_system;

typedef enum newmark_rule { NEWMARK_END, NEWMARK_CONSERVING, NEWMARK_BACKWARD } newmark_rule;

typedef struct newmark_options {
    newmark_rule rule;
    double beta, gamma; // of NEWMARK_END
    newton_options newton;
    int32_t halvings; // of one step, at most
} newmark_options;

// NEWMARK_END, 1/4, 1/2, newton_default and 6.
newmark_options newmark_default(void);

typedef struct newmark {
    newmark_system system;
    newmark_options options;
    newton newton;
    double time;       // s
    double *u, *v, *a; // [order] at that time; a of NEWMARK_CONSERVING is the mean of the last step
    int64_t steps, cut;              // taken, halves too; steps that had to be cut
    double *last_u, *last_v, last_h; // before the last step, and its length, s; 0: there was none
    // while a step is solved
    double h, prepared; // its length, 0: none; dv/du of the matrix there is
    bool still;         // no step: u alone is sought, at rest
    double *x, *next_v, *next_a, *middle, *change; // [order]
    double* start;   // [5][order] u, v, a, last_u, last_v before the step
    uint8_t* struck; // [order] in the last step, of a system that limits
} newmark;

// Refers to the system's user. u and v are zero.
newmark newmark_make(const newmark_system* s, const newmark_options* o, arena* memory);

// a from equilibrium at the present time, u and v. False with a sentence when the mass cannot be
// solved with.
bool newmark_start(newmark* n, report* r);

// Adds to v at once. False with a sentence when NEWMARK_END, which alone remembers accelerations, cannot find new
// ones.
bool newmark_kick(newmark* n, const double* change, report* r);

// One step of h seconds. False with a sentence when it is not solved however small: the state is
// then that before the step.
bool newmark_step(newmark* n, double h, report* r);

// All that the next step depends on, [newmark_state_size] numbers; the kept matrix is forgotten on both sides.
int64_t newmark_state_size(const newmark* n);
void newmark_save(newmark* n, double* state);
void newmark_restore(newmark* n, const double* state);

// The step as a problem for Newton, and its user: a newmark whose step has begun.
double newmark_step_left(void* user, const double* x, double* out);
bool newmark_step_prepare(void* user, const double* x, bool firm, report* r);

// Leads what is led to the end of the step, and x out of its way (newmark_lead.c). False when there is none.
bool newmark_lead(newmark* n, double* x);

// u where everything is at rest under what pulls at the present time, from the present u; v and a
// become zero.
bool newmark_rest(newmark* n, report* r);
