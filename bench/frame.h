// One frame of a world, cut into its phases and timed.
// SPDX-License-Identifier: MIT
#pragma once

#include "supple/supple.h"

// Of one frame, in microseconds of processor time.
typedef struct frame_cost {
    double all, find, solve, step; // step: the rest
    double contacts, substeps;     // contacts: in a substep
} frame_cost;

// Instead of supple_world_step, with the same bits.
frame_cost frame_timed(supple_world* world, float dt);
