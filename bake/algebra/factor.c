// Analysed by CHOLMOD, ordered on the graph of nodes; numbers and solutions by panels of our own.
//
// Three unknowns of a node always share their neighbours, so the graph of nodes orders as well as
// that of unknowns in a third of the size. METIS leaves half the nonzeros of AMD in large volumes; in small ones, and in
// sheets, AMD leaves less and takes a third of the time. 64-bit indices: the factor of 300,000 unknowns already has more
// numbers than 32 bits count.
//
// CHOLMOD's own numeric factorisation has one thread, or those of OpenBLAS, which spin while they wait and split their
// sums by their number; factor_numeric.h shares out panels instead, with the same bits for any number of threads.
// Solutions are found without CHOLMOD too (factor_sweep.h says why).
// SPDX-License-Identifier: MIT
#include "bake/algebra/factor.h"

#include "bake/algebra/factor_numeric.h"
#include "bake/base/assert.h"
#include "bake/base/job.h"
#include "bake/base/parallel.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <suitesparse/cholmod.h>

#define FACTOR_LOST 1e-13 // a pivot below this part of its diagonal entry is rounding error

enum { FACTOR_FEW = 5000 }; // nodes: up to so many AMD orders better than METIS

struct factor {
    arena* memory; // its own, which owns what CHOLMOD made
    cholmod_common common;
    cholmod_factor* symbolic; // the analysis
    factor_plan plan;
    double* values; // of the panels; NULL before factor_compute
    int threads;
    int32_t block;
    int64_t order; // rows * block
};

// ---- CHOLMOD's matrices ----------------------------------------------------------------

// The graph of nodes, lower triangle, without values.
static cholmod_sparse* node_graph(const sparse* a, cholmod_common* c) {
    size_t n = (size_t)a->rows;
    cholmod_sparse* g =
        cholmod_l_allocate_sparse(n, n, (size_t)a->start[a->rows], 1, 1, -1, CHOLMOD_PATTERN, c);
    if (g == NULL)
        return NULL;
    SuiteSparse_long *p = g->p, *index = g->i, count = 0;
    for (int32_t row = 0; row < a->rows; ++row) {
        p[row] = count;
        for (int64_t k = a->start[row]; k < a->start[row + 1]; ++k)
            if (a->column[k] >= row)
                index[count++] = a->column[k];
    }
    p[a->rows] = count;
    return g;
}

// Unknowns one by one, lower triangle, without values.
static cholmod_sparse* unknowns(const sparse* a, cholmod_common* c) {
    int32_t b = a->block;
    int64_t blocks = 0;
    for (int32_t row = 0; row < a->rows; ++row)
        for (int64_t k = a->start[row]; k < a->start[row + 1]; ++k)
            blocks += a->column[k] >= row;
    size_t n = (size_t)a->rows * (size_t)b;
    cholmod_sparse* s =
        cholmod_l_allocate_sparse(n, n, (size_t)(blocks * b * b), 1, 1, -1, CHOLMOD_PATTERN, c);
    if (s == NULL)
        return NULL;
    SuiteSparse_long *p = s->p, *index = s->i, count = 0;
    for (int32_t node = 0; node < a->rows; ++node) // rows and columns have one pattern
        for (int32_t i = 0; i < b; ++i) {
            *p++ = count;
            for (int64_t k = a->start[node]; k < a->start[node + 1]; ++k)
                for (int32_t q = a->column[k] == node ? i : 0; q < b && a->column[k] >= node; ++q)
                    index[count++] = (SuiteSparse_long)a->column[k] * b + q;
        }
    *p = count;
    return s;
}

// ---- ordering --------------------------------------------------------------------------

static bool order_unknowns(const sparse* a, SuiteSparse_long* nodes, SuiteSparse_long* order,
                           cholmod_common* c) {
    cholmod_sparse* graph = node_graph(a, c);
    bool ok =
        graph != NULL && (a->rows <= FACTOR_FEW ? cholmod_l_amd(graph, NULL, 0, nodes, c)
                                                : cholmod_l_metis(graph, NULL, 0, 1, nodes, c));
    for (int64_t i = 0; ok && i < a->rows; ++i)
        for (int64_t k = 0; k < a->block; ++k)
            order[i * a->block + k] = nodes[i] * a->block + k;
    cholmod_l_free_sparse(&graph, c);
    return ok;
}

