// Loops over independent items on several threads, with the same result for any number of them.
//
// Our own pthreads rather than OpenMP: libgomp's busy waiting makes OpenBLAS's solves three times
// slower, and it must be told before the process starts.
// SPDX-License-Identifier: MIT
#pragma once

#include <stdint.h>

// Runs job(user, begin, end) over [0, count) in runs of at most `grain` items, handed out in order.
// A job writes only to its own items, so what comes out does not depend on `threads`. 0 threads
// means as many as the machine has; one thread, or a single run, stays on the caller. A job may make
// arenas, and destroys them.
void parallel_for(int threads, int64_t count, int64_t grain,
                  void (*job)(void* user, int64_t begin, int64_t end), void* user);
