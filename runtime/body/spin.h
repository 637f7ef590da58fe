// Coriolis and spin forces: what a turning bone does to flesh that is displaced or moves in its frame.
//
// -2 w x v and -A u, reduced to the coordinates (numerics.md A6). Without them the error grows with the
// bone's spin over the flesh's frequency: 11 % at a fifth, 55 % at a half.
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/body/body.h"

// Finds b->spins from frames h seconds apart and from b->changes.
void spin_measure(supple_body* b, const frame_pose* from, const frame_pose* to, double h);

// b->spins of one part, in its axes: rad/s and rad/s^2. Cut where it would tear the flesh apart.
void spin_set(supple_body* b, int32_t part, const double w[3], const double turning[3]);

// Into how many substeps the spin of a part wants a step of h seconds cut, 1 to 16.
int32_t spin_substeps(const supple_body* b, int32_t part, double h);

// At the frame where a step begins: the change of the spin, which stands for `area` seconds, and what the spin does
// in substeps of h seconds.
void spin_begin(supple_body* b, int32_t part, double area, float h);

// What the spin does to velocities in a substep, half of it before the coordinates advance and half after.
void spin_before(supple_body* b, int32_t part);
void spin_after(supple_body* b, int32_t part);
