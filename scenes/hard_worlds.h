// Worlds that are hard to keep: what a stack, an overlap, a kick, a squeeze has gone wrong with before.
//
// Each is deterministic and has a law of its own (test/scenes/test_hard_worlds.c); bench worlds times them.
// SPDX-License-Identifier: MIT
#pragma once

#include "scenes/world_script.h"

typedef struct hard_world {
    const char *name, *about;
    void (*describe)(world_script* s);
} hard_world;

enum { HARD_WORLDS = 27 };
extern const hard_world hard_worlds[HARD_WORLDS];

// False when there is no such world.
bool hard_world_describe(const char* name, world_script* out);
