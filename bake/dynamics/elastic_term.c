// Nothing but the functions of elastic.h in the shape that energy.h asks for.
// SPDX-License-Identifier: MIT
#include "bake/dynamics/elastic_term.h"

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

typedef struct mass_job {
    const tets* t;
    const double* density;
} mass_job;

static void mass_of(const void* user, int32_t element, double* matrix) {
    const mass_job* j = user;
    vec3 nodes[ELEMENT_WIDTH_MAX];
    element_nodes(j->t, element, nodes);
    element_mass(nodes, j->t->width, j->density[element], tets_filling(j->t, element),
                 ELEMENT_MASS_CONSISTENT, matrix);
}

sparse elastic_mass(const elastic* m, const double* density, arena* memory) {
    sparse_mesh mesh = elastic_mesh(m);
    const mass_job job = {m->volume, density};
    sparse mass = sparse_pattern(&mesh, 1, m->threads, memory);
    sparse_assemble(&mass, &mesh, mass_of, &job, m->threads);
    return mass;
}

dynamics_body elastic_body(const elastic* m, const double* density, arena* memory) {
    elastic* own = ARENA_NEW(memory, elastic, 1);
    energy_term* term = ARENA_NEW(memory, energy_term, 1);
    *own = *m;
    *term = elastic_term(own);
    return (dynamics_body){.node_count = m->volume->node_count,
                           .nodes = m->volume->nodes,
                           .mass = elastic_mass(m, density, memory),
                           .term_count = 1,
                           .terms = term,
                           .shape_count = m->count,
                           .threads = m->threads};
}
