// A scene recorded: its chains one after another, or beside each other in several processes, joined at the end.
//
// Every chain is a run of bake/simulate with its own stream and checkpoint beside the output, so that nothing is lost
// whenever a process ends. Processes that are given the same work share it: a chain belongs to who holds its lock, a
// byte of one file that the system releases with the process. Whoever has no free chain left waits for the others,
// takes over what one of them left behind, and the first to see all chains whole joins them.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/record/chain.h"
#include "bake/simulate/run.h"

typedef struct record_options {
    const char* output;
    uint64_t mark; // of the scene, the palette in it, and all files it names
    bool anew;     // whatever is there
    int32_t piece,
        pieces; // only every pieces-th chain, from this one on: `output` is then a piece (merge.h); 0 pieces: all
    int threads;
    const matter_samples* samples;
    // Before a chain: of so many, it has so many states. NULL: silence.
    void (*begins)(void* user, int32_t chain, int32_t chains, int32_t states);
    void (*progress)(void* user, int32_t done, int32_t total); // of its states
    void* user;
} record_options;

typedef struct record_result {
    bool was_whole;  // there was nothing to do
    bool idle;       // there is no chain for this piece
    int32_t resumed; // states that were there before, of the chains this process ran
    int32_t made;    // states that this process made
    checkpoint_counts counts;
    double processor; // s
} record_result;

// False with a sentence; what is there then stays, and the same call goes on from it. A recording that has been added to is
// whole.
bool record_scene(const simulation* s, const palette* p, const record_options* o, arena* memory,
                  record_result* out, report* r);

// What lies beside an output of chains that are joined, numbers first to end: of a process that was killed just then.
void record_forget(const char* output, int32_t first, int32_t end, arena* memory);

// More chains behind those of a whole recording, o->output, that is open; their numbers go on from it. As resumable, and
// shared among processes in the same way, as long as all are given the same chains.
bool record_more(const simulation* s, const recording* base, const chain* chains, int32_t count,
                 const record_options* o, arena* memory, record_result* out, report* r);
