// What the beast stands on.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/scene/scene.h"

// Padded, with a hooded instrument panel; its top is half a millimetre below y = 0.
primitive beast_dashboard(arena* memory);
