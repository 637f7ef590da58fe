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

#define DRIVE_FORCE_LIMIT 1e15  // keeps what is absurd finite
#define DRIVE_FARTHEST    1e15f // numbers of palettes

// Which of the palettes and frames is `later` steps after the current one; the one before it is 2 steps later.
static inline int32_t drive_slot(const supple_body* b, int32_t later) {
    return (b->state->now + later) % 3;
}

// The phases of it, for those who find the frames of many bodies at once. Writes the rows of the palette for the next step;
// false, and counted, when a number is not finite.
bool drive_take(supple_body* b, const supple_matrix* palette);
void drive_stand(supple_body* b);  // no palette came: bones stay
bool drive_notice(supple_body* b); // whether they moved; counts since when they have not
double drive_area(const supple_body* b, double dt); // drive_result.area, when bones do anything
void drive_go_on(supple_body* b, double dt);        // the next palette is the current one

// Gravity as a bone feels it: m/s^2 in the world's axes and a 0, then the sag that the artist's shape already has and a 0.
void drive_gravity(const supple_body* b, float out[8]);

// Gravity on every coordinate in the current pose, into b->load; free bodies do not feel it.
void drive_load(supple_body* b);

// ... and what a free body's turning at w (rad/s, its own axes) does to its flesh at rest.
void drive_turn(supple_body* b, const double w[3]);

// Finds the frames again from the palettes, after the world's unit has changed.
void drive_rescale(supple_body* b);
