// Sculpts by size, then modes of target after target into one pool, then the pool's principal directions.
// SPDX-License-Identifier: MIT
#include "bake/model/basis.h"

#include "bake/fem/eigen.h"
#include "bake/model/derivative.h"
#include "bake/model/span.h"

#include <string.h>

static const double NOTHING = 1e-6; // of a vector's length: what is left of it is rounding

enum {
    BENT = 5 // modes of a target that derivatives are found of
};

typedef struct making {
    const basis_request* q;
    arena* scratch;
    size_t order; // unknowns
    span span;
    double* sculpts;    // [targets][order]
    int32_t modes_each; // of a target
    int32_t pool_count, pool_room;
    double* pool;         // [pool_room][order]
    int32_t* pool_target; // [pool_room]
    basis* out;
} making;

// ---- sculpts ---------------------------------------------------------------------------

static void take_sculpts(making* m) {
    const target_set* set = m->q->set;
    m->sculpts = ARENA_NEW(m->scratch, double, (size_t)set->count * m->order);
    for (int32_t t = 0; t < set->count; ++t)
        for (int32_t n = 0; n < set->volume->node_count; ++n)
            for (size_t k = 0; k < 3 && m->q->number[n] >= 0; ++k)
                m->sculpts[(size_t)t * m->order + 3 * (size_t)m->q->number[n] + k] =
                    set->shapes[t].rest[3 * (size_t)n + k];
}

// The target of which the span has the least yet, by length.
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
            if (lengths[t] > NOTHING * sizes[t] && lengths[t] > most) {
                most = lengths[t];
                best = t;
            }
        if (most == 0.0)
            return;
        span_append(&m->span, left + best * m->order, riders + best * n, 0.0);
        m->out->sculpted = m->span.basis.size;
    }
}

// ---- modes -----------------------------------------------------------------------------

static void add_to_pool(making* m, const double* vector, double scale, int32_t target) {
    double* to = m->pool + (size_t)m->pool_count * m->order;
    for (size_t i = 0; i < m->order; ++i)
        to[i] = scale * vector[i];
    m->pool_target[m->pool_count++] = target;
}

// The largest displacement of a node.
static double largest(const double* vector, size_t order) {
    double most = 0.0;
    for (size_t i = 0; i < order; i += 3)
        most = fmax(most, v3_length(v3(vector[i], vector[i + 1], vector[i + 2])));
    return most;
}

// Where mode 1 swings `far`, mode i does so by lambda_1 / lambda_i of that: amplitudes a_i. Then a_i phi_i
// and 1/2 a_i a_j phi_ij are displacements to be compared; all over a_1.
static bool add_derivatives(making* m, int32_t target, const assemble_matrices* k,
                            const eigen_modes* found, arena* scratch, report* r) {
    int32_t count = m->modes_each < BENT ? m->modes_each : BENT;
    const double *lambda = found->values + found->rigid,
                 *first = found->vectors + (size_t)found->rigid * m->order;
    derivative_request q = {m->q->bends_or_null, target, k, found, m->q->number, count};
    double* all = ARENA_NEW(scratch, double, (size_t)derivative_pairs(count) * m->order);
    if (!derivative_find(&q, all, r))
        return false;
    double far = m->q->far / largest(first, m->order);
    for (int32_t i = 0; i < count; ++i)
        for (int32_t j = 0; j <= i; ++j, all += m->order)
            add_to_pool(m, all,
                        far * (lambda[0] / lambda[i]) * (lambda[0] / lambda[j]) *
                            (i == j ? 0.5 : 1.0),
                        target);
    return true;
}

static tets at_rest(const target_set* set, int32_t target, arena* scratch) {
    tets t = *set->volume;
    const double* rest = set->shapes[target].rest;
    t.nodes = ARENA_NEW(scratch, vec3, (size_t)t.node_count);
    for (int32_t n = 0; n < t.node_count; ++n)
        t.nodes[n] =
            v3_add(set->volume->nodes[n], v3(rest[3 * n], rest[3 * n + 1], rest[3 * n + 2]));
    return t;
}

static bool add_modes(making* m, int32_t target, stages* clock, arena* memory, report* r) {
    const basis_request* q = m->q;
    arena* scratch = arena_create();
    tets t = at_rest(q->set, target, scratch);
    assemble_matrices all, k;
    eigen_modes found = {0};
    bool free = q->free_count == t.node_count;
    bool sound = assemble_body(&t, q->set->shapes[target].materials, ELEMENT_MASS_CONSISTENT,
                               q->threads, &all, q->where, scratch, r);
    if (sound) {
        k = assemble_keep(&all, q->number, q->free_count, scratch);
        k.mass = *q->mass;
        stages_end(clock, "matrices");
        eigen_request ask = {
            .count = m->modes_each + (free ? 6 : 0), .free = free, .threads = q->threads};
        sound = eigen_lowest(&k, &ask, &found, scratch, r);
        stages_end(clock, "modes");
    }
    if (sound && found.count - found.rigid < m->modes_each)
        sound = report_error(r, q->where, "target \"%s\" hangs together in pieces that move freely",
                             q->set->shapes[target].name);
    if (sound) {
        const double* values = found.values + found.rigid;
        for (int32_t i = 0; i < m->modes_each; ++i)
            add_to_pool(m, found.vectors + (size_t)(found.rigid + i) * m->order,
                        values[0] / values[i], target);
        m->out->first[target] = values[0];
        if (target == basis_base(q->set)) {
            m->out->values = ARENA_NEW(memory, double, (size_t)m->modes_each);
            memcpy(m->out->values, values, (size_t)m->modes_each * sizeof *values);
            m->out->mode_count = m->modes_each;
        }
        sound = q->bends_or_null == NULL || add_derivatives(m, target, &k, &found, scratch, r);
        stages_end(clock, "derivatives");
    }
    arena_destroy(scratch);
    return sound;
}

