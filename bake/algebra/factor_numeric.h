// The numbers of a sparse Cholesky factor, panel by panel, on several threads.
//
// Each panel takes what other panels change of it in the order of their numbers, whoever worked at them and when; so
// the bits are the same for any number of threads, and on any processor (factor_kernel.h).
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/algebra/factor_plan.h"

#include <stdbool.h>

typedef enum factor_end { FACTOR_DONE, FACTOR_NOT_DEFINITE, FACTOR_CANCELLED } factor_end;

// values: those of plan->panels, overwritten. column: of the first pivot that is not positive, if that is how it ends.
factor_end factor_numbers(const factor_plan* plan, const sparse* a, double* values, int threads,
                          int64_t* column);
