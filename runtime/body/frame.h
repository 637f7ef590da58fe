// Frames of bones without their scale, and how frames accelerate.
//
// A skinning matrix carries the mesh's unit, the scale of the character and animated scale of the bone
// besides its rotation and place. Flesh feels only the last two: scale is taken out about the joint,
// where it has no effect, so that a bone that grows gives no false kick (numerics.md 0).
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

// rows: a skinning matrix. A bone scaled to nothing has no orientation: it keeps that of `before`.
frame_pose frame_of_rows(const float rows[12], const double joint[3], double metres,
                         double world_metres, const frame_pose* before);

typedef struct frame_change {
    double a[3];    // acceleration of the place, m/s^2, in the axes of the middle frame
    double A[3][3]; // turn^T turn'', 1/s^2: angular acceleration and the square of the spin
    double w[3];    // how it turns between two of them (frame_spin), rad/s
} frame_change;

// The divided second difference of three frames, h_old seconds before and h_new after the middle one
// (numerics.md A4).
frame_change frame_difference(const frame_pose* old, const frame_pose* middle,
                              const frame_pose* recent, double h_old, double h_new);

// The spin between two frames h seconds apart, in the axes of the middle between them.
void frame_spin(const frame_pose* from, const frame_pose* to, double h, double w[3]);
