// What dynamics.c and dynamics_system.c share: a body in motion.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/dynamics/dynamics.h"

#include <string.h>

struct dynamics {
    dynamics_body body;
    dynamics_options options;
    size_t order; // 3 * node_count
    double size;  // of the body at rest, m
    int32_t free_count;
    int32_t* number; // [node_count] of free nodes; -1: held, or without mass
    int32_t* node;   // [free_count]
    step_matrix matrix;
    viscosity viscous; // of DYNAMICS_DAMPED_BY_MATERIAL
    newmark stepper;
    double begin, end; // s, of the step
    moment_copy before, after, between;
    double *u, *v, *a; // [order]
    double* hung;      // [order] M sag
    double* ahead;     // [order] where damping is taken
    double
        led; // of their way through the step, where nodes that are not free stand now; 1: at its end
    double* remembered;                       // [energy_state_size] of the terms, before a step
    uint8_t* struck;                          // [node_count]
    bool leads;                               // they have a way
    double *held_begin, *held_end, *held_now; // [order] u of nodes that are not free
    double *force, *field, *push, *drag, *scratch; // [order]
};

// What a step asks of the body (dynamics_system.c).
newmark_system dynamics_system(dynamics* d);

// Into force, for u, v and a of all nodes; the size of its largest term.
double dynamics_find_balance(dynamics* d, const moment_copy* now, const double* change_or_null);

// ---- between free unknowns and nodes ------------------------------------------------------

// held: [order] for nodes that are not free.
static inline void dynamics_to_nodes(const dynamics* d, const double* x, const double* held,
                                     double* out) {
    for (int32_t i = 0; i < d->body.node_count; ++i)
        memcpy(out + 3 * (size_t)i,
               d->number[i] >= 0 ? x + 3 * (size_t)d->number[i] : held + 3 * (size_t)i,
               3 * sizeof *out);
}

static inline void dynamics_to_free(const dynamics* d, const double* nodes, double* out) {
    for (int32_t i = 0; i < d->free_count; ++i)
        memcpy(out + 3 * (size_t)i, nodes + 3 * (size_t)d->node[i], 3 * sizeof *out);
}

static inline vec3 dynamics_vec3(const double* field, int32_t node) {
    const double* p = field + 3 * (size_t)node;
    return v3(p[0], p[1], p[2]);
}

static inline void dynamics_set_vec3(double* field, int32_t node, vec3 v) {
    memcpy(field + 3 * (size_t)node, &v, sizeof v);
}
