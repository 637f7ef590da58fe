// How long a matrix as large and as dense as the stiffness of an elastic body takes to be assembled, factored and solved.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/mesh/tets.h"

// Prints a line.
void bench_factor(const tets* t);
