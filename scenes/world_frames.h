// How even the frames of a world are: the work of its worst over the median of those in which something awake is near something.
// A body that only falls or swings costs a twentieth of one that lies, so a world in which little meets would be uneven for that alone:
// the median of all frames in which something is awake is told beside.
//
// Work is what a world counts (supple_world_counts), so that it is the same on every machine, in rows of the solver: by a fit of
// 2,500 frames of random worlds (median error a third) a point is 6 of them, a triangle 5, and a body that is awake 140
// for the frame and as many for every substep.
// SPDX-License-Identifier: MIT
#pragma once

#include "scenes/world_run.h"

typedef struct frames_found {
    int32_t count,
        awake; // frames in which something was near something; in which something was awake
    double median, worst; // rows: of these, and of all
    double median_awake;
    double at;            // when the worst began, seconds
    double worst_of_body; // the most in a frame, over the bodies that were awake in it
} frames_found;

double frames_work(const supple_world_counts* c);

// Runs it to its end. False when it could not be made.
bool frames_run(const world_script* s, script_stock* stock, frames_found* out);

// The worst over the median; 0: nothing was near anything.
double frames_ratio(const frames_found* f);
// ... over that of all frames in which something was awake.
double frames_ratio_awake(const frames_found* f);
