// What driven bodies do to what joints hang on them (world_books.h).
// SPDX-License-Identifier: MIT
#pragma once

#include "scenes/world_run.h"

// Finds the vertex of the driven body that a new joint is at.
void ties_begin(world_run* r, int32_t joint);
// Joules at most, of a step in which the joint bore so many N and N m in the mean.
double ties_work(world_run* r, int32_t joint, double force, double twist);
