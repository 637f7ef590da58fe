// A term of energy that is a sum over small groups of nodes, each with an energy of its own.
//
// Tets, triangles and hinges differ in the formula of one element alone: how elements are summed at nodes, in
// the same order for any number of threads, and how a conserving step gets its mean force (mean_force.h) is
// the same for all. What is no such sum writes energy.h's functions itself.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/dynamics/energy.h"
#include "bake/dynamics/mean_force.h"

// One element; u: displacements of its nodes. Neither moving nor turning it as a whole may change its energy.
typedef struct stencil_law {
    mean_force_law of;
    // [3 * width][3 * width], both triangles; the firm one has no negative eigenvalue.
    void (*matrix)(const void* data, int32_t element, const vec3* u, energy_matrix which,
                   double* matrix);
} stencil_law;

typedef struct stencil {
    stencil_law law;
    const void* data;
    const vec3* nodes; // [node_count] at rest
    int32_t node_count;
    const int32_t* elements; // [element_count][width]
    int32_t element_count, width;
    int threads;
    const int64_t* first;   // [node_count + 1] into corners; found by stencil_term
    const int64_t* corners; // element * width + place, of each node, ascending
} stencil;

// Refers to what s refers to; s itself is copied. Damped.
energy_term stencil_term(const stencil* s, arena* memory);
