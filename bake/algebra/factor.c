// CHOLMOD's supernodal factorisation, ordered by METIS on the graph of nodes.
//
// Three unknowns of a node always share their neighbours, so the graph of nodes orders as well as
// that of unknowns in a third of the size; METIS left half the nonzeros of AMD. 64-bit indices: the
// factor of 300,000 unknowns already has more numbers than 32 bits count.
//
// OpenBLAS splits its sums by the number of its threads, so their number is decided by the size of
// the problem, never by the machine. Its waiting threads spin, which costs more than it gains on
// small fronts. CHOLMOD's own OpenMP loops, which only copy, are held to one thread too: libgomp's
// threads spin as well (a quarter of the factor's time). Solutions are found without CHOLMOD
// (factor_sweep.h says why), with right-hand sides shared out to threads of our own.
// SPDX-License-Identifier: MIT
#include "bake/algebra/factor.h"

#include "bake/algebra/factor_sweep.h"
#include "bake/base/assert.h"
#include "bake/base/job.h"
#include "bake/base/parallel.h"

#include <cblas.h>
#include <math.h>
#include <pthread.h>
#include <string.h>
#include <suitesparse/cholmod.h>
#include <time.h>

// libgomp's; its header lies in gcc's own folder, where other compilers do not look.
int omp_get_max_active_levels(void);
void omp_set_max_active_levels(int levels);

#define LOST 1e-13 // a pivot below this part of its diagonal entry is rounding error

#define LARGE 2e10 // flops: from here on, half a second, a second BLAS thread pays

