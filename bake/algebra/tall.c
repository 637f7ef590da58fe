// SPDX-License-Identifier: MIT
#include "bake/algebra/tall.h"

#include "bake/base/arena.h"
#include "bake/base/parallel.h"

#include <cblas.h>
#include <string.h>

enum { TALL_ROWS = 4096 }; // of a run

static int32_t rows_of(int32_t rows, int64_t run) {
    int64_t left = rows - run * TALL_ROWS;
    return left < TALL_ROWS ? (int32_t)left : TALL_ROWS;
}

static int64_t runs_of(int32_t rows) {
    return ((int64_t)rows + TALL_ROWS - 1) / TALL_ROWS;
}

// ---- sums over rows --------------------------------------------------------------------

typedef struct dotting {
    const tall_pair* p;
    double* partial; // [runs][b_count][a_count]
} dotting;

static void dot_runs(void* user, int64_t begin, int64_t end) {
    const dotting* d = user;
    const tall_pair* p = d->p;
    for (int64_t run = begin; run < end; ++run)
        cblas_dgemm(CblasColMajor, CblasTrans, CblasNoTrans, p->a_count, p->b_count,
                    rows_of(p->rows, run), 1.0, p->a + run * TALL_ROWS, p->rows,
                    p->b + run * TALL_ROWS, p->rows, 0.0,
                    d->partial + run * p->a_count * p->b_count, p->a_count);
}

void tall_dots(const tall_pair* p, int threads, double* out, int32_t stride) {
    int64_t runs = runs_of(p->rows), size = (int64_t)p->a_count * p->b_count;
    arena* scratch = arena_create();
    dotting d = {p, ARENA_NEW(scratch, double, (size_t)(runs * size))};
    parallel_for(threads, runs, 1, dot_runs, &d);
    for (int64_t run = 1; run < runs; ++run)
        for (int64_t i = 0; i < size; ++i)
            d.partial[i] += d.partial[run * size + i];
    for (int32_t c = 0; c < p->b_count; ++c)
        memcpy(out + (ptrdiff_t)c * stride, d.partial + (ptrdiff_t)c * p->a_count,
               (size_t)p->a_count * sizeof *out);
    arena_destroy(scratch);
}

// ---- rows by themselves ----------------------------------------------------------------

static void add_runs(void* user, int64_t begin, int64_t end) {
    const tall_sum* s = user;
    for (int64_t run = begin; run < end; ++run)
        cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, rows_of(s->rows, run), s->to_count,
                    s->from_count, s->scale, s->from + run * TALL_ROWS, s->rows, s->small,
                    s->small_stride, s->before, s->to + run * TALL_ROWS, s->rows);
}

void tall_add(const tall_sum* s, int threads) {
    tall_sum copy = *s;
    parallel_for(threads, runs_of(s->rows), 1, add_runs, &copy);
}

typedef struct dividing {
    int32_t rows, count;
    const double* r;
    double* columns;
} dividing;

static void divide_runs(void* user, int64_t begin, int64_t end) {
    const dividing* d = user;
    for (int64_t run = begin; run < end; ++run)
        cblas_dtrsm(CblasColMajor, CblasRight, CblasUpper, CblasNoTrans, CblasNonUnit,
                    rows_of(d->rows, run), d->count, 1.0, d->r, d->count,
                    d->columns + run * TALL_ROWS, d->rows);
}

void tall_divide(int32_t rows, double* columns, int32_t count, const double* r, int threads) {
    dividing d = {rows, count, r, columns};
    parallel_for(threads, runs_of(rows), 1, divide_runs, &d);
}
