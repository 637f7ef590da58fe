// Random sequences of a palette's entries that obey its rules (palette.h).
//
// A sequence is made before anything is simulated (James & Fatahalian 2003, section 3.5): a chain is then a scene
// with a list of events like any other, and can be stopped, resumed and run beside others.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/record/palette.h"

// From state `first`, at which the impulse comes, to `first + count`, the last one.
typedef struct sampler_response {
    int32_t entry, before, after; // speeds
    int32_t first, count;         // states
} sampler_response;

typedef struct sampler {
    const palette* palette;
    uint64_t random;
    int32_t speed, state; // now
    vec3 displacement;    // of the support
} sampler;

// At rest. Chains of one palette differ by their number.
sampler sampler_begin(const palette* p, int32_t chain);

// An entry that is allowed now, each of them as likely, for a time between shortest and longest that the limits leave: any of
// them, or, for the palette's share of full ones, all of it, so that motion is seen to come to rest.
// Never false for a palette that palette_check has passed: then, no entry is allowed.
bool sampler_next(sampler* s, sampler_response* out);

// Of all responses, those of a chain: equal shares, the first ones one more.
int32_t sampler_fraction_done(const palette* p, int32_t chain);
