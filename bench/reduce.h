// The reduction of a recording of the paper's size: `build/bench reduce [VERTICES] [STATES]`.
// SPDX-License-Identifier: MIT
#pragma once

// Returns what main returns.
int bench_reduce(int argc, char** argv);
