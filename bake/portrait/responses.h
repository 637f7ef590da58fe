// What can be played: which responses may be begun, what they run on into, and from each state the nearest start.
//
// James & Fatahalian 2003, sections 3.5 and 5.2, with docs/numerics.md D4 and D5. A response begins at a state before its
// impulse; playing it from another state shows the offset between the two, which a blend takes away. So the nearest start
// is what matters, among starts that do the same: of the same entry, and with the same change of the support's speed.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/portrait/portrait.h"

typedef struct responses_options {
    double shortest; // s: shorter ones are no starts
    double
        at_rest; // of the reach: what stays within it for 0.1 s, velocities balanced, stands still
    double run_on; // of the reach: as far a response may run on into another state
} responses_options;

// A quarter of a second, 0.01 and 0.1.
responses_options responses_default(void);

typedef enum response_end {
    RESPONSE_RESTS,   // it ends where nothing moves any more
    RESPONSE_LIMITED, // it lasts as long as the support's limits let it; or, if it is no start, all that run on into it do
    RESPONSE_RUNS_ON, // from its end it is blended into another one, or into rest
    RESPONSE_IS_DEAD, // none is near: a dead end
} response_end;

typedef struct response {
    bool is_start;
    response_end end;
    double speed;    // at its end, balanced, of the reach
    int32_t next;    // RESPONSE_RUNS_ON: the response it runs on into; -1: rest itself
    int32_t next_at; // ... from this state of it; the one at rest
    double distance; // ... that far from its own last one, m
    double rate;     // ... 1/s: how fast that offset goes away (blend.h)
    int32_t
        crossings; // ... pairs of triangles that pass through each other on the way; -1: not tested (jumps.h)
} response;

typedef struct nearest {
    int32_t response; // -1: there is none
    float distance;   // m
    int32_t
        crossings; // pairs of triangles that pass through each other while it is blended; -1: not tested (jumps.h)
} nearest;

typedef struct responses {
    const portrait* of;
    int32_t count, start_count;
    response* all;   // [count] as in the recording
    int32_t* speeds; // [state_count] of the support, at each state
    nearest* starts; // [state_count][entry_count]
} responses;

responses responses_make(const portrait* p, const responses_options* o, int threads, arena* memory);

// Does a start of this response do to a state of that speed what the entry would? No metric in it.
bool responses_fits(const recording* x, int32_t response, int32_t entry, int32_t speed);