static void configure(cholmod_common* c) {
    cholmod_l_start(c);
    c->print = 0;
    c->supernodal = CHOLMOD_SUPERNODAL;
    c->nmethods = 1;
    c->method[0].ordering = CHOLMOD_GIVEN;
    c->postorder = 1;
}

// In a job it ends all of it: a body with a part left out for want of memory would be another result.
static bool no_memory(report* r, int64_t unknowns_count) {
    if (job_now() != NULL)
        job_out_of_memory((size_t)unknowns_count * sizeof(double)); // at the least
    return report_error(r, place_none(),
                        "the factor of %lld unknowns does not fit into memory; a coarser mesh "
                        "needs less",
                        (long long)unknowns_count);
}

static void finish(void* what) {
    factor* f = what;
    cholmod_l_free_factor(&f->symbolic, &f->common);
    cholmod_l_finish(&f->common);
    free(f->values);
}

static factor* factor_new(const sparse* a) {
    arena* memory = arena_create();
    factor* f = ARENA_NEW(memory, factor, 1);
    void** owned = arena_own(memory, finish);
    f->memory = memory;
    f->block = a->block;
    f->order = (int64_t)a->rows * a->block;
    f->threads = 1;
    configure(&f->common);
    *owned = f;
    return f;
}

static factor_panels panels_of(const cholmod_factor* l) {
    factor_panels p = {.order = (int64_t)l->n, .count = (int64_t)l->nsuper};
    p.column = l->super;
    p.start = l->pi;
    p.value = l->px;
    p.rows = l->s;
    for (int64_t s = 0; s < p.count; ++s) {
        int64_t rows = p.start[s + 1] - p.start[s];
        p.rows_most = rows > p.rows_most ? rows : p.rows_most;
    }
    return p;
}

factor* factor_analyse(const sparse* a, report* r) {
    SUPPLE_ASSERT(a->rows >= 0 && a->block >= 1 && a->block <= SPARSE_BLOCK_MAX);
    factor* f = factor_new(a);
    int64_t n = f->order;
    if (n == 0)
        return f;
    arena* scratch = arena_create(); // all of it before CHOLMOD's own, which nobody would free
    SuiteSparse_long* order = ARENA_NEW(scratch, SuiteSparse_long, (size_t)n);
    SuiteSparse_long* nodes = ARENA_NEW(scratch, SuiteSparse_long, (size_t)a->rows);
    cholmod_sparse* s = unknowns(a, &f->common);
    if (s != NULL && order_unknowns(a, nodes, order, &f->common))
        f->symbolic = cholmod_l_analyze_p(s, order, NULL, 0, &f->common);
    cholmod_l_free_sparse(&s, &f->common);
    arena_destroy(scratch);
    if (f->symbolic == NULL) {
        no_memory(r, n);
        factor_free(f);
        return NULL;
    }
    factor_panels p = panels_of(f->symbolic);
    f->plan = factor_plan_make(&p, f->symbolic->Perm, a, f->memory);
    return f;
}

void factor_share(factor* f, int threads) {
    SUPPLE_ASSERT(threads >= 0);
    f->threads = threads;
}

// ---- factor ----------------------------------------------------------------------------

static const char* row_name(const factor* f, int64_t row, arena* memory) {
    if (f->block == 1)
        return arena_format(memory, "row %lld", (long long)row);
    return arena_format(memory, "row %lld (node %d, unknown %d of %d)", (long long)row,
                        (int)(row / f->block), (int)(row % f->block) + 1, f->block);
}

static bool not_definite(const factor* f, int64_t column, const char* how, report* r) {
    const int64_t* order = f->plan.order;
    return report_error(r, place_none(),
                        "the matrix is not positive definite: the pivot of %s is %s; a part that "
                        "nothing holds, or that hangs on the rest by an edge or a corner only, a "
                        "node of no element or an inverted element does this",
                        row_name(f, order[column], r->memory), how);
}

// The column whose pivot has lost most against the diagonal entry it began as, and by how much.
static double most_lost(const factor* f, const double* diagonal, int64_t* column) {
    const factor_panels* p = &f->plan.panels;
    double least = INFINITY;
    for (int64_t s = 0; s < p->count; ++s)
        for (int64_t j = p->column[s]; j < p->column[s + 1]; ++j) {
            int64_t k = j - p->column[s], height = p->start[s + 1] - p->start[s];
            double root = f->values[p->value[s] + k + k * height];
            double left = root * root / diagonal[f->plan.order[j]];
            if (!(left >= least)) {
                least = left;
                *column = j;
            }
        }
    return least;
}

