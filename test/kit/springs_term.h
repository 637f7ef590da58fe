// Springs between any two nodes, as a term of energy (bake/dynamics/energy.h).
//
// They reach across a body, so that the pattern of a sum is wider than that of its elements, and
// squeezed ones have an indefinite tangent.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/dynamics/energy.h"

#include <math.h>
#include <string.h>

typedef struct spring {
    int32_t ends[2];
    double stiffness, length; // N/m; at rest, m
} spring;

typedef struct springs {
    const vec3* nodes;
    int32_t node_count, count;
    spring* all;
    int32_t* ends; // [count][2]
    int64_t version;
} springs;

static inline vec3 vec3_of(const double* field, int32_t node) {
    return v3(field[3 * node], field[3 * node + 1], field[3 * node + 2]);
}

static inline vec3 field_along(const spring* s, const double* field) {
    return v3_sub(vec3_of(field, s->ends[1]), vec3_of(field, s->ends[0]));
}

static inline vec3 reach(const springs* x, const spring* s, const double* u) {
    return v3_add(v3_sub(x->nodes[s->ends[1]], x->nodes[s->ends[0]]), field_along(s, u));
}

static inline energy_pattern springs_pattern(void* data, const energy_place* at) {
    const springs* x = data;
    (void)at;
    return (energy_pattern){{x->ends, x->count, 2, 2, x->node_count}, x->version};
}

static inline double springs_energy(void* data, const energy_place* at) {
    const springs* x = data;
    double sum = 0.0;
    for (int32_t i = 0; i < x->count; ++i) {
        double stretch = v3_length(reach(x, &x->all[i], at->u)) - x->all[i].length;
        sum += 0.5 * x->all[i].stiffness * stretch * stretch;
    }
    return sum;
}

// Over the length; `length` is the mean of those at a step's ends, and then energy changes by exactly
// the force times the change: the difference of squares of lengths is twice the middle times the change.
static inline double tension(const spring* s, double length) {
    return s->length == 0.0 ? s->stiffness : s->stiffness * (1.0 - s->length / length);
}

static inline void add_pair(const spring* s, vec3 f, double* out) {
    const double pull[3] = {f.x, f.y, f.z};
    for (int k = 0; k < 3; ++k) {
        out[3 * s->ends[1] + k] += pull[k];
        out[3 * s->ends[0] + k] -= pull[k];
    }
}

static inline void springs_force(void* data, const energy_place* at, const double* change_or_null,
                                 double* force) {
    const springs* x = data;
    memset(force, 0, 3 * (size_t)x->node_count * sizeof *force);
    for (int32_t i = 0; i < x->count; ++i) {
        const spring* s = &x->all[i];
        vec3 middle = reach(x, s, at->u);
        double length = v3_length(middle);
        if (change_or_null != NULL) {
            vec3 half = v3_scale(field_along(s, change_or_null), 0.5);
            length = 0.5 * (v3_length(v3_add(middle, half)) + v3_length(v3_sub(middle, half)));
        }
        add_pair(s, v3_scale(middle, tension(s, length)), force);
    }
}

// A squeezed spring's tangent is negative across it, and its firm matrix is nothing there.
static inline void spring_block(const springs* x, const spring* s, const double* u,
                                energy_matrix which, double block[3][3]) {
    vec3 d = reach(x, s, u);
    double length = v3_length(d), across = tension(s, length);
    if (which != ENERGY_TANGENT)
        across = which == ENERGY_FIRM ? fmax(across, 0.0) : 0.0;
    const double n[3] = {d.x, d.y, d.z};
    for (int a = 0; a < 3; ++a)
        for (int b = 0; b < 3; ++b)
            block[a][b] = (a == b ? across : 0.0) +
                          (s->stiffness - across) * n[a] * n[b] / fmax(length * length, 1e-30);
}

static inline void springs_times(void* data, const energy_place* at, energy_matrix which,
                                 const double* along, double* force) {
    const springs* x = data;
    memset(force, 0, 3 * (size_t)x->node_count * sizeof *force);
    for (int32_t i = 0; i < x->count; ++i) {
        double b[3][3];
        spring_block(x, &x->all[i], at->u, which, b);
        vec3 v = field_along(&x->all[i], along);
        add_pair(&x->all[i],
                 v3(b[0][0] * v.x + b[0][1] * v.y + b[0][2] * v.z,
                    b[1][0] * v.x + b[1][1] * v.y + b[1][2] * v.z,
                    b[2][0] * v.x + b[2][1] * v.y + b[2][2] * v.z),
                 force);
    }
}

typedef struct spring_job {
    const springs* x;
    const double* u;
    energy_matrix which;
} spring_job;

static inline void spring_matrix(const void* user, int32_t element, double* matrix) {
    const spring_job* j = user;
    double b[3][3];
    spring_block(j->x, &j->x->all[element], j->u, j->which, b);
    for (int r = 0; r < 6; ++r)
        for (int c = 0; c < 6; ++c)
            matrix[6 * r + c] = (r / 3 == c / 3 ? 1.0 : -1.0) * b[r % 3][c % 3];
}

static inline void springs_matrix(void* data, const energy_place* at, energy_matrix which,
                                  sparse* out) {
    energy_pattern p = springs_pattern(data, at);
    sparse_assemble(out, &p.mesh, spring_matrix, &(spring_job){data, at->u, which}, 1);
}

static inline energy_term springs_term(springs* x, bool damped) {
    return (energy_term){.data = x,
                         .damped = damped,
                         .pattern = springs_pattern,
                         .energy = springs_energy,
                         .force = springs_force,
                         .times = springs_times,
                         .matrix = springs_matrix};
}

static inline void springs_set(springs* x, const spring* all, int32_t count, arena* memory) {
    x->count = count;
    x->all = ARENA_NEW(memory, spring, (size_t)count);
    x->ends = ARENA_NEW(memory, int32_t, 2 * (size_t)count);
    memcpy(x->all, all, (size_t)count * sizeof *all);
    for (int32_t i = 0; i < count; ++i)
        memcpy(x->ends + 2 * i, all[i].ends, sizeof all[i].ends);
    ++x->version;
}
