// The full simulator over the samples beast, plant and door: `build/bench simulate [NAME] [SECONDS]`.
// SPDX-License-Identifier: MIT
#pragma once

// Returns what main returns.
int simulate_bench(int argc, char** argv);
