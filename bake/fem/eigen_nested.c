// The engine for values that need not be known to rounding: the locally optimal block of Knyazev 2001 on nested.h.
//
// A trial with cells of half the size asks for one frequency to a tenth of a per cent of itself. Its factor is 64 times as much work
// as the part's own and most of its memory; here nothing is factored but the corners' matrix. Each
// iteration looks among what there is, its residual made smooth, and the last direction for the lowest. Values are from above,
// and err by the square of what residuals do: it ends when r' B r, which is what smoothing still finds, is below the
// accuracy asked for. Rejected: single precision of the same factor (half of the time and memory, and no more).
// SPDX-License-Identifier: MIT
#include "bake/algebra/dense.h"
#include "bake/algebra/tall.h"
#include "bake/base/assert.h"
#include "bake/base/clock.h"
#include "bake/fem/nested.h"

#include <cblas.h>
#include <math.h>
#include <string.h>

enum { NESTED_GUARDS = 3, NESTED_STEPS = 80 };
static const double NESTED_ROUNDING = 1e-10; // of a column's square: less is rounding of the others
static const double NESTED_RIGID = 1e-9;     // of the shift: rigid motion is known at least so well
static const double NESTED_SHARE = 0.03;     // of the accuracy: r' B r is below what it measures

typedef struct block {
    double *x, *a,
        *m; // [3 * width][n]: now, smoothed residuals, the last step; and times both matrices
} block;

typedef struct search {
    const eigen_problem* p;
    const sparse* a; // K - shift M
    nested inverse;
    int32_t width, used; // columns wanted and guards; columns of the block in use: 2 or 3 widths
    size_t n;
    block now, next;
    double* values; // [width] of the shifted problem
    double* errors; // [width] r' B r
    arena* scratch;
} search;

static void times_both(search* s, int32_t first, int32_t count) {
    size_t at = (size_t)first * s->n;
    sparse_multiply(s->a, s->now.x + at, s->now.a + at, count, s->p->threads);
    s->p->mass.multiply(s->p->mass.user, s->now.x + at, s->now.m + at, count, s->p->threads);
}

// out, [used][used]: products of the block with itself times a matrix.
static void gram(const search* s, const double* times, double* out) {
    tall_dots(&(tall_pair){(int32_t)s->n, s->now.x, s->used, times, s->used}, s->p->threads, out,
              s->used);
}

static void combine(search* s, const double* from, const double* small, double* to) {
    const tall_sum t = {.rows = (int32_t)s->n,
                        .from_count = s->used,
                        .to_count = s->width,
                        .from = from,
                        .small = small,
                        .small_stride = s->used,
                        .scale = 1.0,
                        .before = 0.0,
                        .to = to};
    tall_add(&t, s->p->threads);
}

// The lowest of what the block spans, and which way they went.
static bool choose(search* s) {
    arena* scratch = arena_create();
    size_t u = (size_t)s->used, w = (size_t)s->width;
    double *a = ARENA_NEW(scratch, double, u*u), *m = ARENA_NEW(scratch, double, u*u),
           *length = ARENA_NEW(scratch, double, u), *small = ARENA_NEW(scratch, double, u*u),
           *values = ARENA_NEW(scratch, double, u);
    gram(s, s->now.a, a);
    gram(s, s->now.m, m);
    for (size_t i = 0; i < u; ++i)
        length[i] = m[i * u + i] > 0.0 ? 1.0 / sqrt(m[i * u + i]) : 0.0;
    for (size_t i = 0; i < u * u; ++i) {
        a[i] *= length[i / u] * length[i % u];
        m[i] *= length[i / u] * length[i % u];
    }
    bool sound = dense_pencil(s->used, a, m, NESTED_ROUNDING, small, values, scratch) >= s->width;
    if (sound) {
        memcpy(s->values, values, w * sizeof *values);
        for (size_t i = 0; i < w * u; ++i)
            small[i] *= length[i % u];
        combine(s, s->now.x, small, s->next.x);
        combine(s, s->now.a, small, s->next.a);
        combine(s, s->now.m, small, s->next.m);
        for (size_t i = 0; i < w; ++i)
            memset(small + i * u, 0, w * sizeof *small); // without what there was: the step
        size_t last = 2 * w * s->n;
        combine(s, s->now.x, small, s->next.x + last);
        combine(s, s->now.a, small, s->next.a + last);
        combine(s, s->now.m, small, s->next.m + last);
        block swap = s->now;
        s->now = s->next;
        s->next = swap;
    }
    arena_destroy(scratch);
    return sound;
}

