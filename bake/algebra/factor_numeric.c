// Left-looking: a panel begins as the matrix, takes all updates of panels before it, and is divided by its triangle.
// SPDX-License-Identifier: MIT
#include "bake/algebra/factor_numeric.h"

#include "bake/algebra/factor_kernel.h"
#include "bake/base/job.h"
#include "bake/base/parallel.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

enum { THREADS_MOST = 16 };

typedef struct worker {
    int32_t* row;     // [order] where a row of the factor is in the panel under work
    double* scratch;  // [factor_kernel_scratch]
    int32_t* rows;    // [rows_most] ... and those of an update
    int64_t* columns; // [rows_most]
} worker;

typedef struct factoring {
    const factor_plan* plan;
    const sparse* a;
    double* values;
    worker workers[THREADS_MOST];
    _Atomic int64_t
        bad; // the first panel whose triangle has a pivot that is not positive; count: none
    _Atomic int64_t column; // that pivot's
    _Atomic bool stop;
    pthread_mutex_t lock; // of what follows
    pthread_cond_t news;
    int32_t* waits;              // [task_count]
    int32_t *ready, ready_count; // tasks that wait for nothing; the last goes first
    int32_t left;                // tasks that are not done
} factoring;

static int64_t height_of(const factor_panels* p, int64_t s) {
    return p->start[s + 1] - p->start[s];
}

// ---- a panel -----------------------------------------------------------------------------

// The entries of the matrix, of which only the lower triangle is looked at.
static void begin_panel(const factoring* f, const worker* w, int64_t s) {
    const factor_panels* p = &f->plan->panels;
    const sparse* a = f->a;
    int32_t b = f->plan->block;
    int64_t height = height_of(p, s);
    double* panel = f->values + p->value[s];
    memset(panel, 0, (size_t)(height * (p->column[s + 1] - p->column[s])) * sizeof *panel);
    for (int64_t j = p->column[s]; j < p->column[s + 1]; ++j) {
        int64_t unknown = f->plan->order[j];
        int32_t node = (int32_t)(unknown / b), own = (int32_t)(unknown % b);
        double* to = panel + (j - p->column[s]) * height;
        for (int64_t k = a->start[node]; k < a->start[node + 1]; ++k)
            for (int32_t q = 0; q < b; ++q) {
                int64_t row = f->plan->inverse[(int64_t)a->column[k] * b + q];
                bool lower = a->column[k] < node || (a->column[k] == node && q <= own);
                if (row >= j)
                    to[w->row[row]] = lower ? a->value[k * b * b + own * b + q]
                                            : a->value[f->plan->mirror[k] * b * b + q * b + own];
            }
    }
}

// What a finished panel changes of this one: a product of its rows, subtracted where they lie here.
static void take_update(const factoring* f, const worker* w, int64_t s, const factor_update* u) {
    const factor_panels* p = &f->plan->panels;
    int64_t height = height_of(p, s), from_height = height_of(p, u->from);
    const int64_t* rows = p->rows + p->start[u->from] + u->first;
    factor_product x = {.from = f->values + p->value[u->from] + u->first,
                        .stride = from_height,
                        .m = from_height - u->first,
                        .n = u->end - u->first,
                        .depth = p->column[u->from + 1] - p->column[u->from],
                        .to = f->values + p->value[s],
                        .height = height,
                        .row = w->rows,
                        .column = w->columns};
    for (int64_t i = 0; i < x.m; ++i)
        w->rows[i] = w->row[rows[i]];
    for (int64_t j = 0; j < x.n; ++j)
        w->columns[j] = rows[j] - p->column[s];
    factor_kernel_subtract(&x, w->scratch);
}

