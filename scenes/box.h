// A box with round edges, from six grids: its limit is a sphere without poles.
// SPDX-License-Identifier: MIT
#pragma once

#include "scenes/body.h"

// `half` edge, edges rounded by `radius`; `flat` cells across the flat middle of a side and `round`
// across each rounding, (2 round + flat + 1)^2 vertices a side. Sides are split from each other (so
// that each may have its own uv and paint) but share positions and normals to the bit. Side k is
// vertices k n .. (k + 1) n - 1: +x, -x, +y, -y, +z, -z. Positions, normals, uvs and triangles.
primitive box_rounded(double half, double radius, int32_t flat, int32_t round, arena* memory);
