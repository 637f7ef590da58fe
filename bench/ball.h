// What the bench fills: a closed ball with hills, made here so that its size never changes.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/file.h"
#include "bake/scene/surface.h"

surface ball_with_hills(arena* memory); // 20,000 triangles, about 1 m across

// Any surface as the text of an OBJ file.
bytes surface_as_obj(const surface* f, arena* memory);
