// The bench's posed bodies: `build/bench posed [--large] [--table] [NAME]`, NAME as a case begins.
// SPDX-License-Identifier: MIT
#pragma once

// What follows `posed` on the command line. Returns the exit status.
int bench_posed(int argc, char** argv);
