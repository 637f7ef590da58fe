// A recording baked and played at random, for benches: what is timed, and what is counted.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/bake_recording.h"
#include "supple/supple.h"

typedef struct played_recording {
    arena* memory;
    size_t size; // of the asset, bytes
    recording x;
    bake_result out;
    supple_asset asset;
    supple_body* body;
    int32_t part; // the recorded one
    uint32_t seed;
} played_recording;

// recipe_text: as in a recipe file, "recorded: {rank: 12}". Its recording is open already. False with sentences.
bool played_make(const recording* x, const char* recipe_text, played_recording* out, report* r);
// Of a .supple or a .glb that was baked; the bytes stay until it is closed.
bool played_read(bytes file, played_recording* out);
void played_close(played_recording* p);

// Perhaps an entry, twice a second, and a step.
void played_step(played_recording* p, float dt);
