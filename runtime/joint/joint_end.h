// One end of a joint in a substep: where it is, what moves it, how fast it goes.
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/world/world.h"

typedef struct joint_end {
    const world_body* body; // NULL: the world
    patch_pose pose_now;
    solve_side side[2]; // of the place, and of the turn
    double drift[2][3]; // velocity and spin that bones give it
    double bend[3];     // velocity that the place gains by going round
    double flesh[3];    // velocity that the flesh gives the place
} joint_end;

void joint_end_find(supple_world* w, const world_joint* j, int which, world_level level, double h,
                    joint_end* end);

// The turn from `from` to `to`: its axis times the sine of its angle.
void joint_turn(double to[3][3], double from[3][3], double out[3]);

// Velocity of an end's place, m/s, without that of flesh: it may swing to and fro within the substep. And its spin, rad/s.
void joint_end_velocity(const joint_end* end, double out[3]);
void joint_end_spin(const joint_end* end, double out[3]);

// The mass that a soft joint swings is that of the bodies: 1 / kg, or 1 / (kg m^2) of the turn; 0 when none
// is free, and then it is what the flesh feels like there.
double joint_inverse_mass(const joint_end end[2], int turns);

// Of the bodies at its ends, metres; of none a metre.
double joint_smaller_size(const joint_end end[2]);
