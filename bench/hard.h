// The hard worlds and single random ones, timed: `build/bench worlds [NAME or SEED...]`.
// SPDX-License-Identifier: MIT
#pragma once

// All of them where none is named. Returns the exit status.
int bench_hard(int count, char** names);
