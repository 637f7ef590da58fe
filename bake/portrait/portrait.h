// The reduced phase portrait of a recording: every state as a few numbers q and their velocities.
//
// James & Fatahalian 2003, section 2.3, with docs/numerics.md D1 to D4. Displacements are from the key shape, the rest;
// rows are weighted by the square root of a vertex's share of the area, so that |q| is the root mean square of the
// displacement over the surface, in metres, however a mesh is cut into triangles.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/algebra/low_rank.h"
#include "bake/record/recording.h"

typedef struct portrait_options {
    low_rank_options factor;
    double balance; // s^2, of distances: numerics.md D4; 0: max |q|^2 / max |v|^2
} portrait_options;

portrait_options portrait_default(void);

// Where reduction is worst.
typedef struct portrait_worst {
    int32_t state, vertex;
    double distance; // m, between the vertex and its reduced place
} portrait_worst;

typedef struct portrait {
    const recording* of;
    int32_t rank, state_count, vertex_count;
    double* weights; // [vertex_count] shares of the area, with a sum of 1
    vec3* key;       // [vertex_count] the rest, m
    double* shapes;  // [rank][vertex_count][3] displacement for q of 1
    double *q, *v;   // [state_count][rank] m, m/s
    double balance;  // s^2
    double reach;    // of all states, the largest distance from rest, m
    // how good it is
    low_rank factor;
    double*
        errors; // [rank + 1] m: root mean square over surface and states, if so many shapes are kept
    portrait_worst worst; // with all of them
    double* vertex_error; // [vertex_count] m, the largest of any state
} portrait;

// Reads the recording a few times, a run of states at once. False with a sentence.
bool portrait_make(const recording* x, const portrait_options* o, arena* memory, portrait* out,
                   report* r);

// Squared distance of two states: numerics.md D4, eq. (9).
double portrait_distance2(const portrait* p, int32_t a, int32_t b);
