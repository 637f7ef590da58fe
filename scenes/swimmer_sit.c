// The swimmer sits down on a stool, stays a while, and stands up again.
//
// The feet stay where they are. The seat is lower than the flesh of the thighs would need if nothing gave way:
// skinning alone sinks into the stool by some centimetres, and flesh has to make room.
// SPDX-License-Identifier: MIT
#include "runtime/math/exact.h"
#include "scenes/body.h"
#include "scenes/swimmer.h"

const double sit_time = 4.0;                  // seconds
const vec3 sit_stool = {0.0, 0.185, -0.33};   // the middle of the stool
const vec3 sit_stool_size = {0.5, 0.37, 0.4}; // its edges

double sit_fraction(double time) {
    return smooth_step(0.3, 1.3, time) - smooth_step(2.8, 3.8, time);
}

figure sit_figure(double time) {
    figure f = figure_standing();
    double displacement = sit_fraction(time),
           lean = 4.0 * displacement * (1.0 - displacement); // bows while it goes down and up
    f.hips = v3(0.0, f.hips.y - 0.325 * displacement, -0.335 * displacement);
    f.hips_turn.x = 0.42 * lean - 0.08 * displacement;
    f.spine_turn.x = 0.30 * lean + 0.08 * displacement;
    f.chest_turn.x = 0.16 * lean + 0.05 * displacement;
    f.gaze.x = 0.20 * lean;
    for (int side = 0; side < 2; ++side) {
        f.arms[side].swing += 0.55 * lean + 0.50 * displacement;
        f.arms[side].spread -= 0.06 * displacement;
        f.arms[side].elbow += 0.30 * displacement;
    }
    return f;
}