static bool well_founded(const factor* f, const sparse* a, report* r) {
    arena* scratch = arena_create();
    double* diagonal = ARENA_NEW(scratch, double, (size_t)f->order);
    for (int32_t i = 0; i < a->rows; ++i) {
        const double* v = sparse_block(a, i, i);
        for (int32_t k = 0; k < a->block; ++k)
            diagonal[(int64_t)i * a->block + k] = v[k * a->block + k];
    }
    int64_t column = 0;
    double left = most_lost(f, diagonal, &column);
    arena_destroy(scratch);
    return left >= FACTOR_LOST || not_definite(f, column, "rounding error only", r);
}

bool factor_compute(factor* f, const sparse* a, report* r) {
    SUPPLE_ASSERT(f != NULL && a->rows >= 0);
    if (f->order == 0)
        return true;
    if (f->values == NULL) // later ones take its memory again
        f->values = malloc(f->symbolic->xsize * sizeof *f->values);
    if (f->values == NULL)
        return no_memory(r, f->order);
    int64_t column = 0;
    switch (factor_numbers(&f->plan, a, f->values, f->threads, &column)) {
    case FACTOR_CANCELLED:
        job_leave(JOB_CANCELLED);
    case FACTOR_NOT_DEFINITE:
        return not_definite(f, column, "zero or negative", r);
    default:
        return well_founded(f, a, r);
    }
}

// ---- solve -----------------------------------------------------------------------------

typedef struct solve_job {
    const factor* f;
    factor_panels panels;
    double* columns; // [count][order]
    int32_t count, group;
} solve_job;

// Columns side by side in rows, and in the order of the factor; lanes without a column are zero.
static void gather(const solve_job* j, const double* from, int32_t count, int32_t lanes,
                   double* x) {
    const int64_t* order = j->f->plan.order;
    for (int64_t i = 0; i < j->f->order; ++i)
        for (int32_t c = 0; c < lanes; ++c)
            x[i * lanes + c] = c < count ? from[c * j->f->order + order[i]] : 0.0;
}

static void scatter(const solve_job* j, const double* x, int32_t count, int32_t lanes, double* to) {
    const int64_t* order = j->f->plan.order;
    for (int64_t i = 0; i < j->f->order; ++i)
        for (int32_t c = 0; c < count; ++c)
            to[c * j->f->order + order[i]] = x[i * lanes + c];
}

static void solve_groups(void* user, int64_t begin, int64_t end) {
    solve_job* j = user;
    arena* scratch = arena_create();
    size_t rows = (size_t)(j->f->order + j->panels.rows_most);
    double* x = ARENA_NEW(scratch, double, rows*(size_t)j->group);
    for (int64_t group = begin; group < end; ++group) {
        int64_t first = group * j->group, left = j->count - first;
        int32_t count = left < j->group ? (int32_t)left : j->group;
        int32_t lanes = (count + FACTOR_LANES - 1) / FACTOR_LANES * FACTOR_LANES;
        double* at = j->columns + first * j->f->order;
        gather(j, at, count, lanes, x);
        factor_sweep(&j->panels, x, x + j->f->order * lanes, lanes / FACTOR_LANES);
        scatter(j, x, count, lanes, at);
    }
    arena_destroy(scratch);
}

bool factor_solve(factor* f, double* columns, int32_t count, int threads, report* r) {
    SUPPLE_ASSERT(f != NULL && count >= 0 && threads >= 0);
    (void)r; // triangular solves cannot fail; another engine's may
    if (f->order == 0)
        return true;
    int32_t group = FACTOR_LANES * FACTOR_GROUPS;
    int32_t groups = (count + group - 1) / group;
    solve_job job = {f, f->plan.panels, columns, count, group};
    job.panels.values = f->values;
    parallel_for(threads, groups, 1, solve_groups, &job);
    return true;
}

factor_size factor_sizes(const factor* f) {
    SUPPLE_ASSERT(f != NULL);
    if (f->symbolic == NULL)
        return (factor_size){0};
    return (factor_size){f->order, (int64_t)f->symbolic->xsize, f->common.fl};
}

void factor_free(factor* f_or_null) {
    if (f_or_null != NULL)
        arena_destroy(f_or_null->memory);
}
