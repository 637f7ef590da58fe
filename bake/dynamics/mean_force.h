// The mean force over a step of any energy that neither moving nor turning a group of nodes changes.
//
// Conserving steps need a force f half way of a step from x0 to x1 with
//   f . (x1 - x0) = E(x1) - E(x0)   energy,     sum of f = 0   momentum,
//   sum of (x0 + x1) / 2 x f = 0    angular momentum.
// A polynomial in strain has a closed form (elastic.h); this is for the others. Gonzalez (1996) adds to the
// gradient half way what energy lacks, along the change. Half way of a turn, however, a body is smaller than it
// is at both ends: that gradient feels a squeeze that is not there, and what is then lacking is no longer small
// beside the change of shape. So the two ends are first turned to meet half way, by Q and its inverse; the
// gradient g is taken at the mean of the turned shapes, and (Q + Q^T) / 2 g is its mean in the frames of both ends.
// For a body that turns and keeps its shape this is exact. What moment and energy are left are of second order
// in the change of shape, and are put right by the least force, which has no sum and no moment.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/vec.h"

#include <stdint.h>

enum { MEAN_FORCE_NODES = 6 };

// An energy of a few nodes, of their displacements from rest.
typedef struct mean_force_law {
    double (*energy)(const void* data, int32_t element, const vec3* u);
    void (*force)(const void* data, int32_t element, const vec3* u, vec3* force); // its gradient
} mean_force_law;

typedef struct mean_force_step {
    int32_t width;      // nodes, two to MEAN_FORCE_NODES; one may be named twice
    const vec3* rest;   // [width] places
    const vec3* u;      // [width] displacements half way
    const vec3* change; // [width] over the step
} mean_force_step;

void mean_force(const mean_force_law* law, const void* data, int32_t element,
                const mean_force_step* step, vec3* force);
