// The numbers of a sparse Cholesky factor, panel by panel, on several threads.
//
// Each panel takes what other panels change of it in the order of their numbers, whoever worked at them and when; so
// the bits are the same for any number of threads. BLAS is called by one thread at a time for each panel, and its own
// threads are not used: they spin while they wait, and split their sums by their number.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/algebra/factor_plan.h"

#include <stdbool.h>

typedef enum factor_end { FACTOR_DONE, FACTOR_NOT_DEFINITE, FACTOR_CANCELLED } factor_end;

// values: those of plan->panels, overwritten. column: of the first pivot that is not positive, if that is how it ends.
factor_end factor_numbers(const factor_plan* plan, const sparse* a, double* values, int threads,
                          int64_t* column);