// Residuals, smoothed, beside what there is; how large they are.
static bool look(search* s, report* r) {
    size_t w = (size_t)s->width, size = w * s->n;
    double* rest = s->next.x; // free until the next choice
    for (size_t c = 0; c < w; ++c)
        for (size_t i = c * s->n; i < (c + 1) * s->n; ++i)
            rest[i] = s->now.a[i] - s->values[c] * s->now.m[i];
    if (!nested_apply(&s->inverse, rest, s->now.x + size, s->width, r))
        return false;
    for (size_t c = 0; c < w; ++c)
        s->errors[c] = cblas_ddot((int)s->n, rest + c * s->n, 1, s->now.x + size + c * s->n, 1);
    times_both(s, s->width, s->width);
    return true;
}

static bool is_enough(const search* s) {
    const double shift = s->p->shift, wanted = NESTED_SHARE * s->p->accuracy;
    for (int32_t e = 0; e < s->p->count; ++e)
        if (!(s->errors[e] <= fmax(wanted * (s->values[e] + shift), -NESTED_RIGID * shift)))
            return false;
    return true;
}

static bool iterate(search* s, report* r) {
    if (!nested_start(&s->inverse, s->p->seed, s->now.x, s->width, r))
        return false;
    times_both(s, 0, s->width);
    s->used = s->width;
    if (!choose(s))
        return false;
    for (int step = 0; step < NESTED_STEPS; ++step) {
        if (!look(s, r))
            return false;
        if (is_enough(s))
            return true;
        s->used = (step > 0 ? 3 : 2) * s->width; // the first has no step behind it
        if (!choose(s))
            return false;
    }
    return false;
}

static void hand_out(const search* s, eigen_pairs* out, arena* memory) {
    out->found = s->p->count;
    out->values = ARENA_NEW(memory, double, (size_t)out->found);
    out->vectors = ARENA_NEW(memory, double, (size_t)out->found * s->n);
    for (int32_t e = 0; e < out->found; ++e)
        out->values[e] = s->p->shift + s->values[e];
    memcpy(out->vectors, s->now.x, (size_t)out->found * s->n * sizeof *out->vectors);
}

static void make_room(search* s) {
    size_t size = 3 * (size_t)s->width * s->n;
    double** const all[6] = {&s->now.x, &s->now.a, &s->now.m, &s->next.x, &s->next.a, &s->next.m};
    for (int i = 0; i < 6; ++i)
        *all[i] = ARENA_NEW(s->scratch, double, size);
    s->values = ARENA_NEW(s->scratch, double, (size_t)s->width);
    s->errors = ARENA_NEW(s->scratch, double, (size_t)s->width);
}

static bool lowest(void* user, const eigen_problem* p, eigen_pairs* out, eigen_cost* cost,
                   arena* memory, report* r) {
    (void)user;
    SUPPLE_ASSERT(p->matrices_or_null != NULL && p->elements_or_null != NULL && p->accuracy > 0.0);
    search s = {.p = p, .n = (size_t)p->order, .scratch = arena_create()};
    int32_t width = p->count + NESTED_GUARDS;
    s.width = (width + NESTED_LANES - 1) / NESTED_LANES * NESTED_LANES;
    report unheard = report_new(s.scratch);
    double begin = clock_seconds();
    sparse shifted = p->shift != 0.0 ? assemble_shifted(p->matrices_or_null, p->shift, s.scratch)
                                     : p->matrices_or_null->stiffness;
    s.a = &shifted;
    openblas_set_num_threads(1); // more would change sums
    bool sound = nested_make(s.a, p->elements_or_null, p->shift, p->threads, &s.inverse, s.scratch,
                             &unheard);
    cost->factor_seconds += clock_seconds() - begin;
    begin = clock_seconds();
    if (sound) {
        make_room(&s);
        sound = iterate(&s, &unheard);
    }
    if (sound)
        hand_out(&s, out, memory);
    nested_end(&s.inverse);
    arena_destroy(s.scratch);
    cost->solve_seconds += clock_seconds() - begin;
    return sound || eigen_cholesky.lowest(eigen_cholesky.user, p, out, cost, memory, r);
}

const eigen_engine eigen_nested = {"nested", lowest, NULL};
