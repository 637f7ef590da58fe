// Target after target: matrices, modes, then one factor for all that is static.
// SPDX-License-Identifier: MIT
#include "bake/model/pool.h"

#include "bake/algebra/factor.h"
#include "bake/fem/eigen.h"
#include "bake/model/between.h"
#include "bake/model/derivative.h"

#include <string.h>

// Of the way between two targets: what lies nearer to the mean of their shapes needs no column.
static const double POOL_ASIDE = 0.02;
// ... and what lies farther than this from it is told.
static const double POOL_TOLD = 0.5;

static const double POOL_SHIFT =
    1e-3; // of the first elastic value: makes a free body's matrix regular

enum {
    AXES = 3,
    BENT = 3 // modes whose derivatives are found, besides those of the weights
};

typedef struct filling {
    const pool_request* q;
    pool* out;
    size_t order; // unknowns
    bool free;
    double* loads; // [AXES][order] the weights of all nodes, along the axes
} filling;

// One target while its turn is.
typedef struct turn {
    int32_t target;
    assemble_matrices m; // of the free nodes
    eigen_modes modes;   // the rigid ones of a free body first
    double* shapes;      // [shape_count][order] whose derivatives are wanted, of length 1
    double* strengths;   // [shape_count]
    int32_t shape_count;
    arena* scratch;
} turn;

static void put(filling* f, const double* vector, double strength, int32_t target, pool_kind kind) {
    pool* p = f->out;
    double* to = p->vectors + (size_t)p->count * f->order;
    for (size_t i = 0; i < f->order; ++i)
        to[i] = strength * vector[i];
    p->target[p->count] = target;
    p->kind[p->count++] = kind;
}

static double product(const double* a, const double* b, size_t order) {
    double sum = 0.0;
    for (size_t i = 0; i < order; ++i)
        sum += a[i] * b[i];
    return sum;
}

// The largest displacement of a node.
static double largest(const double* vector, size_t order) {
    double most = 0.0;
    for (size_t i = 0; i < order; i += 3)
        most = fmax(most, v3_length(v3(vector[i], vector[i + 1], vector[i + 2])));
    return most;
}

// ---- modes -----------------------------------------------------------------------------

static tets at_rest(const target_set* set, int32_t target, arena* scratch) {
    tets t = *set->volume;
    const double* rest = set->shapes[target].rest;
    t.nodes = ARENA_NEW(scratch, vec3, (size_t)t.node_count);
    for (int32_t n = 0; n < t.node_count; ++n)
        t.nodes[n] =
            v3_add(set->volume->nodes[n], v3(rest[3 * n], rest[3 * n + 1], rest[3 * n + 2]));
    return t;
}

static bool find_modes(filling* f, turn* x, stages* clock, report* r) {
    const pool_request* q = f->q;
    const target_shape* s = &q->set->shapes[x->target];
    tets t = at_rest(q->set, x->target, x->scratch);
    assemble_matrices all;
    if (!assemble_body(&t, s->materials, ELEMENT_MASS_CONSISTENT, q->threads, &all, q->where,
                       x->scratch, r))
        return false;
    x->m = assemble_keep(&all, q->number, q->free_count, x->scratch);
    x->m.mass = *q->mass;
    stages_end(clock, "matrices");
    eigen_request ask = {
        .count = q->modes + (f->free ? 6 : 0), .free = f->free, .threads = q->threads};
    if (!eigen_lowest(&x->m, &ask, &x->modes, x->scratch, r))
        return false;
    stages_end(clock, "modes");
    return x->modes.count - x->modes.rigid >= q->modes ||
           report_error(r, q->where, "target \"%s\" falls apart into pieces that nothing holds",
                        s->name);
}

static void put_modes(filling* f, turn* x) {
    const double* values = x->modes.values + x->modes.rigid;
    double* kept = f->out->values + (size_t)x->target * (size_t)f->q->modes;
    for (int32_t i = 0; i < f->q->modes; ++i) {
        kept[i] = values[i];
        const double* mode = x->modes.vectors + (size_t)(x->modes.rigid + i) * f->order;
        put(f, mode, values[0] / values[i], x->target, POOL_MODE);
        if (i < BENT) {
            memcpy(x->shapes + (size_t)x->shape_count * f->order, mode, f->order * sizeof *mode);
            x->strengths[x->shape_count++] = values[0] / values[i];
        }
    }
}

