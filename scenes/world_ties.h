// What driven bodies do to what joints hang on them, and a rope to what it reels in (world_books.h).
// SPDX-License-Identifier: MIT
#pragma once

#include "scenes/world_run.h"

// Finds the vertex of the driven body that a new joint is at.
void ties_begin(world_run* r, int32_t joint);
// Joules at most, of a step in which the joint bore so many N and N m in the mean.
double ties_work(world_run* r, int32_t joint, double force, double twist);

// A rope or rod that is too long for what it holds reels it in at the recovery speed, and works by its pull along the way:
// what whirls on it goes the faster, for its angular momentum stays. Where nothing else acts that work is known, and needs no
// bound; of forces that fight each other it is none.
double ties_reeled_in(const world_run* r, int32_t joint, const supple_joint_state* s);