static void work_panel(factoring* f, const worker* w, int64_t s) {
    const factor_panels* p = &f->plan->panels;
    const int64_t* rows = p->rows + p->start[s];
    for (int64_t i = 0; i < height_of(p, s); ++i)
        w->row[rows[i]] = (int32_t)i;
    begin_panel(f, w, s);
    for (int64_t u = f->plan->first_update[s]; u < f->plan->first_update[s + 1]; ++u)
        take_update(f, w, s, &f->plan->updates[u]);
    int64_t bad = factor_kernel_panel(f->values + p->value[s], p->column[s + 1] - p->column[s],
                                      height_of(p, s), w->scratch, w->rows, w->columns);
    if (bad == 0)
        return;
    pthread_mutex_lock(&f->lock);
    if (s < f->bad) {
        f->bad = s;
        f->column = p->column[s] + bad - 1;
    }
    pthread_mutex_unlock(&f->lock);
}

// ---- all of them ---------------------------------------------------------------------------

// A task that waits for nothing, or -1 when all are given away. Whoever waits here waits for one that somebody works at.
static int32_t next_task(factoring* f, int32_t done) {
    pthread_mutex_lock(&f->lock);
    if (done >= 0) {
        int32_t parent = f->plan->tasks[done].parent;
        --f->left;
        if (parent >= 0 && --f->waits[parent] == 0)
            f->ready[f->ready_count++] = parent;
        if (f->left == 0 || f->ready_count > 1)
            pthread_cond_broadcast(&f->news);
    }
    while (f->ready_count == 0 && f->left > 0)
        pthread_cond_wait(&f->news, &f->lock);
    int32_t next = f->left > 0 ? f->ready[--f->ready_count] : -1;
    pthread_mutex_unlock(&f->lock);
    return next;
}

// Behind a pivot that is not positive nothing is worth anything; before it there may be another one, which then counts.
static void work(void* user, int64_t begin, int64_t end) {
    factoring* f = user;
    for (int64_t i = begin; i < end; ++i)
        for (int32_t t = next_task(f, -1); t >= 0; t = next_task(f, t))
            for (int64_t s = f->plan->tasks[t].begin; s < f->plan->tasks[t].end; ++s) {
                if (!f->stop && !job_goes_on())
                    f->stop = true;
                if (!f->stop && s < f->bad)
                    work_panel(f, &f->workers[i], s);
            }
}

static int thread_count(const factor_plan* plan, int threads) {
    if (threads == 0)
        threads = (int)sysconf(_SC_NPROCESSORS_ONLN);
    threads = threads < plan->task_count ? threads : plan->task_count;
    return threads < THREADS_MOST ? threads : THREADS_MOST;
}

factor_end factor_numbers(const factor_plan* plan, const sparse* a, double* values, int threads,
                          int64_t* column) {
    arena* scratch = arena_create();
    factoring* f = ARENA_NEW(scratch, factoring, 1);
    *f = (factoring){.plan = plan, .a = a, .values = values, .left = plan->task_count};
    f->bad = plan->panels.count;
    f->waits = ARENA_NEW(scratch, int32_t, (size_t)plan->task_count);
    f->ready = ARENA_NEW(scratch, int32_t, (size_t)plan->task_count);
    for (int32_t i = plan->task_count - 1; i >= 0; --i) {
        f->waits[i] = plan->tasks[i].waits;
        if (f->waits[i] == 0)
            f->ready[f->ready_count++] = i;
    }
    int count = thread_count(plan, threads);
    for (int i = 0; i < count; ++i) {
        f->workers[i].row = ARENA_NEW(scratch, int32_t, (size_t)plan->panels.order);
        f->workers[i].scratch = ARENA_NEW(scratch, double, factor_kernel_scratch(plan->widest));
        f->workers[i].rows = ARENA_NEW(scratch, int32_t, (size_t)plan->panels.rows_most);
        f->workers[i].columns = ARENA_NEW(scratch, int64_t, (size_t)plan->panels.rows_most);
    }
    pthread_mutex_init(&f->lock, NULL);
    pthread_cond_init(&f->news, NULL);
    parallel_for(count, count, 1, work, f);
    pthread_cond_destroy(&f->news);
    pthread_mutex_destroy(&f->lock);
    *column = f->column;
    factor_end end = f->stop                       ? FACTOR_CANCELLED
                     : f->bad < plan->panels.count ? FACTOR_NOT_DEFINITE
                                                   : FACTOR_DONE;
    arena_destroy(scratch);
    return end;
}
