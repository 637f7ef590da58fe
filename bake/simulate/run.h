// A scene from its beginning, or from its checkpoint, to its end; every state goes to disk as it comes.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/simulate/assembly.h"
#include "bake/simulate/checkpoint.h"
#include "bake/simulate/stream.h"

typedef struct run_options {
    const char* output; // the stream grows beside it, and so does the checkpoint
    point_cache_layout layout;
    uint64_t mark; // of the scene: checkpoint.h
    bool anew;     // whatever a checkpoint says
    // After a step of h seconds; NULL: nobody listens.
    void (*stepped)(void* user, const assembly* a, double h);
    // After a state is stored, before its checkpoint is written; NULL: nothing more is stored of it.
    bool (*stored)(void* user, const assembly* a, int32_t state, report* r);
    // Between states: so many are done, of all.
    void (*progress)(void* user, int32_t done, int32_t total);
    void* user;
} run_options;

typedef struct run_result {
    stream states;   // whole, not yet renamed
    int32_t resumed; // states that were there before
    checkpoint_counts counts;
    double processor; // s, of this process
} run_result;

// False with a sentence when a step is not solved (the states up to there stay, with their checkpoint), when the disk is
// full, or when a checkpoint of another scene is in the way.
bool run_scene(assembly* a, const run_options* o, arena* memory, run_result* out, report* r);

// The checkpoint has done its work.
void run_forget(const run_options* o, arena* memory);
