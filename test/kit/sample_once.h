// A sample made once in a program, however many of its cases look at it: a swimmer takes over a
// second to sculpt.
// SPDX-License-Identifier: MIT
#pragma once

#include "scenes/scenes.h"

#include <assert.h>

static inline const scene* sample_once(const char* name) {
    static arena* memory; // until the program ends
    static scene made[64];
    int at = (int)(sample_find(name) - samples);
    assert(at < 64);
    if (memory == NULL)
        memory = arena_create();
    if (made[at].primitive_count == 0)
        made[at] = samples[at].make(memory);
    return &made[at];
}
