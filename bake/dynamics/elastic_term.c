// Nothing but the functions of elastic.h in the shape that energy.h asks for.
// SPDX-License-Identifier: MIT
#include "bake/dynamics/elastic_term.h"

#include "bake/dynamics/mass.h"

static energy_pattern term_pattern(void* data, const energy_place* at) {
    const elastic* m = data;
    (void)at; // elements never change
    return (energy_pattern){.mesh = elastic_mesh(m)};
}

static double term_energy(void* data, const energy_place* at) {
    return elastic_energy(data, at->now->weights, at->u);
}

static void term_force(void* data, const energy_place* at, const double* change_or_null,
                       double* force) {
    if (change_or_null == NULL)
        elastic_force(data, at->now->weights, at->u, force);
    else
        elastic_force_between(data, at->now->weights, at->u, change_or_null, force);
}

static void term_times(void* data, const energy_place* at, energy_matrix which, const double* along,
                       double* force) {
    elastic_stiffness_times(data, at->now->weights, at->u, which, along, force);
}

static void term_matrix(void* data, const energy_place* at, energy_matrix which, sparse* out) {
    elastic_stiffness(data, at->now->weights, at->u, which, out);
}

energy_term elastic_term(elastic* m) {
    return (energy_term){.data = m,
                         .damped = true,
                         .pattern = term_pattern,
                         .energy = term_energy,
                         .force = term_force,
                         .times = term_times,
                         .matrix = term_matrix};
}

// ---- a body of tets --------------------------------------------------------------------

dynamics_body elastic_body(const elastic* m, const double* density, arena* memory) {
    elastic* own = ARENA_NEW(memory, elastic, 1);
    energy_term* term = ARENA_NEW(memory, energy_term, 1);
    *own = *m;
    *term = elastic_term(own);
    return (dynamics_body){.node_count = m->volume->node_count,
                           .nodes = m->volume->nodes,
                           .mass = mass_of_tets(m->volume, density, m->threads, memory),
                           .term_count = 1,
                           .terms = term,
                           .shape_count = m->count,
                           .threads = m->threads};
}
