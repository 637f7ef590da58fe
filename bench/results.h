// The table of Galoppo et al. 2009 for our bodies beside theirs: `build/bench results` writes its part of docs/results.md.
// SPDX-License-Identifier: MIT
#pragma once

// Returns the exit status.
int bench_results(const char* path);
