// The shoulder, between its files: body and clips, sculpted shapes.
// SPDX-License-Identifier: MIT
#pragma once

#include "scenes/rig.h"

enum {
    J_CHEST,
    J_CLAVICLE,
    J_UPPER,
    J_FORE,
    J_PALM,
    J_FINGER,
    J_TIP,
    J_THUMB_BONE,
    SHOULDER_JOINTS
};

// The arm's frame in the world; right-handed.
typedef struct shoulder_arm {
    vec3 shoulder, along, thumb, palm;
} shoulder_arm;

// From 0 at a to 1 at b, at rest at both ends. Quintic, so that accelerations are continuous too: bones
// drive the flesh by their acceleration.
double shoulder_ease(double a, double b, double x);

// Adds the sculpted shapes, and makes the clip that goes through their poses.
void shoulder_sculpt(scene* s, const rig* g, const shoulder_arm* f, clip* poses, arena* memory);

// The clip `greet`: a salute and a wave, poses that nothing was sculpted for.
clip shoulder_greet(const rig* g, const shoulder_arm* f, arena* memory);
