// Radiance transfer at the paper's size, beside bare Embree: `build/bench light [SHAPES]`.
// SPDX-License-Identifier: MIT
#pragma once

// Returns what main returns.
int bench_light(int argc, char** argv);
