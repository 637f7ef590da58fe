// Elements in parallel, then summed at each node in the order of elements.
// SPDX-License-Identifier: MIT
#include "bake/dynamics/stencil.h"

#include "bake/base/assert.h"
#include "bake/base/parallel.h"

#include <string.h>

enum { ELEMENT_GRAIN = 32, STENCIL_NODE_GRAIN = 1024, ORDER_MAX = 3 * MEAN_FORCE_NODES };

typedef struct job {
    const stencil* s;
    const double* u;
    const double* change_or_null; // force: the mean over a step
    const double* along_or_null;  // force: of a matrix times this instead
    energy_matrix which;
    double* energy; // [element_count]
    vec3* forces;   // [element_count][width]
    double* force;  // [3 * node_count]
} job;

static void gather(const stencil* s, int32_t element, const double* field, vec3* out) {
    const int32_t* e = s->elements + (ptrdiff_t)element * s->width;
    for (int32_t k = 0; k < s->width; ++k) {
        const double* f = field + 3 * (size_t)e[k];
        out[k] = v3(f[0], f[1], f[2]);
    }
}

static void gather_rest(const stencil* s, int32_t element, vec3* out) {
    const int32_t* e = s->elements + (ptrdiff_t)element * s->width;
    for (int32_t k = 0; k < s->width; ++k)
        out[k] = s->nodes[e[k]];
}

static void energies(void* user, int64_t begin, int64_t end) {
    const job* j = user;
    vec3 u[MEAN_FORCE_NODES];
    for (int64_t i = begin; i < end; ++i) {
        gather(j->s, (int32_t)i, j->u, u);
        j->energy[i] = j->s->law.of.energy(j->s->data, (int32_t)i, u);
    }
}

static void times_along(const job* j, int32_t element, const vec3* u, vec3* out) {
    int32_t order = 3 * j->s->width;
    double matrix[ORDER_MAX * ORDER_MAX];
    vec3 along[MEAN_FORCE_NODES];
    gather(j->s, element, j->along_or_null, along);
    j->s->law.matrix(j->s->data, element, u, j->which, matrix);
    for (int32_t row = 0; row < order; ++row) {
        double sum = 0.0;
        for (int32_t k = 0; k < order; ++k)
            sum += matrix[row * order + k] * (&along[k / 3].x)[k % 3];
        (&out[row / 3].x)[row % 3] = sum;
    }
}

static void forces(void* user, int64_t begin, int64_t end) {
    const job* j = user;
    const stencil* s = j->s;
    vec3 u[MEAN_FORCE_NODES], rest[MEAN_FORCE_NODES], change[MEAN_FORCE_NODES];
    for (int64_t i = begin; i < end; ++i) {
        vec3* to = j->forces + i * s->width;
        gather(s, (int32_t)i, j->u, u);
        if (j->along_or_null != NULL) {
            times_along(j, (int32_t)i, u, to);
        } else if (j->change_or_null != NULL) {
            gather_rest(s, (int32_t)i, rest);
            gather(s, (int32_t)i, j->change_or_null, change);
            const mean_force_step step = {s->width, rest, u, change};
            mean_force(&s->law.of, s->data, (int32_t)i, &step, to);
        } else {
            s->law.of.force(s->data, (int32_t)i, u, to);
        }
    }
}

static void at_nodes(void* user, int64_t begin, int64_t end) {
    const job* j = user;
    for (int64_t i = begin; i < end; ++i) {
        vec3 sum = {0};
        for (int64_t k = j->s->first[i]; k < j->s->first[i + 1]; ++k)
            sum = v3_add(sum, j->forces[j->s->corners[k]]);
        memcpy(j->force + 3 * i, &sum, sizeof sum);
    }
}

static void run(job* j) {
    const stencil* s = j->s;
    arena* scratch = arena_create();
    j->forces = ARENA_NEW(scratch, vec3, (size_t)s->element_count * (size_t)s->width);
    parallel_for(s->threads, s->element_count, ELEMENT_GRAIN, forces, j);
    parallel_for(s->threads, s->node_count, STENCIL_NODE_GRAIN, at_nodes, j);
    arena_destroy(scratch);
}

// ---- the functions of a term -------------------------------------------------------------

static energy_pattern term_pattern(void* data, const energy_place* at) {
    const stencil* s = data;
    (void)at; // elements never change
    return (energy_pattern){
        .mesh = {s->elements, s->element_count, s->width, s->width, s->node_count}};
}

static double term_energy(void* data, const energy_place* at) {
    const stencil* s = data;
    arena* scratch = arena_create();
    job j = {.s = s, .u = at->u};
    j.energy = ARENA_NEW(scratch, double, (size_t)s->element_count);
    parallel_for(s->threads, s->element_count, ELEMENT_GRAIN, energies, &j);
    double sum = 0.0;
    for (int32_t i = 0; i < s->element_count; ++i)
        sum += j.energy[i];
    arena_destroy(scratch);
    return sum;
}

static void term_force(void* data, const energy_place* at, const double* change_or_null,
                       double* force) {
    run(&(job){.s = data, .u = at->u, .change_or_null = change_or_null, .force = force});
}

static void term_times(void* data, const energy_place* at, energy_matrix which, const double* along,
                       double* force) {
    run(&(job){.s = data, .u = at->u, .along_or_null = along, .which = which, .force = force});
}

static void element_matrix(const void* user, int32_t element, double* matrix) {
    const job* j = user;
    vec3 u[MEAN_FORCE_NODES];
    gather(j->s, element, j->u, u);
    j->s->law.matrix(j->s->data, element, u, j->which, matrix);
}

static void term_matrix(void* data, const energy_place* at, energy_matrix which, sparse* out) {
    const stencil* s = data;
    energy_pattern p = term_pattern(data, at);
    const job j = {.s = s, .u = at->u, .which = which};
    sparse_assemble(out, &p.mesh, element_matrix, &j, s->threads);
}

// ---- making ----------------------------------------------------------------------------

static void find_corners(stencil* s, arena* memory) {
    size_t count = (size_t)s->element_count * (size_t)s->width;
    int64_t* first = ARENA_NEW(memory, int64_t, (size_t)s->node_count + 2);
    int64_t* corners = ARENA_NEW(memory, int64_t, count);
    for (size_t i = 0; i < count; ++i)
        ++first[s->elements[i] + 2];
    for (int32_t i = 0; i < s->node_count; ++i)
        first[i + 2] += first[i + 1];
    for (size_t i = 0; i < count; ++i)
        corners[first[s->elements[i] + 1]++] = (int64_t)i;
    s->first = first; // filling has moved every start to its place
    s->corners = corners;
}

energy_term stencil_term(const stencil* s, arena* memory) {
    SUPPLE_ASSERT(s->width >= 2 && s->width <= MEAN_FORCE_NODES);
    stencil* own = ARENA_NEW(memory, stencil, 1);
    *own = *s;
    find_corners(own, memory);
    return (energy_term){.data = own,
                         .damped = true,
                         .pattern = term_pattern,
                         .energy = term_energy,
                         .force = term_force,
                         .times = term_times,
                         .matrix = term_matrix};
}
