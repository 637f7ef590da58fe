// Chains that fill the gaps of a recording: each goes where a jump is farthest from any start, and begins its entry there.
//
// How a recording came to a state is known, and the simulator goes the same way again: the events that led there, then the entry
// that was missing. So a start is planned at a state that is known before anything is simulated. Which ones: the farthest jump,
// then the farthest one that is left beside the starts planned so far, and so on (Gonzalez 1985: no choice of as many starts
// leaves less than half of the largest distance that this one leaves, among the states that are known). Where a response that is no
// start was begun and has lasted as long as it may, no other is: it would be the same one.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/portrait/responses.h"
#include "bake/record/chain.h"

// A start that is planned.
typedef struct aim {
    int32_t state, entry; // at which, by which
    int32_t lead;         // states from rest to there
    double distance;      // m, to the nearest start before; INFINITY: there was none
} aim;

typedef struct aims {
    int32_t count;
    aim* all;
    chain* chains; // [count] numbered on from the recording's
    double
        left; // m: the farthest jump that remains from states in reach; INFINITY: some have no start
} aims;

// At most so many; fewer when no jump is left.
aims aims_find(const responses* s, int32_t most, arena* memory);
