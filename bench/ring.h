// The torus that other programs are given, too: 1,036 nodes, 3,996 four-node elements, 20 modes of 3 to 13.7 Hz.
// SPDX-License-Identifier: MIT
#pragma once

#include "scenes/toy.h"

enum { RING_MODES = 20 };

bool ring_make(arena* memory, toy* out, report* r);

// Into a folder: ring.supple, and its mesh and material as ring.json, for bench/peers/ring.mjs. Returns the exit status.
int ring_write(const char* folder);
