// A right-hand side a pair, all solved at once.
// SPDX-License-Identifier: MIT
#include "bake/model/derivative.h"

#include "bake/base/assert.h"

int32_t derivative_pairs(int32_t count) {
    SUPPLE_ASSERT(count >= 0);
    return count * (count + 1) / 2;
}

// All nodes from those that move.
static void spread(const derivative_request* q, const double* vector, double* all) {
    for (int32_t n = 0; n < q->body->volume->node_count; ++n)
        for (int k = 0; k < 3; ++k)
            all[3 * n + k] = q->number[n] >= 0 ? vector[3 * q->number[n] + k] : 0.0;
}

bool derivative_find(const derivative_request* q, double* out, report* r) {
    arena* scratch = arena_create();
    const elastic* m = q->body;
    size_t all = 3 * (size_t)m->volume->node_count, order = 3 * (size_t)q->free_count;
    double* weights = ARENA_NEW(scratch, double, (size_t)m->count);
    double* vectors = ARENA_NEW(scratch, double, (size_t)q->count* all);
    double* load = ARENA_NEW(scratch, double, all);
    double* to = out;
    weights[q->shape] = 1.0;
    for (int32_t i = 0; i < q->count; ++i)
        spread(q, q->vectors + (size_t)i * order, vectors + (size_t)i * all);
    for (int32_t i = 0; i < q->count; ++i)
        for (int32_t k = 0; k <= i; ++k, to += order) {
            elastic_change(m, weights, m->shapes[q->shape].rest, vectors + (size_t)i * all,
                           vectors + (size_t)k * all, load);
            for (int32_t n = 0; n < m->volume->node_count; ++n)
                for (int a = 0; a < 3 && q->number[n] >= 0; ++a)
                    to[3 * q->number[n] + a] = -load[3 * n + a];
        }
    bool sound = factor_solve(q->stiffness, out, derivative_pairs(q->count), m->threads, r);
    arena_destroy(scratch);
    return sound;
}
