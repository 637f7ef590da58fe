// The axes in which the rows of held points of a driven body are written: those of bind space.
//
// A vertex is x = A (X + phi q) + t. What is asked of x is asked of X + phi q by the inverse of A, and phi is the same in
// every pose: so the rows of a point, and how the flesh answers at it, stay while bones move. A is a turn and a scale
// wherever one bone carries the vertex, and a blend of some elsewhere: what cannot be reached is then approached in bind
// space's measure. A point between vertices of different A has rows of its pose.
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/body/point.h"

// Whether the rows of a point depend on the pose: different bones, or other weights of them, carry its vertices.
bool pin_axes_bend(const supple_body* body, supple_point at);

// into: [9], from the world's axes to the point's. What a palette has squashed flat cannot be asked for along that direction.
void pin_axes_find(const supple_body* body, supple_point at, double into[9]);

// Rows of a point in its own axes, [3][n], as POINT_OWN has them, or, of one that bends, as the pose has them.
void pin_axes_rows(const supple_body* body, supple_point at, const double into[9], size_t n,
                   double* rows);
