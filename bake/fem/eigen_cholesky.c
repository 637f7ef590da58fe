// The default engine: a sparse Cholesky factor of K - shift M, and block Lanczos on it.
//
// Shift-invert, because the wanted end of the spectrum is the crowded one; blocks of eight, because a
// factor is then read once for eight solutions, and because the six rigid motions of a free piece then
// come out together.
// SPDX-License-Identifier: MIT
#include "bake/algebra/factor.h"
#include "bake/algebra/lanczos.h"
#include "bake/base/assert.h"
#include "bake/base/clock.h"
#include "bake/base/job.h"
#include "bake/fem/eigen_engine.h"
#include "bake/fem/eigen_estimate.h"

enum { EIGEN_CHOLESKY_BLOCK = 8 };

typedef struct inverse {
    const eigen_problem* p;
    factor* f; // of K - shift M
    eigen_estimate expected;
    double begun;   // seconds: when the iteration was
    int32_t solved; // right-hand sides
} inverse;

// What is left, by how much of the work that was foreseen took how long.
static void tell_left(const inverse* x) {
    double fraction = eigen_fraction_done(&x->expected, x->solved);
    job_left((clock_seconds() - x->begun) * (1.0 - fraction) / fraction);
}

static void times_mass(void* user, const double* from, double* to, int32_t count, int threads) {
    const inverse* x = user;
    x->p->mass.multiply(x->p->mass.user, from, to, count, threads);
}

static bool solve(void* user, double* columns, int32_t count, int threads, report* r) {
    inverse* x = user;
    bool sound = factor_solve(x->f, columns, count, threads, r);
    x->solved += count;
    tell_left(x);
    return sound;
}

static int64_t sparse_bytes(const sparse* a) {
    return a->start[a->rows] * a->block * a->block * (int64_t)sizeof *a->value;
}

static int64_t larger(int64_t a, int64_t b) {
    return a > b ? a : b;
}

static void add_cost(eigen_cost* all, const eigen_problem* p, const factor* f_or_null,
                     const lanczos_pairs* pairs) {
    const sparse *k = &p->matrices_or_null->stiffness, *m = &p->matrices_or_null->mass;
    all->matrix_bytes =
        larger(all->matrix_bytes, sparse_bytes(k) * (p->shift != 0.0 ? 2 : 1) + sparse_bytes(m) +
                                      m->start[m->rows] * (int64_t)sizeof *m->column);
    if (f_or_null != NULL)
        all->factor_bytes =
            larger(all->factor_bytes, factor_sizes(f_or_null).numbers * (int64_t)sizeof(double));
    all->basis_bytes = larger(all->basis_bytes, pairs->bytes);
    all->solve_seconds += pairs->solve_seconds;
    all->basis_seconds += pairs->basis_seconds;
    all->solves += pairs->solves;
}

// The factor's numbers are known now; those are most of the memory, and nothing of them was asked for yet.
static bool foresee(inverse* x, report* r) {
    double numbers = (double)factor_sizes(x->f).numbers;
    x->expected = eigen_expect(x->p->order, x->p->count, numbers);
    job_left(x->expected.factor + x->expected.iterate);
    arena* memory = r->memory;
    return eigen_fits(
        &x->expected, true,
        arena_format(memory, "finding %d modes of %d unknowns", x->p->count, x->p->order),
        "ask for fewer tets or modes", r);
}

static bool lowest(void* user, const eigen_problem* p, eigen_pairs* out, eigen_cost* cost,
                   arena* memory, report* r) {
    (void)user;
    SUPPLE_ASSERT(p->matrices_or_null != NULL && p->count > 0 && p->count <= p->order);
    arena* scratch = arena_create();
    double begin = clock_seconds();
    const assemble_matrices* m = p->matrices_or_null;
    sparse shifted = p->shift != 0.0 ? assemble_shifted(m, p->shift, scratch) : m->stiffness;
    inverse x = {.p = p, .f = factor_analyse(&shifted, r)};
    double analysed = clock_seconds();
    bool sound = x.f != NULL && foresee(&x, r) && factor_compute(x.f, &shifted, r);
    x.begun = clock_seconds();
    cost->analyse_seconds += analysed - begin;
    cost->factor_seconds += x.begun - analysed;
    lanczos_problem largest = {.order = p->order,
                               .multiply = times_mass,
                               .solve = solve,
                               .user = &x,
                               .count = p->count,
                               .least = p->below > 0.0 ? 1.0 / (p->below - p->shift) : 0.0,
                               .same = p->same,
                               .tolerance = p->tolerance,
                               .width = EIGEN_CHOLESKY_BLOCK,
                               .seed = p->seed,
                               .threads = p->threads};
    lanczos_pairs pairs = {0};
    sound = sound && lanczos_largest(&largest, &pairs, memory, r);
    add_cost(cost, p, x.f, &pairs);
    factor_free(x.f);
    arena_destroy(scratch);
    *out = (eigen_pairs){.found = pairs.found, .values = pairs.values, .vectors = pairs.vectors};
    for (int32_t e = 0; sound && e < pairs.found; ++e) // descending became ascending
        out->values[e] = p->shift + 1.0 / pairs.values[e];
    return sound;
}

const eigen_engine eigen_cholesky = {"cholesky", lowest, NULL};
