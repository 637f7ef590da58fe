// The bodies of a scene as one body to be moved: one numbering of nodes, one list of terms, one support.
//
// One system for all of them, although before contact nothing couples them: a term that does (contact, a seam) then is
// one more entry of the list.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/dynamics/anchor.h"
#include "bake/simulate/matter.h"

// A push on nodes, shared among them by mass.
typedef struct assembly_push {
    const simulation_push* how;
    int32_t count;
    int32_t* nodes;
    double* shares; // with a sum of 1
} assembly_push;

typedef struct assembly {
    const simulation* how;
    int32_t body_count;
    matter* bodies;      // as in the scene
    int32_t* first_node; // [body_count] of each
    int32_t node_count;
    vec3* nodes;   // [node_count] at rest, m
    uint8_t* held; // [node_count]
    double* mass;  // [node_count] kg, rows of the consistent mass summed
    int32_t term_count;
    energy_term* terms;
    drag_air air; // its wind is set before each step
    assembly_push* pushes;
    double weight; // of the only shape
    dynamics_body body;
    dynamics* motion; // NULL: none was made
    support support;  // with the keys of its motion
    support_body on;
    surface drawn; // all that is drawn, at rest, in the order of bodies
} assembly;

// False with a sentence; close it all the same.
bool assembly_make(const simulation* how, const matter_samples* samples, int threads, arena* memory,
                   assembly* out, report* r);
void assembly_close(assembly* a);

// What all pushes together do at a time, [3 * node_count] N. after: just after it, where one begins or ends then.
void assembly_force(const assembly* a, double time, bool after, double* out);

// Where drawn vertices are now, [drawn.vertex_count] m: in the world, or as the support sees them.
void assembly_places(const assembly* a, bool in_support, vec3* out);
