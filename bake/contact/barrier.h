// The energy of one pair of features that are near: none beyond a distance, and unbounded where they would touch.
//
//   E = stiffness * m * b(y),  b(y) = -(y - 1)^2 ln y,  y = (d^2 - t^2) / ((t + D)^2 - t^2)
// with d the distance, t the thickness and D the distance of the barrier (Li et al. 2020, 2021): y is 0 where they touch and
// 1 where the barrier begins, and b is twice differentiable there. All of it is of d^2, whose derivatives are
// polynomials of the nearest points (near.h). b and m have no unit, the stiffness is J.
//
// Two edges that become parallel change their nearest points all at once: the energy would have a corner there. m is 1 but
// for nearly parallel ones, and 0 for parallel ones; those are kept apart by their ends and the triangles beside them.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/contact/near.h"

typedef struct barrier {
    double distance, thickness; // D, t, m
    double stiffness;           // J
} barrier;

typedef struct barrier_pair {
    bool edges;      // two edges; else a vertex and a triangle
    double parallel; // m^4: |a x b|^2 of two edges below which they are nearly parallel
} barrier_pair;

// Of |a|^2 |b|^2 at rest.
static const double BARRIER_PARALLEL = 1e-3;

// Places of the four nodes. Beyond the distance all of it is zero.
double barrier_energy(const barrier* b, const barrier_pair* p, const vec3 x[4]);
void barrier_gradient(const barrier* b, const barrier_pair* p, const vec3 x[4], vec3 out[4]);

// The second derivative, [12][12]; firm: without its negative eigenvalues.
void barrier_matrix(const barrier* b, const barrier_pair* p, const vec3 x[4], bool firm,
                    double out[144]);

// The force that parts them, N, and the points where they are nearest: what friction needs.
double barrier_push(const barrier* b, const barrier_pair* p, const vec3 x[4], near_points* at);
