// What every bench calls with a figure: a line on the screen, and an entry in the file that SUPPLE_FIGURES names, if
// there is one (tools/bench sets it).
// SPDX-License-Identifier: MIT
#pragma once

#include "bench/figures/figure.h"

// Quietly, for benches that print tables of their own.
void record(const figure* f);
void record_and_show(const figure* f);

// How many could not be written, told on the screen when they were; a bench's exit status is bad then.
int record_failures(void);

// 12.3 us (11.9 to 13.1), 1.15 times memcpy (1.10 to 1.21)
const char* record_text(const figure* f, arena* memory);
