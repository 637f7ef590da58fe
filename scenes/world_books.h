// The books of a run: energy put in, work done, energy there; and what must not happen.
// SPDX-License-Identifier: MIT
#pragma once

#include "scenes/world_run.h"

// Energy that a call has put in, with its sign.
void books_give(world_run* r, double joules);

// A free body comes, with the energy it has, or goes with it.
void books_enter(world_run* r, int32_t body);
void books_leave(world_run* r, int32_t body);

// A body has come somewhere: what its centre is in there it may leave, and nothing else may it enter.
void books_watch(world_run* r, int32_t body);

// Before and after a step.
void books_open(world_run* r);
void books_close(world_run* r);

// A joint begins: what its spring holds already, and where it hangs on a driven body.
void books_tie(world_run* r, int32_t joint);
