// Sculpts by size, then the principal directions of how the targets move.
// SPDX-License-Identifier: MIT
#include "bake/model/basis.h"

#include "bake/model/pool.h"
#include "bake/model/span.h"

#include <string.h>

static const double BASIS_NOTHING = 1e-6; // of a vector's length: what is left of it is rounding

enum { BASIS_WEIGHTS = 3 }; // columns for how it hangs

typedef struct making {
    const basis_request* q;
    arena* scratch;
    size_t order; // unknowns
    span span;
    double* sculpts; // [targets][order]
    int32_t modes;   // of a target
    pool pool;
    basis* out;
} making;

static void take_sculpts(making* m) {
    const target_set* set = m->q->set;
    m->sculpts = ARENA_NEW(m->scratch, double, (size_t)set->count * m->order);
    for (int32_t t = 0; t < set->count; ++t)
        for (int32_t n = 0; n < set->volume->node_count; ++n)
            for (size_t k = 0; k < 3 && m->q->number[n] >= 0; ++k)
                m->sculpts[(size_t)t * m->order + 3 * (size_t)m->q->number[n] + k] =
                    set->shapes[t].rest[3 * (size_t)n + k];
}

// Again and again the target of which the span has the least yet, by length.
static void append_sculpts(making* m) {
    int32_t count = m->q->set->count;
    size_t n = (size_t)count;
    double *left = ARENA_NEW(m->scratch, double, n * m->order),
           *riders = ARENA_NEW(m->scratch, double, n*n), *sizes = ARENA_NEW(m->scratch, double, n),
           *lengths = ARENA_NEW(m->scratch, double, n);
    memcpy(left, m->sculpts, n * m->order * sizeof *left);
    for (size_t t = 0; t < n; ++t)
        riders[t * n + t] = 1.0;
    span_lengths(&m->span, left, count, sizes);
    for (int32_t step = 0; step < count; ++step) {
        double most = 0.0;
        size_t best = 0;
        span_remove(&m->span, left, riders, count);
        span_lengths(&m->span, left, count, lengths);
        for (size_t t = 0; t < n; ++t)
            if (lengths[t] > BASIS_NOTHING * sizes[t] && lengths[t] > most) {
                most = lengths[t];
                best = t;
            }
        if (most == 0.0)
            return;
        span_append(&m->span, left + best * m->order, riders + best * n, 0.0);
        m->out->sculpted = m->span.basis.size;
    }
}

static bool fill_pool(making* m, stages* clock, report* r) {
    const basis_request* q = m->q;
    bool free = q->free_count == q->set->volume->node_count;
    int64_t most = 3 * (int64_t)q->free_count - (free ? 6 : 0);
    m->modes = q->count - m->out->sculpted;
    if (m->modes < 1)
        return report_error(r, q->where,
                            "%d modes leave no room for motion beside %d sculpted shapes: ask for "
                            "%d or more",
                            q->count, m->out->sculpted, m->out->sculpted + 4);
    m->modes = m->modes < most ? m->modes : (int32_t)most;
    if (m->modes < 1)
        return report_error(r, q->where, "nothing of it can deform");
    pool_request ask = {.set = q->set,
                        .number = q->number,
                        .free_count = q->free_count,
                        .mass_of_all = q->mass_of_all,
                        .mass = q->mass,
                        .modes = m->modes,
                        .bends_or_null = q->bends_or_null,
                        .far = q->far,
                        .threads = q->threads,
                        .where = q->where};
    return pool_fill(&ask, clock, &m->pool, m->scratch, r);
}

static int32_t pool_count(const pool* p, pool_kind kind) {
    int32_t count = 0;
    for (int32_t i = 0; i < p->count; ++i)
        count += p->kind[i] == kind;
    return count;
}

// The principal directions of what the pool has of some kinds, as columns.
static int32_t append_pool(making* m, pool_kind kind, pool_kind or_kind, int32_t most) {
    const pool* p = &m->pool;
    double *vectors = ARENA_NEW(m->scratch, double, (size_t)p->count * m->order),
           *riders = ARENA_NEW(m->scratch, double, (size_t)p->count*(size_t)m->span.riders),
           *singular = ARENA_NEW(m->scratch, double, (size_t)m->q->count);
    int32_t count = 0;
    for (int32_t i = 0; i < p->count; ++i)
        if (p->kind[i] == kind || p->kind[i] == or_kind)
            memcpy(vectors + (size_t)count++ * m->order, p->vectors + (size_t)i * m->order,
                   m->order * sizeof *vectors);
    return span_append_principal(&m->span, vectors, riders, count, most, BASIS_NOTHING, singular);
}

static int32_t least(int32_t a, int32_t b) {
    return a < b ? a : b;
}

