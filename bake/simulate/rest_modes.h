// How a scene swings about its rest: the lowest vibration modes of all that is soft in it, with its weight, with what it lies
// on, and with its own damping; sheets as well as solids.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/fem/forcing.h"
#include "bake/simulate/assembly.h"

typedef struct rest_modes {
    int32_t count;
    double* values;        // [count] lambda, (rad/s)^2, ascending
    double* decays;        // [count] d, 1/s: q'' + 2 d q' + lambda q = f
    double* shapes;        // [count][drawn.vertex_count][3] displacements for q = 1: 1/sqrt(kg)
    forcing_mode* forcing; // [count] what a support that accelerates does to them
    forcing_body body;     // mass and inertia of all that is soft, as it rests
    vec3* places;          // [drawn.vertex_count] at rest, m, as the support sees them
    int32_t node_count, held_count;
    bool
        firm; // at rest the scene is about to buckle somewhere: parts of its stiffness below 0 count as 0
} rest_modes;

// Brings the scene to rest first. False with a sentence: nothing rests, something is held by nothing, or more modes are asked
// for than there are.
bool rest_modes_find(assembly* a, int32_t count, int threads, arena* memory, rest_modes* out,
                     report* r);
