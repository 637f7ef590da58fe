// Frames of the bones that carry flesh, and how they move. bone_lanes.h finds them.
// SPDX-License-Identifier: MIT
#pragma once

enum { BONE_NUMBERS = 12, BONE_CHANGE_NUMBERS = 20 };

// Where flesh is carried to: x = place + turn (X - joint), X in metres in bind space, row after row of `turn`, which is
// orthogonal (a mirrored bone has a mirrored one), then the place, metres in the world.
typedef struct bone_frame {
    float at[BONE_NUMBERS];
} bone_frame;

// What a bone's motion is for its flesh, in its own axes: of three frames, or between two.
typedef struct bone_change {
    float a[3];    // acceleration of the place, m/s^2
    float A[3][3]; // turn^T turn'', 1/s^2: angular acceleration and the square of the spin
    float w[3];    // how it turns between two of them, rad/s
    float load[3]; // the acceleration that stands for gravity, m/s^2
    float none[2]; // up to BONE_CHANGE_NUMBERS
} bone_change;
