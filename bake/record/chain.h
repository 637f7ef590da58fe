// A chain of responses as a scene with a list of events: what bake/simulate runs, stops and resumes.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/record/recording.h"
#include "bake/record/sampler.h"
#include "bake/simulate/assembly.h"

typedef struct chain {
    int32_t number, state_count;
    int32_t response_count;
    sampler_response* responses; // states counted from the chain's first
} chain;

// Of a palette that has been checked. False with a sentence when no entry is allowed any more.
bool chain_sample(const palette* p, int32_t number, arena* memory, chain* out, report* r);

// The scene whose states it is.
simulation chain_scene(const simulation* s, const palette* p, const chain* c, arena* memory);

// All but the states, of so many chains one after another. base_or_null: a recording of the same scene that they follow.
recording chain_recording(const assembly* a, const palette* p, const recording* base_or_null,
                          const chain* chains, int32_t count, arena* memory);
