// Poses in double: what a matrix turns by, without its scale, and where a bone's joint is. Frames of bones, a step's own, are bone.h's.
// SPDX-License-Identifier: MIT
#pragma once

#include <stdbool.h>

// Of the iteration for orthogonal factors: rounds at most, the change of all nine numbers, squared, after which the next
// round would be at rounding, and below which lengths and volumes a matrix has no orientation.
#define FRAME_ROUNDS       24
#define FRAME_CHANGE       1e-18
#define FRAME_LEAST_LENGTH 1e-12
#define FRAME_LEAST_VOLUME 1e-4

// Where flesh is carried to: x = place + turn X, X in metres in bind space. `turn` is orthogonal (a
// mirrored bone has a mirrored one).
typedef struct frame_pose {
    double turn[3][3];
    double place[3]; // metres, world
} frame_pose;

// The nearest orthogonal matrix, mirrored if m is. False, and out untouched, when m is flat.
bool frame_orthogonal(const double m[3][3], double out[3][3]);

// The place that a bone's matrix takes to its joint: where inverse_bind (three rows of four) is zero.
void frame_joint(const float inverse_bind[12], double joint[3]);