static bool fill_pool(making* m, stages* clock, arena* memory, report* r) {
    const basis_request* q = m->q;
    bool free = q->free_count == q->set->volume->node_count;
    int64_t most = 3 * (int64_t)q->free_count - (free ? 6 : 0);
    m->modes_each = q->count - m->out->sculpted;
    if (m->modes_each < 1)
        return report_error(r, q->where,
                            "%d modes leave no room for motion beside %d sculpted shapes: ask for "
                            "%d or more",
                            q->count, m->out->sculpted, m->out->sculpted + 4);
    m->modes_each = m->modes_each < most ? m->modes_each : (int32_t)most;
    if (m->modes_each < 1)
        return report_error(r, q->where, "nothing of it can deform");
    int32_t bent = m->modes_each < BENT ? m->modes_each : BENT;
    m->pool_room =
        q->set->count * (m->modes_each + (q->bends_or_null != NULL ? derivative_pairs(bent) : 0));
    m->pool = ARENA_NEW(m->scratch, double, (size_t)m->pool_room * m->order);
    m->pool_target = ARENA_NEW(m->scratch, int32_t, (size_t)m->pool_room);
    for (int32_t t = 0; t < q->set->count; ++t)
        if (!add_modes(m, t, clock, memory, r))
            return false;
    return true;
}

// ---- what came of it -------------------------------------------------------------------

static bool compact(making* m, report* r) {
    size_t riders = (size_t)m->pool_room * (size_t)m->span.riders;
    double *follow = ARENA_NEW(m->scratch, double, riders),
           *singular = ARENA_NEW(m->scratch, double, (size_t)m->q->count),
           *copy = ARENA_NEW(m->scratch, double, (size_t)m->pool_count * m->order);
    memcpy(copy, m->pool, (size_t)m->pool_count * m->order * sizeof *copy);
    int32_t added = span_append_principal(&m->span, copy, follow, m->pool_count, m->q->count,
                                          NOTHING, singular);
    return added > 0 ||
           report_error(r, m->q->where, "no mode of it differs from its sculpted shapes");
}

// whole and lost, [count]: the vectors' lengths, and what the columns cannot show of them. Overwrites the vectors.
static void lose(making* m, double* vectors, int32_t count, double* whole, double* lost) {
    double* riders = ARENA_NEW(m->scratch, double, (size_t)count*(size_t)m->span.riders);
    span_lengths(&m->span, vectors, count, whole);
    span_remove(&m->span, vectors, riders, count);
    span_lengths(&m->span, vectors, count, lost);
}

static void judge(making* m, arena* memory) {
    basis* b = m->out;
    int32_t targets = m->q->set->count;
    size_t n = (size_t)targets, most = n > (size_t)m->pool_count ? n : (size_t)m->pool_count;
    double *whole = ARENA_NEW(m->scratch, double, most),
           *lost = ARENA_NEW(m->scratch, double, most), *sum = ARENA_NEW(m->scratch, double, n);
    b->rests = ARENA_NEW(memory, double, n*(size_t)b->count);
    span_along(&m->span, m->sculpts, targets, b->rests);
    lose(m, m->sculpts, targets, whole, lost);
    for (size_t t = 0; t < n; ++t)
        b->errors[t] = whole[t] > 0.0 ? lost[t] / whole[t] : 0.0;
    lose(m, m->pool, m->pool_count, whole, lost);
    for (int32_t i = 0; i < m->pool_count; ++i) {
        b->unlike[m->pool_target[i]] += lost[i] * lost[i];
        sum[m->pool_target[i]] += whole[i] * whole[i];
    }
    for (size_t t = 0; t < n; ++t)
        b->unlike[t] = sqrt(b->unlike[t] / sum[t]);
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
    bool sound = fill_pool(&m, clock, memory, r) && compact(&m, r);
    if (sound) {
        out->count = m.span.basis.size;
        out->sculpts = ARENA_NEW(memory, double, (size_t)out->count* targets);
        memcpy(out->sculpts, m.span.follow, (size_t)out->count * targets * sizeof *out->sculpts);
        out->vectors = ARENA_NEW(memory, double, (size_t)out->count* m.order);
        for (int32_t c = 0; c < out->count; ++c)
            memcpy(out->vectors + (size_t)c * m.order, span_column(&m.span, c),
                   m.order * sizeof *out->vectors);
        judge(&m, memory);
    }
    stages_end(clock, "basis");
    arena_destroy(m.scratch);
    return sound;
}
