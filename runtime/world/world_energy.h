// The account of energy of islands: a substep leaves an island no more than it had and what came from outside.
//
// Work from outside is known at the rows: a force times how far bones, colliders and targets moved, an overlap or a
// gap is taken back, and nothing else (gravity and forces of the caller: free_energy.h). Whatever rows of small turns, sweeps
// that end early, and flesh that stops at its limit do beyond that is an error, and is taken from the motion of the
// island: of one that nothing outside holds, only from its bodies' motion against each other, so that its momentum
// and its angular momentum stay. What motion cannot pay at once is owed.
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/world/world.h"

// Before contacts of a substep are answered.
void world_open_accounts(supple_world* w);

// After a solve: what its contacts, joints and pins may have brought from outside.
void world_note_work(supple_world* w, world_level level, double h);

// When a substep is over and everybody has moved.
void world_close_accounts(supple_world* w, double h);
