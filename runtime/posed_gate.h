// What the gate checks of parts that depend on the pose.
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/asset_gate.h"

// Every count, index and number of the sections of posed parts, when parts, bones and names are sound.
bool posed_gate_check(const void* block, const asset_list* list);
