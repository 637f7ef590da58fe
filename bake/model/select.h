// Which modes are worth keeping: those that can be seen, that bones excite, and that frames can
// show.
//
// A mode is seen when the largest force moves some vertex by more than the smallest visible step:
// max_a |w_a|^2 / lambda >= step / force. Hauser et al. 2003 take the norm of the whole mode, which
// grows with the number of nodes (numerics.md B6). Modes are ranked by the energy they take up when
// the bone accelerates, not by frequency: shaking a bar along its axis, the five lowest modes hold
// a fraction of the energy that one or two higher ones do. The whole energy is known without the
// modes: it is that of the static answer, so what is missing can be told, not only what is there.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/fem/forcing.h"

// ---- what can be seen ------------------------------------------------------------------

// The most that one newton on a vertex moves it in this mode, m/N: the largest |w|^2 over the
// vertices, by lambda. shape: [count][3] at q = 1; seen: [count] 1: counts, or NULL: all do.
// Infinite for a rigid mode that moves a vertex that is seen.
double select_reach(const double* shape, int32_t count, const uint8_t* seen_or_null, double value);

// ---- what bones excite -----------------------------------------------------------------

// How strongly a bone shakes: independent accelerations a + A (r - centre), rms.
typedef struct select_shake {
    vec3 centre;
    double linear[3];  // of a, m/s^2
    double turn[3][3]; // of A, 1/s^2; A = turn rate of spin and its square (numerics.md A4)
} select_shake;

// 1 m/s^2 along each axis, and as much by each entry of A at `length` from the centre: the body's
// centre and its radius of gyration, if nothing else is known. length 0: no turning.
select_shake select_shake_even(vec3 centre, double length);

// As strong a turn as a push, felt at the body's radius of gyration.
select_shake select_shake_of_body(const forcing_body* b);

// What such a shake pushes a mode with, in twelve independent ways.
enum { SELECT_LOADS = 12 };
void select_loads(const forcing_mode* f, const select_shake* shake, double loads[SELECT_LOADS]);

// The energy of a mode that is shaken slowly, on average: J.
double select_energy(const forcing_mode* f, double value, const select_shake* shake);

// The same of the whole body with all the modes it could have: half of b' K^-1 b over the twelve
// loads b. all: over all nodes; number, free_count: as assemble_free made them. False with a
// sentence when the body is not held.
bool select_energy_of_all(const tets* t, const assemble_matrices* all, const int32_t* number,
                          int32_t free_count, const select_shake* shake, int threads, double* out,
                          report* r);

// ---- which to keep ---------------------------------------------------------------------

typedef struct select_rule {
    double step, force; // m and N: what can be seen, and what pushes at most; 0: all can be seen
    bool resonant;      // forces may swing with the mode: 1 / (2 xi) times as far
    double frame_rate;  // 1/s, 0: any. Modes that swing faster than half of it are left out
    int32_t count;      // at most so many, 0: any number
} select_rule;

typedef struct select_candidates {
    int32_t count;
    const double* values;          // lambda
    const double* damping_or_null; // d, 1/s, xi = d / sqrt(lambda); NULL: none
    const double* reach_or_null;   // select_reach; NULL: all can be seen
    const double* energy_or_null;  // select_energy; NULL: ranked as they come
} select_candidates;

typedef struct select_result {
    int32_t count;
    int32_t unseen, too_fast, surplus; // left out, by the first of these that holds
} select_result;

// kept: room for all; the best first, so that what is cut off at the end is the least. Equal ones
// come as they are numbered.
select_result select_modes(const select_candidates* c, const select_rule* rule, int32_t* kept);
