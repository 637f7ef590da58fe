// SPDX-License-Identifier: MIT
#include "bake/portrait/coverage.h"

#include "bake/algebra/clusters.h"
#include "bake/base/assert.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { COVERAGE_ROUNDS = 50 };

// By q and balanced velocities, from the rest on.
static clusters regions_of(const portrait* p, int32_t count, arena* memory) {
    size_t rank = (size_t)p->rank, states = (size_t)p->state_count;
    double *at = ARENA_NEW(memory, double, 2 * rank * states), root = sqrt(p->balance);
    for (size_t s = 0; s < states; ++s)
        for (size_t i = 0; i < rank; ++i) {
            at[2 * rank * s + i] = p->q[rank * s + i];
            at[2 * rank * s + rank + i] = root * p->v[rank * s + i];
        }
    const clusters_options o = {
        .count = count, .first = p->of->rest, .rounds = COVERAGE_ROUNDS, .seed = 1};
    return clusters_of(at, p->state_count, 2 * p->rank, &o, memory);
}

// ---- cells -----------------------------------------------------------------------------

static void add_state(const responses* s, int32_t state, coverage_cell* c) {
    const nearest* n =
        &s->starts[(size_t)state * (size_t)s->of->of->palette.entry_count + (size_t)c->entry];
    double d = n->response < 0      ? INFINITY
               : s->of->reach > 0.0 ? (double)n->distance / s->of->reach
                                    : 0.0;
    ++c->states;
    c->mean += d;
    if (d > c->worst || c->states == 1) {
        c->worst = d;
        c->worst_state = state;
    }
}

static int worst_first(const void* a, const void* b) {
    const coverage_cell *x = a, *y = b;
    if (x->mean != y->mean)
        return x->mean < y->mean ? 1 : -1;
    return x->region != y->region ? x->region - y->region : x->entry - y->entry;
}

coverage coverage_of(const responses* s, int32_t regions, arena* memory) {
    SUPPLE_ASSERT(regions >= 1 && regions <= COVERAGE_REGIONS_MOST);
    const recording* x = s->of->of;
    int32_t entries = x->palette.entry_count;
    arena* scratch = arena_create();
    clusters c = regions_of(s->of, regions, scratch);
    coverage out = {.region_count = c.count};
    out.regions = ARENA_NEW(memory, int32_t, (size_t)x->state_count);
    out.cells = ARENA_NEW(memory, coverage_cell, (size_t)out.region_count * (size_t)entries);
    memcpy(out.regions, c.of, (size_t)x->state_count * sizeof *out.regions);
    memcpy(out.middles, c.middles, (size_t)c.count * sizeof *out.middles);
    for (int32_t i = 0; i < out.region_count * entries; ++i)
        out.cells[i] = (coverage_cell){.region = i / entries, .entry = i % entries};
    for (int32_t n = 0; n < x->state_count; ++n)
        for (int32_t e = 0; e < entries; ++e)
            if (x->palette.next[s->speeds[n]][e] >= 0)
                add_state(s, n, &out.cells[out.regions[n] * entries + e]);
    for (int32_t i = 0; i < s->count; ++i)
        if (s->all[i].is_start)
            ++out.cells[out.regions[x->responses[i].first] * entries + x->responses[i].entry]
                  .starts;
    for (int32_t i = 0; i < out.region_count * entries; ++i)
        if (out.cells[i].states > 0) {
            out.cells[out.cell_count] = out.cells[i];
            out.cells[out.cell_count++].mean /= out.cells[i].states;
        }
    qsort(out.cells, (size_t)out.cell_count, sizeof *out.cells, worst_first);
    arena_destroy(scratch);
    return out;
}
