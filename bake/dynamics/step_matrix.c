// Patterns are compared by version, never block by block.
// SPDX-License-Identifier: MIT
#include "bake/dynamics/step_matrix.h"

#include "bake/algebra/sparse_sum.h"

#include <string.h>

step_matrix step_matrix_make(const energy_terms* terms, const sparse* mass, const int32_t* number,
                             int32_t free_count, int threads, arena* memory) {
    step_matrix s = {.terms = *terms,
                     .mass = *mass,
                     .free_count = free_count,
                     .number = number,
                     .threads = threads};
    s.of_terms = ARENA_NEW(memory, step_matrix_term, (size_t)terms->count);
    return s;
}

void step_matrix_free(step_matrix* s) {
    for (int32_t i = 0; i < s->terms.count; ++i)
        arena_destroy(s->of_terms[i].memory);
    arena_destroy(s->memory);
    factor_free(s->factor);
}

// ---- patterns --------------------------------------------------------------------------

// The matrix of a term with today's pattern; true when that is another one than before.
static bool renew_term(step_matrix* s, int32_t i, const energy_place* at) {
    const energy_term* term = &s->terms.terms[i];
    step_matrix_term* own = &s->of_terms[i];
    energy_pattern p = term->pattern(term->data, at);
    if (own->memory != NULL && own->version == p.version)
        return false;
    arena_destroy(own->memory);
    own->memory = arena_create();
    own->version = p.version;
    own->matrix = sparse_pattern(&p.mesh, 3, s->threads, own->memory);
    return true;
}

static size_t value_count(const step_matrix* s) {
    return 9 * (size_t)s->sum.start[s->free_count];
}

static void renew(step_matrix* s, const energy_place* at) {
    bool changed = false;
    for (int32_t i = 0; i < s->terms.count; ++i)
        changed = renew_term(s, i, at) || changed;
    if (!changed)
        return;
    factor_free(s->factor);
    s->factor = NULL;
    arena_destroy(s->memory);
    s->memory = arena_create();
    const sparse** parts = ARENA_NEW(s->memory, const sparse*, (size_t)s->terms.count + 1);
    parts[0] = &s->mass;
    for (int32_t i = 0; i < s->terms.count; ++i)
        parts[i + 1] = &s->of_terms[i].matrix;
    s->sum = sparse_sum_pattern(parts, s->terms.count + 1, s->number, s->free_count, 3, s->memory);
    s->damped = ARENA_NEW(s->memory, double, value_count(s));
    s->damped_u = ARENA_NEW(s->memory, double, 3 * (size_t)s->terms.node_count);
    s->damped_weights = ARENA_NEW(s->memory, double, (size_t)at->now->shape_count);
    s->has_damped = false;
}

// ---- values ----------------------------------------------------------------------------

typedef struct mass_job {
    const moment_copy* now;
    double mass, drag;
} mass_job;

// A_i^T A_k.
static void carried(const moment_frame* i, const moment_frame* k, double out[9]) {
    for (int a = 0; a < 3; ++a)
        for (int b = 0; b < 3; ++b)
            out[3 * a + b] = i->carry[0][a] * k->carry[0][b] + i->carry[1][a] * k->carry[1][b] +
                             i->carry[2][a] * k->carry[2][b];
}

static void add_mass(const void* user, int32_t row, int32_t column, const double* from,
                     double* to) {
    const mass_job* j = user;
    double square[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    if (j->now->framed)
        carried(&j->now->frames[row], &j->now->frames[column], square);
    for (int k = 0; k < 9; ++k)
        to[k] = to[k] + j->mass * *from * square[k] + (k % 4 == 0 ? j->drag * *from : 0.0);
}

static void add_term(step_matrix* s, int32_t i, const energy_place* at, energy_matrix which,
                     double part) {
    const energy_term* term = &s->terms.terms[i];
    if (part == 0.0)
        return;
    term->matrix(term->data, at, which, &s->of_terms[i].matrix);
    sparse_sum_add(&s->sum, &s->of_terms[i].matrix, s->number, part);
}

// The damped terms' matrices at a place that is not that of the others, times a part. Who asks again for the same place,
// as all matrices of a step do, gets what was found.
static void add_damped(step_matrix* s, const energy_place* there, energy_matrix which,
                       double part) {
    size_t count = value_count(s), u_size = 3 * (size_t)s->terms.node_count * sizeof *there->u,
           weights_size = (size_t)there->now->shape_count * sizeof(double);
    bool known = s->has_damped && memcmp(s->damped_u, there->u, u_size) == 0 &&
                 memcmp(s->damped_weights, there->now->weights, weights_size) == 0;
    if (!known) {
        memset(s->sum.value, 0, count * sizeof *s->sum.value);
        for (int32_t i = 0; i < s->terms.count; ++i)
            if (s->terms.terms[i].damped)
                add_term(s, i, there, which, 1.0);
        memcpy(s->damped, s->sum.value, count * sizeof *s->damped);
        memcpy(s->damped_u, there->u, u_size);
        memcpy(s->damped_weights, there->now->weights, weights_size);
        s->has_damped = true;
    }
    for (size_t i = 0; i < count; ++i)
        s->sum.value[i] = part * s->damped[i];
}

void step_matrix_assemble(step_matrix* s, const energy_place* at, const step_matrix_parts* parts) {
    renew(s, at);
    const energy_place* there = parts->damped_at_or_null;
    if (there != NULL && parts->damped != 0.0)
        add_damped(s, there, parts->damped_by, parts->damped);
    else
        memset(s->sum.value, 0, value_count(s) * sizeof *s->sum.value);
    for (int32_t i = 0; i < s->terms.count; ++i) {
        double damped = s->terms.terms[i].damped && there == NULL ? parts->damped : 0.0;
        if (parts->which == parts->damped_by) {
            add_term(s, i, at, parts->which, parts->all + damped);
        } else {
            add_term(s, i, at, parts->which, parts->all);
            add_term(s, i, at, parts->damped_by, damped);
        }
    }
    sparse_sum_visit(&s->sum, &s->mass, s->number, add_mass,
                     &(mass_job){at->now, parts->mass, parts->drag});
}

bool step_matrix_factor(step_matrix* s, report* r) {
    if (s->factor == NULL)
        s->factor = factor_analyse(&s->sum, r);
    return s->factor != NULL && factor_compute(s->factor, &s->sum, r);
}

bool step_matrix_solve(step_matrix* s, double* column, report* r) {
    return factor_solve(s->factor, column, 1, s->threads, r);
}
