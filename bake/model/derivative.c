// One factor of the stiffness, a right-hand side a pair.
// SPDX-License-Identifier: MIT
#include "bake/model/derivative.h"

#include "bake/fem/factor.h"

#include <string.h>

static const double SHIFT =
    1e-3; // of the first elastic value, to make a free body's matrix regular

int32_t derivative_pairs(int32_t count) {
    return count * (count + 1) / 2;
}

// All nodes from those that move.
static void spread(const derivative_request* q, const double* mode, double* all) {
    for (int32_t n = 0; n < q->body->volume->node_count; ++n)
        for (int k = 0; k < 3; ++k)
            all[3 * n + k] = q->number[n] >= 0 ? mode[3 * q->number[n] + k] : 0.0;
}

static void find_loads(const derivative_request* q, double* out, arena* scratch) {
    const elastic* m = q->body;
    size_t all = 3 * (size_t)m->volume->node_count, order = 3 * (size_t)q->m->mass.rows;
    double* weights = ARENA_NEW(scratch, double, (size_t)m->count);
    double* modes = ARENA_NEW(scratch, double, (size_t)q->count* all);
    double* load = ARENA_NEW(scratch, double, all);
    weights[q->shape] = 1.0;
    for (int32_t i = 0; i < q->count; ++i)
        spread(q, q->modes->vectors + (size_t)(q->modes->rigid + i) * order,
               modes + (size_t)i * all);
    for (int32_t i = 0; i < q->count; ++i)
        for (int32_t k = 0; k <= i; ++k, out += order) {
            elastic_change(m, weights, m->shapes[q->shape].rest, modes + (size_t)i * all,
                           modes + (size_t)k * all, load);
            for (int32_t n = 0; n < m->volume->node_count; ++n)
                for (int a = 0; a < 3 && q->number[n] >= 0; ++a)
                    out[3 * q->number[n] + a] = -load[3 * n + a];
        }
}

// Takes out what moves a free body as a whole.
static void hold_still(const derivative_request* q, double* columns, int32_t count,
                       arena* scratch) {
    size_t order = 3 * (size_t)q->m->mass.rows;
    double* pushed = ARENA_NEW(scratch, double, order);
    for (int32_t i = 0; i < q->modes->rigid; ++i) {
        const double* rigid = q->modes->vectors + (size_t)i * order;
        assemble_times_mass(&q->m->mass, rigid, pushed, 1, q->body->threads);
        for (int32_t c = 0; c < count; ++c) {
            double *x = columns + (size_t)c * order, along = 0.0;
            for (size_t k = 0; k < order; ++k)
                along += pushed[k] * x[k];
            for (size_t k = 0; k < order; ++k)
                x[k] -= along * rigid[k];
        }
    }
}

bool derivative_find(const derivative_request* q, double* out, report* r) {
    arena* scratch = arena_create();
    int32_t pairs = derivative_pairs(q->count), rigid = q->modes->rigid;
    find_loads(q, out, scratch);
    sparse k = rigid > 0 ? assemble_shifted(q->m, -SHIFT * q->modes->values[rigid], scratch)
                         : q->m->stiffness;
    factor* f = factor_analyse(&k, r);
    bool sound =
        f != NULL && factor_compute(f, &k, r) && factor_solve(f, out, pairs, q->body->threads, r);
    factor_free(f);
    if (sound)
        hold_still(q, out, pairs, scratch);
    arena_destroy(scratch);
    return sound;
}
