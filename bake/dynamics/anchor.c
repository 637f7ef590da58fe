// Quadratic: the force half way of a step is its mean, and the tangent is firm.
// SPDX-License-Identifier: MIT
#include "bake/dynamics/anchor.h"

#include <string.h>

typedef struct anchors {
    const vec3* nodes;
    int32_t node_count, count;
    const anchor* all;
    int32_t* elements; // [count] their nodes
} anchors;

static vec3 stretch_of(const anchors* x, const anchor* a, const double* u) {
    const double* d = u + 3 * (size_t)a->node;
    return v3_sub(v3_add(x->nodes[a->node], v3(d[0], d[1], d[2])), a->place);
}

static energy_pattern term_pattern(void* data, const energy_place* at) {
    const anchors* x = data;
    (void)at; // nodes never change
    return (energy_pattern){.mesh = {x->elements, x->count, 1, 1, x->node_count}};
}

static double term_energy(void* data, const energy_place* at) {
    const anchors* x = data;
    double sum = 0.0;
    for (int32_t i = 0; i < x->count; ++i) {
        vec3 d = stretch_of(x, &x->all[i], at->u);
        sum += 0.5 * x->all[i].stiffness * v3_dot(d, d);
    }
    return sum;
}

static void add(double* force, const anchor* a, vec3 v) {
    double* to = force + 3 * (size_t)a->node;
    to[0] += a->stiffness * v.x;
    to[1] += a->stiffness * v.y;
    to[2] += a->stiffness * v.z;
}

static void term_force(void* data, const energy_place* at, const double* change_or_null,
                       double* force) {
    const anchors* x = data;
    (void)change_or_null;
    memset(force, 0, 3 * (size_t)x->node_count * sizeof *force);
    for (int32_t i = 0; i < x->count; ++i)
        add(force, &x->all[i], stretch_of(x, &x->all[i], at->u));
}

static void term_times(void* data, const energy_place* at, energy_matrix which, const double* along,
                       double* force) {
    const anchors* x = data;
    (void)at, (void)which;
    memset(force, 0, 3 * (size_t)x->node_count * sizeof *force);
    for (int32_t i = 0; i < x->count; ++i) {
        const double* v = along + 3 * (size_t)x->all[i].node;
        add(force, &x->all[i], v3(v[0], v[1], v[2]));
    }
}

static void element_matrix(const void* user, int32_t element, double* matrix) {
    const anchors* x = user;
    for (int k = 0; k < 9; ++k)
        matrix[k] = k % 4 == 0 ? x->all[element].stiffness : 0.0;
}

static void term_matrix(void* data, const energy_place* at, energy_matrix which, sparse* out) {
    energy_pattern p = term_pattern(data, at);
    (void)which;
    sparse_assemble(out, &p.mesh, element_matrix, data, 1);
}

bool anchor_term(const vec3* nodes, int32_t node_count, const anchor* all, int32_t count,
                 energy_term* out, arena* memory, report* r) {
    anchors* x = ARENA_NEW(memory, anchors, 1);
    *x = (anchors){nodes, node_count, count, all, ARENA_NEW(memory, int32_t, (size_t)count)};
    for (int32_t i = 0; i < count; ++i) {
        if (all[i].node < 0 || all[i].node >= node_count)
            return report_error(r, place_none(), "spring %d is at node %d of %d", i, all[i].node,
                                node_count);
        if (!(all[i].stiffness >= 0.0 && isfinite(all[i].stiffness)))
            return report_error(
                r, place_none(),
                "spring %d has a stiffness of %g N/m; it is finite and not negative", i,
                all[i].stiffness);
        if (!isfinite(v3_dot(all[i].place, all[i].place)))
            return report_error(r, place_none(), "spring %d leads to a place that is no place", i);
        x->elements[i] = all[i].node;
    }
    *out = (energy_term){.data = x,
                         .pattern = term_pattern,
                         .energy = term_energy,
                         .force = term_force,
                         .times = term_times,
                         .matrix = term_matrix};
    return true;
}
