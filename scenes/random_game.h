// What games do to worlds, beside what random_world.c draws: drawn on top of a world.
//
// Bodies poured in frame by frame, stacks whose lowest is taken away or retuned while it bears the others, stacks on
// figures and on lifts, gravity that flips, colliders that come up inside bodies, frames of a millisecond and then of a
// tenth of a second, ghosts that become solid within each other, bodies put to sleep in mid air, restitution.
// SPDX-License-Identifier: MIT
#pragma once

#include "scenes/random_draw.h"

// Adds one to three of them.
void draw_game(draw* d);
