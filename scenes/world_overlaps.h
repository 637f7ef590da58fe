// What overlaps must part: how long that may take, and how much energy it may bring.
//
// A script puts bodies into each other, into colliders, and holds them there. All of it is to be parted at the recovery
// speed that docs/world.md promises, and overlaps are measured when the time for that is over. Work beyond what moves
// bodies at twice that speed and lifts them by their size is a gain, but for what is held to the world: it cannot leave, and
// its flesh is bent by what is taken back. A body that comes where others overlap makes room for itself: it moves all that
// overlap together, and lifts them by its size. A joint that is open when it begins, or that a teleport opens, lifts what is
// jointed together by as much as it is open (docs/decisions/0230-what-recovery-may-lift.md).
// SPDX-License-Identifier: MIT
#pragma once

#include "scenes/world_run.h"

// A body has come somewhere.
void overlaps_watch(world_run* r, int32_t body);
// A joint begins, or is torn, open by so many metres.
void overlaps_open(world_run* r, int32_t joint, double gap);
// One of its pins is so many metres from its target after a step: a pin pulls as hard as it may until it is there, and what it
// presses its body into is parted when it has let go.
void overlaps_drag(world_run* r, run_body* b, double far);
// A contact after a step: its depth, metres, and the smallest extent of what the script leads of the two (world_held.h). What is
// held where that comes cannot leave it: how deep it is then the script says, and nobody else.
void overlaps_note(world_run* r, run_body* a, run_body* b_or_null, double depth, double led);
