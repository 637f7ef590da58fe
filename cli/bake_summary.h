// What came of many bakes, `bakes.json` beside them: a line a file, without times, so that any two runs of the same work write the same.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/report.h"
#include "cli/piece_choice.h"

typedef struct bake_row {
    const char* json; // {...} on one line
    bool failed;
} bake_row;

// Rows of all items, or of those of a piece, in order; the file of a piece has another name. Returns the exit code.
int bake_summary_write(cli* c, const char* folder, piece_choice piece, const bake_row* rows,
                       int32_t item_count);

// From the pieces of a folder to what one run would have written. False with a sentence that names the pieces that are missing;
// failed: rows that tell of a failure.
bool bake_summary_merge(cli* c, const char* folder, int32_t* items, int32_t* failed);
