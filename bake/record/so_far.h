// What there is of a recording while it is being made: its chains as far as they go, as a recording of its own.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/record/chain.h"

typedef struct so_far_result {
    int32_t states, responses, chains;
    int32_t wanted; // states, when it is whole
} so_far_result;

// Every chain of `output` as far as it goes, its last response cut there, to `path`. Only reads: processes that are at work go on.
// False with a sentence, also when no response has lasted as long as responses must.
bool so_far_join(const assembly* a, const palette* p, const char* output, const char* path,
                 uint64_t mark, arena* memory, so_far_result* out, report* r);
