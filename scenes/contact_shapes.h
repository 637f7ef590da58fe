// Small meshes of one metre for scenes that try contact: coarse, so that thousands of steps are seconds.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/scene/scene.h"

#include <stdbool.h>

// By a name and a number of cells along a side, "cloth-12": `cloth` lies in y = 0, `upright` stands on y = 0 with its lower
// edge, `strip` is a tenth as wide as long; `box`, `slab` (a tenth as high as wide), `ball` and `ring` (a tube of 0.15 m along a
// circle of 0.35 m about y) are closed; `spikes` are pyramids of 0.3 m on a floor. All but the sheets' edges are
// centred at the origin. False when there is none of that name.
bool contact_shape(const char* name, arena* memory, scene* out);
