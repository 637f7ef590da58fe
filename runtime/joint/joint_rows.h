// Joints in a solve of the world: their rows, and what the solver found.
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/world/world.h"

// Whether there are joints whose places impulses keep from parting: without them, the errors of forces add
// up where flesh is overloaded.
bool joints_are_loaded(const supple_world* w);

// Adds the rows of all joints that hold to the solver; returns how many joints there were.
int32_t joints_add(supple_world* w, world_level level, double h);

// After the run: what they bore, and which broke.
void joints_take(supple_world* w, world_level level, double h);

// When bodies have moved on: the second half of the forces, on rigid motion, where joints are then.
void joints_finish(supple_world* w, double h);
