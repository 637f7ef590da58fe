// --piece i/n: one of n shares of work that come in no order, so that any scheduler can hand them out.
// SPDX-License-Identifier: MIT
#pragma once

#include "cli/cli.h"

#define PIECE_HELP "only the I-th of N pieces; `supple merge` joins them"

typedef struct piece_choice {
    int32_t index, count; // 0 to count - 1; count 0: all of the work
} piece_choice;

// NULL or "all": all of it. False with a sentence about a text that is no piece.
bool piece_parse(const char* text_or_null, piece_choice* out);

// Is it of this piece? Every count-th is, so that neighbours, which are often alike, go to different ones.
static inline bool piece_has(piece_choice p, int32_t item) {
    return p.count == 0 || item % p.count == p.index;
}

// "out.rec" of a piece is "out.rec.piece2of8".
const char* piece_path(const char* path, piece_choice p, arena* memory);
