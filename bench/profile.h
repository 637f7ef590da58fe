// What a profiler found in a scene, as figures.
// SPDX-License-Identifier: MIT
#pragma once

// Lines of `perf report --stdio -F overhead,symbol` from standard input. Returns the exit status.
int bench_profile(const char* scene);
