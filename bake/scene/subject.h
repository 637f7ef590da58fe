// What a picture is of: the figures, where what stands round them is much wider (a ground, a street, a sky's dome).
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/mesh/bounds.h"
#include "bake/scene/surface.h"

// The box round what hangs on skeletons, and true, where all that there is would make it small in a picture; else the box
// round everything, and false.
bool subject_box(const surface* f, const scene* s, bounds* out);
