// What a free body has of energy, and an account that keeps steps from adding any.
//
// Each part of a step keeps energy by itself, or nearly: flesh is propagated exactly, rotation by a midpoint rule, what
// couples them by kicks that undo each other, contacts and joints by displacements. Nearly is not enough: an undamped
// ball that spins at a third of its flesh's rate went to four times its energy in a second, by errors of a
// thousandth a step that always have one sign. So the sum is watched, as the time-domain passivity control of Hannaford & Ryu
// 2002 does: energy before a substep, plus what came from outside, must cover energy after it. What is
// missing is taken from motion; what was lost is not given back, but for a reserve of RESERVE of what the body
// has: errors that change their sign, as those of a swing do, are no loss over a swing.
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/body/body.h"

// Kinetic energy, elastic energy; joules. Of a body as it is, which `m` was measured of.
typedef struct free_energy {
    double travel; // of the centre of mass
    double turn;   // 1/2 L I^-1 L: what its angular momentum needs, whatever flesh does
    double flesh;  // the flesh's own motion, without what of it is rotation
    double spring; // elastic
} free_energy;

free_energy free_energy_of(const supple_body* b, const free_measure* m);

static inline double free_energy_sum(const free_energy* e) {
    return e->travel + e->turn + e->flesh + e->spring;
}

// Whether a body has an account: free ones whose flesh's energy is known.
bool free_has_account(const supple_body* b);

// Before the first substep of a step, and after a substep, when nothing will change it before the next one: writes
// down what it has.
void free_open_account(supple_body* b, const free_measure* m);

// Around the advance of a substep: gravity and forces of the caller do work on it, which free_note_work adds up.
typedef struct free_path {
    double place[3], turn[3][3], spin, flesh; // the caller's forces on flesh times the coordinates
} free_path;
free_path free_begin_path(const supple_body* b);
void free_note_work(supple_body* b, const free_path* from, double h);

// What its reserve comes to be after a substep, below 0 where there is more energy than there may be. The account is then
// opened again.
double free_close_account(supple_body* b, const free_measure* m);

// As much of that as stays in reserve for what has so much energy.
double free_reserve(double balance, double energy);

// After a substep of a body that nothing is near.
void free_keep_energy(supple_body* b);
