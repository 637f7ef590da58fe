// Bones push the flesh that they carry.
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/body/body.h"

// What the bones do to the flesh over a step.
typedef struct drive_result {
    double h;    // seconds that the flesh advances (another frame's when it is shown delayed)
    double area; // seconds for which b->shake_now acts, when it acts at once
} drive_result;

// Takes the palette of the last supple_body_drive, or the same once more, and fills b->load (gravity)
// and b->shake_now (acceleration of the bones).
drive_result drive_advance(supple_body* b, double dt);

// Gravity on every coordinate in the current pose, into b->load; free bodies do not feel it.
void drive_load(supple_body* b);

// ... and what a free body's turning at w (rad/s, its own axes) does to its flesh at rest.
void drive_turn(supple_body* b, const double w[3]);

// Finds the frames again from the palettes, after the world's unit has changed.
void drive_rescale(supple_body* b);
