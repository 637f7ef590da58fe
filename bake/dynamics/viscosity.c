// Places are compared number by number: ten thousand comparisons cost less than one element of a thousand.
// SPDX-License-Identifier: MIT
#include "bake/dynamics/viscosity.h"

#include <string.h>

viscosity viscosity_make(const energy_terms* terms, int32_t shape_count, int threads,
                         arena* memory) {
    viscosity v = {.terms = *terms, .threads = threads, .shape_count = shape_count};
    v.of_terms = ARENA_NEW(memory, viscosity_term, (size_t)terms->count);
    v.u = ARENA_NEW(memory, double, 3 * (size_t)terms->node_count);
    v.weights = ARENA_NEW(memory, double, (size_t)shape_count + 1);
    return v;
}

void viscosity_free(viscosity* v) {
    for (int32_t i = 0; i < v->terms.count; ++i)
        arena_destroy(v->of_terms[i].memory);
}

static size_t place_bytes(const viscosity* v) {
    return 3 * (size_t)v->terms.node_count * sizeof *v->u;
}

static size_t weight_bytes(const viscosity* v) {
    return (size_t)v->shape_count * sizeof *v->weights;
}

static bool same_place(const viscosity* v, const energy_place* at) {
    return v->taken && memcmp(v->u, at->u, place_bytes(v)) == 0 &&
           memcmp(v->weights, at->now->weights, weight_bytes(v)) == 0;
}

static void take_term(viscosity* v, int32_t i, const energy_place* at) {
    const energy_term* term = &v->terms.terms[i];
    viscosity_term* own = &v->of_terms[i];
    energy_pattern p = term->pattern(term->data, at);
    if (own->memory == NULL || own->version != p.version) {
        arena_destroy(own->memory);
        own->memory = arena_create();
        own->version = p.version;
        own->matrix = sparse_pattern(&p.mesh, 3, v->threads, own->memory);
        sparse_find_places(&own->matrix, &p.mesh, v->threads, own->memory);
    }
    term->matrix(term->data, at, ENERGY_MATERIAL, &own->matrix);
}

void viscosity_take(viscosity* v, const energy_place* at) {
    if (same_place(v, at))
        return;
    memcpy(v->u, at->u, place_bytes(v));
    memcpy(v->weights, at->now->weights, weight_bytes(v));
    v->taken = true;
    for (int32_t i = 0; i < v->terms.count; ++i)
        if (v->terms.terms[i].damped)
            take_term(v, i, at);
}

void viscosity_times(const viscosity* v, const double* along, double* scratch, double* out) {
    size_t order = 3 * (size_t)v->terms.node_count;
    memset(out, 0, order * sizeof *out);
    for (int32_t i = 0; i < v->terms.count; ++i) {
        if (!v->terms.terms[i].damped)
            continue;
        sparse_multiply(&v->of_terms[i].matrix, along, scratch, 1, v->threads);
        for (size_t k = 0; k < order; ++k)
            out[k] += scratch[k];
    }
}
