// Lloyd's iteration, in the order of states: the same regions everywhere.
// SPDX-License-Identifier: MIT
#include "bake/portrait/coverage.h"

#include "bake/base/assert.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 50 };

typedef struct clustering {
    int32_t count, states, width; // regions; states; numbers of a state
    double* at;                   // [states][width] q and balanced velocity
    double* middles;              // [count][width]
    int32_t* of;                  // [states]
    double* distance;             // [states] squared, to its middle
} clustering;

static double between(const clustering* c, const double* a, const double* b) {
    double sum = 0.0;
    for (int32_t i = 0; i < c->width; ++i)
        sum += (a[i] - b[i]) * (a[i] - b[i]);
    return sum;
}

static void set_middle(clustering* c, int32_t region, int32_t state) {
    memcpy(c->middles + (size_t)region * (size_t)c->width, c->at + (size_t)state * (size_t)c->width,
           (size_t)c->width * sizeof *c->middles);
}

// k-means++: each further middle is a state drawn by its squared distance from those before.
static void seed(clustering* c, int32_t first) {
    uint64_t random = 1;
    set_middle(c, 0, first);
    for (int32_t s = 0; s < c->states; ++s)
        c->distance[s] = INFINITY;
    for (int32_t r = 1; r <= c->count; ++r) {
        double sum = 0.0;
        for (int32_t s = 0; s < c->states; ++s) {
            double d = between(c, c->at + (size_t)s * (size_t)c->width,
                               c->middles + (size_t)(r - 1) * (size_t)c->width);
            c->distance[s] = fmin(c->distance[s], d);
            sum += c->distance[s];
        }
        if (r == c->count)
            return;
        random = random * 6364136223846793005u + 1442695040888963407u;
        double drawn = sum * (double)(random >> 11) / 9007199254740992.0;
        int32_t s = 0;
        while (s + 1 < c->states && (drawn -= c->distance[s]) > 0.0)
            ++s;
        set_middle(c, r, s);
    }
}

static bool assign(clustering* c) {
    bool changed = false;
    for (int32_t s = 0; s < c->states; ++s) {
        int32_t best = 0;
        double least = INFINITY;
        for (int32_t r = 0; r < c->count; ++r) {
            double d = between(c, c->at + (size_t)s * (size_t)c->width,
                               c->middles + (size_t)r * (size_t)c->width);
            if (d < least) {
                least = d;
                best = r;
            }
        }
        changed = changed || c->of[s] != best;
        c->of[s] = best;
        c->distance[s] = least;
    }
    return changed;
}

static void move_middles(clustering* c, int32_t* members) {
    memset(c->middles, 0, (size_t)c->count * (size_t)c->width * sizeof *c->middles);
    memset(members, 0, (size_t)c->count * sizeof *members);
    for (int32_t s = 0; s < c->states; ++s) {
        ++members[c->of[s]];
        for (int32_t i = 0; i < c->width; ++i)
            c->middles[(size_t)c->of[s] * (size_t)c->width + (size_t)i] +=
                c->at[(size_t)s * (size_t)c->width + (size_t)i];
    }
    for (int32_t r = 0; r < c->count; ++r) {
        int32_t farthest = 0;
        for (int32_t s = 0; s < c->states && members[r] == 0; ++s)
            farthest = c->distance[s] > c->distance[farthest] ? s : farthest;
        if (members[r] == 0) {
            set_middle(c, r, farthest);
            c->distance[farthest] = 0.0;
        }
        for (int32_t i = 0; i < c->width && members[r] > 0; ++i)
            c->middles[(size_t)r * (size_t)c->width + (size_t)i] /= members[r];
    }
}

static void cluster(const portrait* p, clustering* c, arena* memory) {
    size_t rank = (size_t)p->rank, states = (size_t)p->state_count;
    c->states = p->state_count;
    c->width = 2 * p->rank;
    c->at = ARENA_NEW(memory, double, 2 * rank * states);
    c->middles = ARENA_NEW(memory, double, 2 * rank * (size_t)c->count);
    c->distance = ARENA_NEW(memory, double, states);
    int32_t* members = ARENA_NEW(memory, int32_t, (size_t)c->count);
    double root = sqrt(p->balance);
    for (size_t s = 0; s < states; ++s)
        for (size_t i = 0; i < rank; ++i) {
            c->at[2 * rank * s + i] = p->q[rank * s + i];
            c->at[2 * rank * s + rank + i] = root * p->v[rank * s + i];
        }
    seed(c, p->of->rest);
    for (int round = 0; round < ROUNDS && assign(c); ++round)
        move_middles(c, members);
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
    coverage out = {.region_count = regions < x->state_count ? regions : x->state_count};
    out.regions = ARENA_NEW(memory, int32_t, (size_t)x->state_count);
    out.cells = ARENA_NEW(memory, coverage_cell, (size_t)out.region_count * (size_t)entries);
    arena* scratch = arena_create();
    clustering c = {.count = out.region_count, .of = out.regions};
    cluster(s->of, &c, scratch);
    for (int32_t i = 0; i < out.region_count * entries; ++i)
        out.cells[i] = (coverage_cell){.region = i / entries, .entry = i % entries};
    double least[COVERAGE_REGIONS_MOST];
    for (int32_t r = 0; r < out.region_count; ++r)
        least[r] = INFINITY;
    for (int32_t n = 0; n < x->state_count; ++n) {
        int32_t r = out.regions[n];
        if (c.distance[n] < least[r]) {
            least[r] = c.distance[n];
            out.middles[r] = n;
        }
        for (int32_t e = 0; e < entries; ++e)
            if (x->palette.next[s->speeds[n]][e] >= 0)
                add_state(s, n, &out.cells[r * entries + e]);
    }
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
