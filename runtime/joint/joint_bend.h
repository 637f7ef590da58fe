// How the path of a joint's place bends while its body turns (docs/decisions/0067-arms-and-limits.md).
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/world/world.h"

// Spin, and the velocity of a coordinate, in the substep: at its beginning, or as a first solve predicts them.
void joint_spin(const world_body* wb, double out[3]);
double joint_coord_speed(const world_body* wb, int32_t i, double h);

// After a first solve of forces: whether jointed bodies turn otherwise in the substep than at its beginning, so that rows
// of joints are to be found and solved again.
bool joints_bend(supple_world* w, double h);
