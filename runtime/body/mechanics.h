// How a body takes part in what happens: gravity, drag, friction, sleep, and whether it is moved by anything at all.
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/body/body.h"

// At creation.
void mechanics_start(supple_body* b);

// Whether those of a state, as bytes, can be gone on from.
bool mechanics_fit(const void* dynamics);

// Stops it where it is.
void mechanics_sleep(supple_body* b);
