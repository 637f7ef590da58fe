// Joints of random worlds: of all kinds where the seed says so (random_world.h).
// SPDX-License-Identifier: MIT
#pragma once

#include "scenes/random_draw.h"

// Between a body and the one before it, or the world.
void draw_joint(draw* d, int32_t body);
// A body that hangs on the flesh of a figure.
void draw_tie(draw* d, int32_t body, int32_t figure);