// ---- what is static --------------------------------------------------------------------

static void find_loads(filling* f, arena* scratch) {
    const pool_request* q = f->q;
    size_t all = 3 * (size_t)q->set->volume->node_count;
    double *ones = ARENA_NEW(scratch, double, all), *force = ARENA_NEW(scratch, double, all);
    f->loads = ARENA_NEW(scratch, double, AXES * f->order);
    for (size_t axis = 0; axis < AXES; ++axis) {
        for (size_t i = 0; i < all; ++i)
            ones[i] = i % 3 == axis;
        sparse_multiply_axes(q->mass_of_all, ones, force, 1, q->threads);
        for (size_t i = 0; i < all; ++i)
            if (q->number[i / 3] >= 0)
                f->loads[axis * f->order + 3 * (size_t)q->number[i / 3] + i % 3] = force[i];
    }
}

static bool put_weights(filling* f, turn* x, factor* k, report* r) {
    double *sag = ARENA_NEW(x->scratch, double, AXES * f->order),
           *force = ARENA_NEW(x->scratch, double, AXES * f->order);
    memcpy(sag, f->loads, AXES * f->order * sizeof *sag);
    if (!factor_solve(k, sag, AXES, f->q->threads, r))
        return false;
    sparse_multiply_axes(f->q->mass, sag, force, AXES, f->q->threads);
    for (size_t axis = 0; axis < AXES; ++axis) {
        double *u = sag + axis * f->order,
               length = sqrt(product(u, force + axis * f->order, f->order));
        double* to = x->shapes + (size_t)x->shape_count * f->order;
        for (size_t i = 0; i < f->order; ++i)
            to[i] = length > 0.0 ? u[i] / length : 0.0;
        x->strengths[x->shape_count++] = 1.0;
        put(f, to, 1.0, x->target, POOL_WEIGHT);
    }
    return true;
}

// Takes out what moves a free body as a whole.
static void hold_still(const filling* f, const turn* x, double* vectors, int32_t count) {
    double* force = ARENA_NEW(x->scratch, double, f->order);
    for (int32_t i = 0; i < x->modes.rigid; ++i) {
        const double* rigid = x->modes.vectors + (size_t)i * f->order;
        sparse_multiply_axes(f->q->mass, rigid, force, 1, f->q->threads);
        for (int32_t c = 0; c < count; ++c) {
            double *u = vectors + (size_t)c * f->order, along = product(force, u, f->order);
            for (size_t k = 0; k < f->order; ++k)
                u[k] -= along * rigid[k];
        }
    }
}

// Shape i swings by a_i = a times its strength; a_i phi_i and 1/2 a_i a_j phi_ij are displacements to be compared,
// here over a, which brings the first mode `far`.
static bool put_derivatives(filling* f, turn* x, factor* k, report* r) {
    const pool_request* q = f->q;
    int32_t pairs = derivative_pairs(x->shape_count);
    double* bent = ARENA_NEW(x->scratch, double, (size_t)pairs * f->order);
    const double* first = x->modes.vectors + (size_t)x->modes.rigid * f->order;
    double a = q->far / largest(first, f->order);
    derivative_request ask = {q->bends_or_null, x->target, q->number, q->free_count, k,
                              x->shape_count,   x->shapes};
    if (!derivative_find(&ask, bent, r))
        return false;
    hold_still(f, x, bent, pairs);
    for (int32_t i = 0; i < x->shape_count; ++i)
        for (int32_t j = 0; j <= i; ++j, bent += f->order)
            put(f, bent, a * x->strengths[i] * x->strengths[j] * (i == j ? 0.5 : 1.0), x->target,
                POOL_DERIVATIVE);
    return true;
}

