// Frequencies of a body of any terms about where it is, by bake/fem's eigensolver.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/dynamics/dynamics.h"
#include "bake/dynamics/step_matrix.h"
#include "bake/fem/eigen.h"

// The mass of free nodes, with the pattern of the stiffness.
static inline sparse body_mass(const sparse* stiffness, const sparse* mass, const int32_t* node,
                               arena* memory) {
    sparse m = *stiffness;
    m.block = 1;
    m.value = ARENA_NEW(memory, double, (size_t)m.start[m.rows]);
    for (int32_t row = 0; row < m.rows; ++row)
        for (int64_t i = m.start[row]; i < m.start[row + 1]; ++i) {
            const double* from = sparse_block(mass, node[row], node[m.column[i]]);
            m.value[i] = from != NULL ? *from : 0.0;
        }
    return m;
}

// The lowest `count` angular frequencies, rad/s, of small motion about u, [3 * node_count]; held: [node_count]. False
// when they are not found.
static inline bool body_modes(const dynamics_body* b, const uint8_t* held, const double* u,
                              int32_t count, double* omega, report* r) {
    arena* memory = arena_create();
    int32_t *number = ARENA_NEW(memory, int32_t, (size_t)b->node_count), free_count = 0;
    int32_t* node = ARENA_NEW(memory, int32_t, (size_t)b->node_count);
    for (int32_t i = 0; i < b->node_count; ++i) {
        number[i] = held[i] ? -1 : free_count;
        if (!held[i])
            node[free_count++] = i;
    }
    const energy_terms terms = {b->term_count, b->terms, b->node_count};
    moment_copy now = moment_copy_new(b->shape_count, b->node_count, memory);
    step_matrix m = step_matrix_make(&terms, &b->mass, number, free_count, 1, memory);
    step_matrix_assemble(&m, &(energy_place){.now = &now, .u = u},
                         &(step_matrix_parts){.all = 1.0});
    const assemble_matrices both = {m.sum, body_mass(&m.sum, &b->mass, node, memory)};
    eigen_modes modes;
    bool found =
        eigen_lowest(&both, &(eigen_request){.count = count, .threads = 1}, &modes, memory, r);
    for (int32_t i = 0; found && i < count; ++i)
        omega[i] = sqrt(modes.values[i]);
    step_matrix_free(&m);
    arena_destroy(memory);
    return found;
}
