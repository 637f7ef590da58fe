// Coriolis and spin forces: what a turning bone does to flesh that is displaced or moves in its frame.
//
// -2 w x v and -A u, reduced to the coordinates (NUMERICS A6). Without them the error grows with the
// bone's spin over the flesh's frequency: 11 % at a fifth, 55 % at a half.
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/body.h"

// Finds b->spins from frames h seconds apart and from b->changes.
void spin_measure(supple_body* b, const frame_pose* from, const frame_pose* to, double h);

int32_t spin_substeps(const supple_body* b, double h);

// Changes v as the spin does within h seconds, for coordinates that stay.
void spin_kick(supple_body* b, float h);
