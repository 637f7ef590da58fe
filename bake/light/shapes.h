// Which of many states stand for all of them: clusters of their coordinates, and in each the state next to its mean.
//
// James & Fatahalian 2003, 4.3; docs/numerics.md D7. Velocities do not count: a shape looks the same however it moves.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/arena.h"

#include <stdint.h>

typedef struct shapes_options {
    int32_t count; // wanted, at least 1
    int32_t keep;  // a state that is one of them, like the rest, which is seen most; -1: none
    uint32_t seed;
} shapes_options;

// 50 shapes, none kept.
shapes_options shapes_default(void);

typedef struct shapes {
    int32_t count;    // as wanted, or as many as there are different states
    int32_t* states;  // [count] ascending
    int32_t* nearest; // [state_count] into states
    double spread;    // root mean square distance of states to their own shape
    double farthest;  // the largest one
} shapes;

// q: [state_count][rank], state_count at least 1.
shapes shapes_choose(const double* q, int32_t state_count, int32_t rank, const shapes_options* o,
                     arena* memory);

// States that were chosen before, ascending and no two the same.
shapes shapes_given(const double* q, int32_t state_count, int32_t rank, const int32_t* states,
                    int32_t count, arena* memory);
