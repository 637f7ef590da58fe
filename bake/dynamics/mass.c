// Elements of bake/fem, and sums of bake/algebra.
// SPDX-License-Identifier: MIT
#include "bake/dynamics/mass.h"

#include "bake/algebra/sparse_sum.h"
#include "bake/base/assert.h"
#include "bake/fem/element.h"

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

sparse mass_of_tets(const tets* t, const double* density, int threads, arena* memory) {
    const sparse_mesh mesh = {t->elements, t->tet_count, t->width, t->width, t->node_count};
    const mass_job job = {t, density};
    sparse mass = sparse_pattern(&mesh, 1, threads, memory);
    sparse_assemble(&mass, &mesh, mass_of, &job, threads);
    return mass;
}

sparse mass_sum(const sparse* const* parts, int32_t count, arena* memory) {
    SUPPLE_ASSERT(count > 0);
    int32_t rows = parts[0]->rows;
    int32_t* number = ARENA_NEW(memory, int32_t, (size_t)rows);
    for (int32_t i = 0; i < rows; ++i)
        number[i] = i;
    sparse sum = sparse_sum_pattern(parts, count, number, rows, 1, memory);
    for (int32_t i = 0; i < count; ++i)
        sparse_sum_add(&sum, parts[i], number, 1.0, 1);
    return sum;
}