struct factor {
    arena* memory; // its own, which owns what CHOLMOD made
    cholmod_common common;
    cholmod_factor* symbolic; // the analysis, kept for the next factorisation
    cholmod_factor* numeric;  // NULL before factor_compute
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

// Unknowns one by one, lower triangle. A column of the lower triangle is a row of the upper, taken
// transposed, so that only what lies below the diagonal is looked at.
static cholmod_sparse* unknowns(const sparse* a, bool values, cholmod_common* c) {
    int32_t b = a->block;
    int64_t blocks = 0;
    for (int32_t row = 0; row < a->rows; ++row)
        for (int64_t k = a->start[row]; k < a->start[row + 1]; ++k)
            blocks += a->column[k] <= row;
    size_t n = (size_t)a->rows * (size_t)b;
    cholmod_sparse* s = cholmod_l_allocate_sparse(n, n, (size_t)(blocks * b * b), 1, 1, -1,
                                                  values ? CHOLMOD_REAL : CHOLMOD_PATTERN, c);
    if (s == NULL)
        return NULL;
    SuiteSparse_long *p = s->p, *index = s->i;
    double* x = s->x;
    memset(p, 0, (n + 1) * sizeof *p);
    for (int32_t row = 0; row < a->rows; ++row)
        for (int64_t k = a->start[row]; k < a->start[row + 1] && a->column[k] <= row; ++k)
            for (int32_t q = 0; q < b; ++q)
                p[(int64_t)a->column[k] * b + q + 1] += a->column[k] < row ? b : b - q;
    for (size_t i = 0; i < n; ++i)
        p[i + 1] += p[i];
    for (int32_t row = 0; row < a->rows; ++row) // p[i] runs to the end of column i
        for (int64_t k = a->start[row]; k < a->start[row + 1] && a->column[k] <= row; ++k)
            for (int32_t i = 0; i < b; ++i)
                for (int32_t q = 0; q < (a->column[k] < row ? b : i + 1); ++q) {
                    SuiteSparse_long at = p[(int64_t)a->column[k] * b + q]++;
                    index[at] = (SuiteSparse_long)row * b + i;
                    if (values)
                        x[at] = a->value[k * b * b + i * b + q];
                }
    memmove(p + 1, p, n * sizeof *p);
    p[0] = 0;
    return s;
}

// ---- ordering --------------------------------------------------------------------------

static bool order_unknowns(const sparse* a, SuiteSparse_long* nodes, SuiteSparse_long* order,
                           cholmod_common* c) {
    cholmod_sparse* graph = node_graph(a, c);
    bool ok = graph != NULL && cholmod_l_metis(graph, NULL, 0, 1, nodes, c);
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
    c->quick_return_if_not_posdef = 1;
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
    cholmod_l_free_factor(&f->numeric, &f->common);
    cholmod_l_finish(&f->common);
}

static factor* factor_new(const sparse* a) {
    arena* memory = arena_create();
    factor* f = ARENA_NEW(memory, factor, 1);
    void** owned = arena_own(memory, finish);
    f->memory = memory;
    f->block = a->block;
    f->order = (int64_t)a->rows * a->block;
    configure(&f->common);
    *owned = f;
    return f;
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
    cholmod_sparse* s = unknowns(a, false, &f->common);
    if (s != NULL && order_unknowns(a, nodes, order, &f->common))
        f->symbolic = cholmod_l_analyze_p(s, order, NULL, 0, &f->common);
    cholmod_l_free_sparse(&s, &f->common);
    arena_destroy(scratch);
    if (f->symbolic != NULL)
        return f;
    no_memory(r, n);
    factor_free(f);
    return NULL;
}

// ---- factor ----------------------------------------------------------------------------

static const char* row_name(const factor* f, int64_t row, arena* memory) {
    if (f->block == 1)
        return arena_format(memory, "row %lld", (long long)row);
    return arena_format(memory, "row %lld (node %d, unknown %d of %d)", (long long)row,
                        (int)(row / f->block), (int)(row % f->block) + 1, f->block);
}

static bool not_definite(const factor* f, int64_t column, const char* how, report* r) {
    const SuiteSparse_long* order = f->numeric->Perm;
    return report_error(r, place_none(),
                        "the matrix is not positive definite: the pivot of %s is %s; a part that "
                        "nothing holds, or that hangs on the rest by an edge or a corner only, a "
                        "node of no element or an inverted element does this",
                        row_name(f, order[column], r->memory), how);
}

// The column whose pivot has lost most against the diagonal entry it began as, and by how much.
static double most_lost(const cholmod_factor* l, const double* diagonal, int64_t* column) {
    const SuiteSparse_long *super = l->super, *px = l->px, *pi = l->pi, *order = l->Perm;
    const double* x = l->x;
    double least = INFINITY;
    for (size_t s = 0; s < l->nsuper; ++s)
        for (SuiteSparse_long j = super[s]; j < super[s + 1]; ++j) {
            SuiteSparse_long k = j - super[s], height = pi[s + 1] - pi[s];
            double root = x[px[s] + k + k * height];
            double left = root * root / diagonal[order[j]];
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
    double left = most_lost(f->numeric, diagonal, &column);
    arena_destroy(scratch);
    return left >= LOST || not_definite(f, column, "rounding error only", r);
}

// What a thread of its own does of a large factorisation, while the caller's says how far it is.
typedef struct factorising {
    cholmod_sparse* from;
    cholmod_factor* to;
    cholmod_common* common;
    bool ran;
    _Atomic bool done;
} factorising;

static void* factorise(void* user) {
    factorising* x = user;
    int levels = omp_get_max_active_levels(); // of this thread
    omp_set_max_active_levels(0);             // every parallel region has one thread
    x->ran = cholmod_l_factorize(x->from, x->to, x->common);
    omp_set_max_active_levels(levels);
    x->done = true;
    return NULL;
}

// CHOLMOD cannot be asked to stop: who wants no more waits for its end. False then.
static bool factorise_beside(factorising* x) {
    pthread_t other;
    if (pthread_create(&other, NULL, factorise, x) != 0) {
        factorise(x);
        return true;
    }
    const struct timespec nap = {0, 20000000};
    bool goes_on = true;
    while (!x->done) {
        goes_on = goes_on && job_goes_on();
        nanosleep(&nap, NULL);
    }
    pthread_join(other, NULL);
    return goes_on;
}

bool factor_compute(factor* f, const sparse* a, report* r) {
    SUPPLE_ASSERT(f != NULL && a->rows >= 0);
    if (f->order == 0)
        return true;
    cholmod_common* c = &f->common;
    openblas_set_num_threads(c->fl > LARGE ? 2 : 1);
    cholmod_sparse* s = unknowns(a, true, c);
    if (f->numeric == NULL) // later ones take its memory again
        f->numeric = cholmod_l_copy_factor(f->symbolic, c);
    factorising x = {s, f->numeric, c, false, false};
    bool goes_on = true;
    if (s != NULL && f->numeric != NULL && c->fl > LARGE)
        goes_on = factorise_beside(&x);
    else if (s != NULL && f->numeric != NULL)
        factorise(&x);
    openblas_set_num_threads(1);
    cholmod_l_free_sparse(&s, c);
    if (!goes_on)
        job_leave(JOB_CANCELLED);
    if (!x.ran || c->status < CHOLMOD_OK)
        return no_memory(r, f->order);
    if (c->status == CHOLMOD_NOT_POSDEF)
        return not_definite(f, (int64_t)f->numeric->minor, "zero or negative", r);
    return well_founded(f, a, r);
}

// ---- solve -----------------------------------------------------------------------------

typedef struct solve_job {
    const factor* f;
    factor_panels panels;
    double* columns; // [count][order]
    int32_t count, group;
} solve_job;

static factor_panels panels_of(const cholmod_factor* l) {
    factor_panels p = {.order = (int64_t)l->n, .count = (int64_t)l->nsuper};
    p.column = l->super;
    p.start = l->pi;
    p.value = l->px;
    p.rows = l->s;
    p.values = l->x;
    for (int64_t s = 0; s < p.count; ++s) {
        int64_t rows = p.start[s + 1] - p.start[s];
        p.rows_most = rows > p.rows_most ? rows : p.rows_most;
    }
    return p;
}

// Columns side by side in rows, and in the order of the factor; lanes without a column are zero.
static void gather(const solve_job* j, const double* from, int32_t count, int32_t lanes,
                   double* x) {
    const SuiteSparse_long* order = j->f->numeric->Perm;
    for (int64_t i = 0; i < j->f->order; ++i)
        for (int32_t c = 0; c < lanes; ++c)
            x[i * lanes + c] = c < count ? from[c * j->f->order + order[i]] : 0.0;
}

static void scatter(const solve_job* j, const double* x, int32_t count, int32_t lanes, double* to) {
    const SuiteSparse_long* order = j->f->numeric->Perm;
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
    solve_job job = {f, panels_of(f->numeric), columns, count, group};
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
