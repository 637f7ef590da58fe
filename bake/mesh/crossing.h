// Do two triangles pass through each other?
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/vec.h"

#include <stdbool.h>

// A proper crossing: an edge of one passes through the inside of the other. Exact. Touching does
// not count, and neither do coplanar triangles that overlap: they enclose nothing between them, and
// exact copies are found as duplicates.
bool triangles_cross(const vec3 a[3], const vec3 b[3]);
