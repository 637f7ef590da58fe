// Pieces of a recording, each with some of its chains, as the recording that one machine would have made.
//
// Which chain is which is not written down: a palette and its seed say what happens in every chain (chain_sample), so a chain is known
// by its responses.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/record/recording.h"

typedef struct merge_result {
    int32_t states, responses, chains;
} merge_result;

// False with a sentence when they are not pieces of one recording, or when chains are in none of them.
bool merge_recordings(const char* const* paths, int32_t count, const char* output, arena* memory,
                      merge_result* out, report* r);
