// The hard worlds and single random ones, timed: `build/bench worlds [NAME or SEED...]`; `worlds search FIRST
// COUNT CHANGES` looks for the worst, `worlds shrink SEED GAIN` reduces one, `worlds many` makes a thousand bodies, `worlds uneven
// FIRST SECONDS` looks for slow frames.
// SPDX-License-Identifier: MIT
#pragma once

// All of them where none is named. Returns the exit status.
int bench_hard(int count, char** names);
