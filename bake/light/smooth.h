// Which vertices of a mesh are one vertex of the surface, split by a seam of textures and not by a hard edge.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/arena.h"
#include "bake/base/vec.h"

#include <stdint.h>

// Vertices at the same place whose normals, of length 1 or 0, have an angle of at most this cosine: [vertex_count] the first
// vertex of each's group (lit_mesh.smooth).
int32_t* smooth_groups(const vec3* positions, const float (*normals)[3], int32_t vertex_count,
                       double cosine, arena* memory);
