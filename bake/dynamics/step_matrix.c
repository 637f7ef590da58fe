// Patterns are compared by version, never block by block.
// SPDX-License-Identifier: MIT
#include "bake/dynamics/step_matrix.h"

#include "bake/algebra/sparse_sum.h"
#include "bake/base/clock.h"

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
    sparse_find_places(&own->matrix, &p.mesh, s->threads, own->memory);
    return true;
}

// Has the sum all blocks of a term's matrix?
static bool is_inside(const step_matrix* s, const sparse* part) {
    for (int32_t node = 0; node < part->rows; ++node) {
        if (s->number[node] < 0)
            continue;
        int64_t to = s->sum.start[s->number[node]], end = s->sum.start[s->number[node] + 1];
        for (int64_t i = part->start[node]; i < part->start[node + 1]; ++i) {
            int32_t column = s->number[part->column[i]];
            while (column >= 0 && to < end && s->sum.column[to] < column)
                ++to;
            if (column >= 0 && (to == end || s->sum.column[to] != column))
                return false;
        }
    }
    return true;
}

// Of the terms' matrices and of what they may need soon.
static void make_sum(step_matrix* s, const energy_place* at) {
    factor_free(s->factor);
    s->factor = NULL;
    arena_destroy(s->memory);
    s->memory = arena_create();
    arena* scratch = arena_create();
    int32_t count = 0;
    const sparse** parts = ARENA_NEW(scratch, const sparse*, 2 * (size_t)s->terms.count + 1);
    sparse* wide = ARENA_NEW(scratch, sparse, (size_t)s->terms.count);
    parts[count++] = &s->mass;
    for (int32_t i = 0; i < s->terms.count; ++i) {
        const energy_term* term = &s->terms.terms[i];
        parts[count++] = &s->of_terms[i].matrix;
        if (term->wide_pattern == NULL)
            continue;
        energy_pattern p = term->wide_pattern(term->data, at);
        wide[i] = sparse_pattern(&p.mesh, 1, s->threads, scratch);
        parts[count++] = &wide[i];
    }
    s->sum = sparse_sum_pattern(parts, count, s->number, s->free_count, 3, s->memory);
    ++s->analyses;
    arena_destroy(scratch);
}

static void renew(step_matrix* s, const energy_place* at) {
    bool fits = s->memory != NULL;
    for (int32_t i = 0; i < s->terms.count; ++i)
        if (renew_term(s, i, at))
            fits = fits && s->terms.terms[i].wide_pattern != NULL &&
                   is_inside(s, &s->of_terms[i].matrix);
    if (!fits)
        make_sum(s, at);
}

void step_matrix_forget(step_matrix* s) {
    for (int32_t i = 0; i < s->terms.count; ++i)
        if (s->terms.terms[i].wide_pattern != NULL) {
            arena_destroy(s->memory);
            s->memory = NULL;
            return;
        }
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
    sparse_sum_add(&s->sum, &s->of_terms[i].matrix, s->number, part, s->threads);
}

void step_matrix_assemble(step_matrix* s, const energy_place* at, const step_matrix_parts* parts) {
    double begin = clock_processor();
    renew(s, at);
    memset(s->sum.value, 0, 9 * (size_t)s->sum.start[s->free_count] * sizeof *s->sum.value);
    const viscosity* viscous = parts->viscous_or_null;
    for (int32_t i = 0; i < s->terms.count; ++i) {
        double damped = s->terms.terms[i].damped ? parts->damped : 0.0;
        add_term(s, i, at, parts->which, parts->all + (viscous == NULL ? damped : 0.0));
        if (viscous != NULL && damped != 0.0)
            sparse_sum_add(&s->sum, &viscous->of_terms[i].matrix, s->number, damped, s->threads);
    }
    sparse_sum_visit(&s->sum, &s->mass, s->number, add_mass,
                     &(mass_job){at->now, parts->mass, parts->drag}, s->threads);
    s->cost.assemble += clock_processor() - begin;
}

bool step_matrix_factor(step_matrix* s, report* r) {
    double begin = clock_processor();
    if (s->factor == NULL)
        s->factor = factor_analyse(&s->sum, r);
    if (s->factor != NULL)
        factor_share(s->factor, s->threads);
    bool sound = s->factor != NULL && factor_compute(s->factor, &s->sum, r);
    s->cost.factor += clock_processor() - begin;
    return sound;
}

bool step_matrix_solve(step_matrix* s, double* column, report* r) {
    double begin = clock_processor();
    bool sound = factor_solve(s->factor, column, 1, s->threads, r);
    s->cost.solve += clock_processor() - begin;
    return sound;
}
