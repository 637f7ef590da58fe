// Geometric questions whose answer is a sign, answered exactly.
//
// Rounding errors in such signs make algorithms contradict themselves: an edge that enters a
// triangle and never leaves it. Shewchuk, "Adaptive Precision Floating-Point Arithmetic and Fast
// Robust Geometric Predicates" (1997).
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/vec.h"

// +1 if d lies below the plane of a, b, c (which turn counter-clockwise seen from above), -1 above,
// 0 exactly on it: the sign of det(a - d, b - d, c - d). Exact while no product over- or underflows
// (coordinates between 1e-90 and 1e100 in size, or zero).
int orient3d(vec3 a, vec3 b, vec3 c, vec3 d);