static bool put_statics(filling* f, turn* x, report* r) {
    bool bends = f->q->bends_or_null != NULL;
    if (f->free && !bends)
        return true;
    double shift = f->free ? -POOL_SHIFT * x->modes.values[x->modes.rigid] : 0.0;
    sparse k = f->free ? assemble_shifted(&x->m, shift, x->scratch) : x->m.stiffness;
    factor* solver = factor_analyse(&k, r);
    bool sound = solver != NULL && factor_compute(solver, &k, r) &&
                 (f->free || put_weights(f, x, solver, r)) &&
                 (!bends || put_derivatives(f, x, solver, r));
    factor_free(solver);
    return sound;
}

// ---- between targets -------------------------------------------------------------------

static bool put_between(filling* f, arena* scratch, report* r) {
    const pool_request* q = f->q;
    size_t count = (size_t)q->set->count;
    int32_t *from = ARENA_NEW(scratch, int32_t, count), *to = ARENA_NEW(scratch, int32_t, count);
    double* vectors = ARENA_NEW(scratch, double, count * f->order);
    elastic linear;
    if (q->bends_or_null == NULL &&
        !target_elastic(ELASTIC_LINEAR, q->set, q->threads, &linear, q->where, scratch, r))
        return false;
    const between_request ask = {q->set, q->bends_or_null != NULL ? q->bends_or_null : &linear,
                                 q->number, q->free_count, q->threads};
    if (!between_find(&ask, vectors, r))
        return false;
    between_pairs(q->set, from, to);
    double worst = POOL_TOLD;
    size_t told = count; // none
    for (size_t i = 0; i + 1 < count; ++i) {
        const double *a = q->set->shapes[from[i]].rest, *b = q->set->shapes[to[i]].rest;
        double displacement = 0.0;
        for (size_t k = 0; k < 3 * (size_t)q->set->volume->node_count; k += 3)
            displacement = fmax(
                displacement, v3_length(v3(a[k] - b[k], a[k + 1] - b[k + 1], a[k + 2] - b[k + 2])));
        double aside = largest(vectors + i * f->order, f->order);
        if (aside > worst * displacement) {
            worst = aside / displacement;
            told = i;
        }
        if (aside > POOL_ASIDE * displacement)
            put(f, vectors + i * f->order, 1.0, to[i], POOL_BETWEEN);
    }
    if (told < count)
        report_note(
            r, q->where,
            "half way from target \"%s\" to \"%s\" flesh rests beside the mean of the two shapes, "
            "by %.2g of what they differ: sculpt a shape between them if that shows",
            q->set->shapes[from[told]].name, q->set->shapes[to[told]].name, worst);
    return true;
}

// ---- all of it -------------------------------------------------------------------------

static bool take_turn(filling* f, int32_t target, stages* clock, report* r) {
    arena* scratch = arena_create();
    turn* x = ARENA_NEW(scratch, turn, 1);
    x->target = target;
    x->scratch = scratch;
    x->shapes = ARENA_NEW(scratch, double, (AXES + BENT) * f->order);
    x->strengths = ARENA_NEW(scratch, double, AXES + BENT);
    bool sound = find_modes(f, x, clock, r);
    if (sound) {
        put_modes(f, x);
        sound = put_statics(f, x, r);
        stages_end(clock, "statics");
    }
    arena_destroy(scratch);
    return sound;
}

bool pool_fill(const pool_request* q, stages* clock, pool* out, arena* memory, report* r) {
    arena* scratch = arena_create();
    filling f = {.q = q, .out = out, .order = 3 * (size_t)q->free_count};
    f.free = q->free_count == q->set->volume->node_count;
    size_t targets = (size_t)q->set->count;
    size_t each = (size_t)q->modes + AXES + 1 +
                  (q->bends_or_null != NULL ? (size_t)derivative_pairs(AXES + BENT) : 0);
    *out = (pool){.vectors = ARENA_NEW(memory, double, targets* each* f.order),
                  .target = ARENA_NEW(memory, int32_t, targets * each),
                  .kind = ARENA_NEW(memory, pool_kind, targets * each),
                  .values = ARENA_NEW(memory, double, targets*(size_t)q->modes)};
    if (!f.free)
        find_loads(&f, scratch);
    bool sound = true;
    for (int32_t t = 0; t < q->set->count && sound; ++t)
        sound = take_turn(&f, t, clock, r);
    sound = sound && (f.free || put_between(&f, scratch, r));
    stages_end(clock, "between");
    arena_destroy(scratch);
    return sound;
}
