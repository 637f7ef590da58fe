// Limits of parts as rows of a world's solver: what presses flesh knows that it will stop.
//
// A part whose flesh comes near its limit gets one unilateral row on its coordinates: within the substep its bound
// may grow to the limit and no further. So contacts, joints and pins find the force that rigid motion has to
// bear, in the same solve, instead of pushing flesh that the stop (runtime/body/limit.h) would put back. It does no work but to
// stop.
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/world/world.h"

// Adds the rows of all bodies that are in the solver, after everything else is.
void limits_add(supple_world* w, world_level level, double h);
// After a solve of forces: what they bear, among the warm starts of contacts.
void limits_keep(supple_world* w);
