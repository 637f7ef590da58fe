// The full simulator over the scenes beast, plant and door of docs/gallery, read from the working folder:
// `build/bench simulate [NAME] [SECONDS] [free]`; free: without contact.
// SPDX-License-Identifier: MIT
#pragma once

// Returns what main returns.
int bench_simulate(int argc, char** argv);
