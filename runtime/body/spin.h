// Coriolis and spin forces: what a turning bone does to flesh that is displaced or moves in its frame.
//
// -2 w x v and -A u, reduced to the coordinates (numerics.md A6). Without them the error grows with the
// bone's spin over the flesh's frequency: 11 % at a fifth, 55 % at a half.
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/body/body.h"

// Beyond this much of the flesh's own stiffness the spin would tear linear flesh apart.
#define SPIN_FRACTION 0.5

// Radians within a substep: the series for the turn of velocities is good to 1e-4 up to here. Faster spin, which
// no number of substeps is spent on, is felt as this: flesh that it throws would gain by what is left out.
#define SPIN_MOST_TURN 0.25

// Terms of that series smaller than this fraction of a velocity are below its rounding.
#define SPIN_TERM 1e-8f

// Finds b->spins from b->changes.
void spin_measure(supple_body* b);

// b->spins of one part, in its axes: rad/s and rad/s^2. Cut where it would tear the flesh apart.
void spin_set(supple_body* b, int32_t part, const double w[3], const double turning[3]);

// Into how many substeps the spin of a part wants a step of h seconds cut, 1 to 16.
int32_t spin_substeps(const supple_body* b, int32_t part, double h);
int32_t spin_substeps_of(const double w[3], double h); // of any spin

// At the frame where a step begins: the change of the spin, which stands for `area` seconds.
void spin_impulse(supple_body* b, int32_t part, double area);

// Folds what the spin does in substeps of h seconds, for the two below.
void spin_begin(supple_body* b, int32_t part, float h);

// What the spin does to velocities in a substep, half of it before the coordinates advance and half after.
void spin_before(supple_body* b, int32_t part);
void spin_after(supple_body* b, int32_t part);