// Where it rests between targets comes first, in a quarter of the room. Modes and derivatives leave a few columns
// for what is then still missing of the weights: so the first modes stay what they are, and it hangs as far
// as it should.
static bool compact(making* m, report* r) {
    int32_t room = m->q->count - m->out->sculpted;
    int32_t weights = least(least(pool_count(&m->pool, POOL_WEIGHT), BASIS_WEIGHTS), room / 2);
    append_pool(m, POOL_BETWEEN, POOL_BETWEEN,
                least(pool_count(&m->pool, POOL_BETWEEN), (room - weights) / 4));
    if (append_pool(m, POOL_MODE, POOL_DERIVATIVE, m->q->count - m->span.basis.size - weights) <= 0)
        return report_error(r, m->q->where, "no mode of it differs from its sculpted shapes");
    append_pool(m, POOL_WEIGHT, POOL_WEIGHT, weights);
    return true;
}

// ---- what came of it -------------------------------------------------------------------

// whole and lost, [count]: the vectors' lengths, and what the columns cannot show of them. Overwrites
// the vectors.
static void lose(making* m, double* vectors, int32_t count, double* whole, double* lost) {
    double* riders = ARENA_NEW(m->scratch, double, (size_t)count*(size_t)m->span.riders);
    span_lengths(&m->span, vectors, count, whole);
    span_remove(&m->span, vectors, riders, count);
    span_lengths(&m->span, vectors, count, lost);
}

static void judge(making* m, arena* memory) {
    basis* b = m->out;
    const pool* p = &m->pool;
    int32_t targets = m->q->set->count;
    size_t n = (size_t)targets, most = n > (size_t)p->count ? n : (size_t)p->count;
    double *whole = ARENA_NEW(m->scratch, double, most),
           *lost = ARENA_NEW(m->scratch, double, most), *sum = ARENA_NEW(m->scratch, double, n);
    b->rests = ARENA_NEW(memory, double, n*(size_t)b->count);
    span_along(&m->span, m->sculpts, targets, b->rests);
    lose(m, m->sculpts, targets, whole, lost);
    for (size_t t = 0; t < n; ++t)
        b->errors[t] = whole[t] > 0.0 ? lost[t] / whole[t] : 0.0;
    lose(m, p->vectors, p->count, whole, lost);
    for (int32_t i = 0; i < p->count; ++i)
        if (p->kind[i] == POOL_MODE) {
            b->unlike[p->target[i]] += lost[i] * lost[i];
            sum[p->target[i]] += whole[i] * whole[i];
        }
    for (size_t t = 0; t < n; ++t) {
        b->unlike[t] = sqrt(b->unlike[t] / sum[t]);
        b->first[t] = p->values[t * (size_t)m->modes];
    }
    b->mode_count = m->modes;
    b->values = ARENA_NEW(memory, double, (size_t)m->modes);
    memcpy(b->values, p->values + (size_t)basis_base(m->q->set) * (size_t)m->modes,
           (size_t)m->modes * sizeof *b->values);
}

int32_t basis_base(const target_set* set) {
    int32_t best = 0;
    double least = INFINITY;
    for (int32_t t = 0; t < set->count; ++t) {
        double sum = 0.0;
        for (size_t i = 0; i < 3 * (size_t)set->volume->node_count; ++i)
            sum += set->shapes[t].rest[i] * set->shapes[t].rest[i];
        if (sum < least) {
            least = sum;
            best = t;
        }
    }
    return best;
}

bool basis_make(const basis_request* q, stages* clock, basis* out, arena* memory, report* r) {
    size_t targets = (size_t)q->set->count;
    making m = {.q = q, .scratch = arena_create(), .order = 3 * (size_t)q->free_count, .out = out};
    *out = (basis){0};
    out->errors = ARENA_NEW(memory, double, targets);
    out->unlike = ARENA_NEW(memory, double, targets);
    out->first = ARENA_NEW(memory, double, targets);
    m.span = span_new(q->mass, q->count, q->set->count, q->threads, m.scratch);
    take_sculpts(&m);
    append_sculpts(&m);
    stages_end(clock, "basis");
    bool sound = fill_pool(&m, clock, r) && compact(&m, r);
    if (sound) {
        size_t count = (size_t)m.span.basis.size;
        out->count = (int32_t)count;
        out->sculpts = ARENA_NEW(memory, double, count* targets);
        out->vectors = ARENA_NEW(memory, double, count* m.order);
        memcpy(out->sculpts, m.span.follow, count * targets * sizeof *out->sculpts);
        for (size_t c = 0; c < count; ++c)
            memcpy(out->vectors + c * m.order, span_column(&m.span, (int32_t)c),
                   m.order * sizeof *out->vectors);
        judge(&m, memory);
    }
    stages_end(clock, "basis");
    arena_destroy(m.scratch);
    return sound;
}
