// What the ranks of one run have in common: who leads, how one waits for news, what all have of memory, how all end.
//
// Rank 0 leads: it runs the command as `supple` does. The others wait, asleep and not spinning, until it has work for all:
// most of a command is the leader's alone, and may use every core.
// SPDX-License-Identifier: MIT
#pragma once

#include <stdbool.h>
#include <stdint.h>

// Once, first and last. Errors of PETSc become sentences, and a factor's blocks are multiplied by one thread: ranks are the threads.
bool ranks_begin(char** argv);
void ranks_finish(void);

int ranks_count(void);
int ranks_self(void);

// The leader's, on all; and the largest of any rank, on all: who is done first sleeps.
int ranks_agree(int code);
int ranks_worst(int code);

// The leader says what is next; the others sleep until they hear it.
void ranks_say(int32_t task);
int32_t ranks_hear(void);

// Bytes that all machines together have left; by all ranks at once, and right on the leader.
double ranks_memory(void);

// Bytes that all ranks have had at most, summed; by all ranks at once.
double ranks_peak(void);

// A sentence on stderr, and the end of all ranks.
_Noreturn void ranks_end(const char* format, ...) __attribute__((format(printf, 1, 2)));
