// What there is of a recording while it is being made: its chains as far as they go, as a recording of its own.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/record/chain.h"

typedef struct so_far_result {
    int32_t states, responses, chains;
    int32_t wanted; // states, when it is whole
} so_far_result;

// Every chain of `output` up to the end of its last response that is whole, to `path`. Only reads: processes that are at work go
// on. False with a sentence, also when no response is whole yet.
bool so_far_join(const assembly* a, const palette* p, const char* output, const char* path,
                 uint64_t mark, arena* memory, so_far_result* out, report* r);
