// How a body takes part in what happens: gravity, drag, friction, sleep, and whether it is moved by anything at all.
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/body/body.h"

// At creation.
void body_dynamics_start(supple_body* b);

// Whether those of a state, as bytes, can be gone on from.
bool body_dynamics_fit(const void* dynamics);

// Stops it where it is.
void body_dynamics_sleep(supple_body* b);
