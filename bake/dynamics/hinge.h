// The angle between two triangles at their common edge, and its first and second derivatives.
//
// Grinspun et al. 2003; the second derivative as in Tamstorf & Grinspun 2013, here by the chain rule from the
// first, which keeps it short. Triangles are (x0, x1, x2) and (x1, x0, x3), so that both turn the same way; the
// angle is 0 where they lie in a plane and positive where the edge is a ridge on the side of their normals.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/vec.h"

// -pi to pi.
double hinge_angle(const vec3 x[4]);
void hinge_gradient(const vec3 x[4], vec3 gradient[4]);
void hinge_second(const vec3 x[4], double second[12][12]);
