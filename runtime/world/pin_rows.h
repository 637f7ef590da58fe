// Pins of free bodies in a world, as rows of its solver: contacts, joints and pins are one problem there.
//
// A body alone has its pins solved before each substep (pin_solve.c), exactly. Beside contacts that would be two who
// each undo the other: a ball that was pinned below a floor was pulled through it. Here a pin is three rows like those
// of a joint to the world. Its aim goes from where the point was when it was pinned to its target, as that is moved, by
// PIN_SPEED sizes a second at most; the point moves with its aim, and what is open between the two closes at no more
// than the recovery speed. It does no other work than that.
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/world/world.h"

// Before the first substep: which bodies are held in this way; these are near something.
void pins_begin_step(supple_world* w);
// ... and this one, which begins or wakes within the step.
void pins_begin_body(supple_world* w, world_body* wb);

// Whether there are such.
bool pins_are_loaded(const supple_world* w);

// Adds the rows of all pins to the solver; returns how many. And what it found.
int32_t pins_add(supple_world* w, world_level level, double h);
void pins_take(supple_world* w, world_level level);

// When bodies have moved on: the second half of the forces, where the points are then.
void pins_finish(supple_world* w, double h);

// After the last substep: aims are where they were to go.
void pins_end_step(supple_world* w);
