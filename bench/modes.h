// The bench's modes: `build/bench modes [--peers] [--large] [NAME]`, NAME as a case begins, such as 100.
// SPDX-License-Identifier: MIT
#pragma once

// What follows `modes` on the command line. Returns the exit status: 1 when results differ.
int bench_modes(int argc, char** argv);
