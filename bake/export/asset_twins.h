// Vertices that are one vertex of the surface: split by a seam of texture coordinates or of materials, they
// have the same place and normal. At a hard edge normals differ, and those are no twins.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/export/asset_out.h"

// [vertex_count] the first vertex that each is a twin of, often itself; NULL when there are none.
const uint32_t* asset_twins(const asset_draft* draft, arena* memory);
