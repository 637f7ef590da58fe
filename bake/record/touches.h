// Where and when things touch while a chain is simulated, for sound and dust.
//
// Pairs of features push by the thousand where a towel lies on a door. Pairs of the same two bodies that share a node are one
// patch, and a patch is one contact of a state: its place and normal are means by push, its impulse the sum over the steps
// since the state before. They grow in a file beside the chain's states, so that a chain that was ended goes on with both.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/record/recording.h"
#include "bake/simulate/assembly.h"

typedef struct touches touches;

// path: of the file that grows. Nothing is opened before the first state is stored.
touches* touches_make(const char* path, const assembly* a, arena* memory);

// After a step of h seconds.
void touches_step(touches* t, double h);

// After a state: what was collected since the one before goes to the file. Whatever the file has of this state and later ones
// is of an earlier process, and goes. False with a sentence.
bool touches_store(touches* t, int32_t state, report* r);

// Of the states below `states`, counted from the chain's first. A scene without contact has no file.
bool touches_read(const char* path, int32_t states, arena* memory, recording_contact** out,
                  int32_t* count, report* r);
