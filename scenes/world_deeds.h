// What a script does to bodies while it runs (world_run.c).
// SPDX-License-Identifier: MIT
#pragma once

#include "scenes/world_run.h"

// Of a body that is there; all but SCRIPT_REMOVE.
void deeds_act(world_run* r, const script_event* e);
void deeds_leave(world_run* r, int32_t body);
// Makes it kinematic, at a velocity, or ends that.
void deeds_lift(world_run* r, int32_t body, bool on, vec3 velocity);
// Lets it pass through other ghosts, or ends that.
void deeds_haunt(world_run* r, int32_t body, bool on);
