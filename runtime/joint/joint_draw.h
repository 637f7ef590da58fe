// A joint in lines: its places, and what its limits leave.
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/world/pen.h"
#include "runtime/world/world.h"

void joint_draw(const supple_world* w, const world_joint* j, const pen* with);
