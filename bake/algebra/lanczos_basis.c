// Products of tall narrow matrices by BLAS, one run of rows at a time.
//
// OpenBLAS by itself would split these products by its own number of threads, which changes sums, and
// its threads spin while they wait.
// SPDX-License-Identifier: MIT
#include "bake/algebra/lanczos_basis.h"

#include "bake/base/assert.h"
#include "bake/base/parallel.h"

#include <cblas.h>
#include <string.h>

enum { ROWS = 4096 }; // of a run

typedef struct tall {
    int32_t order;
    const double *a, *b; // [a_count][order], [b_count][order]
    int32_t a_count, b_count;
    double* to;           // [b_count][order]
    const double* small;  // coefficients, by columns
    int32_t small_stride; // from one column to the next
    double scale, before; // to = before * to + scale * a * small
    double* partial;      // [runs][b_count][a_count]
} tall;

static int32_t rows_of(const tall* t, int64_t run) {
    int64_t left = t->order - run * ROWS;
    return left < ROWS ? (int32_t)left : ROWS;
}

// ---- sums over rows --------------------------------------------------------------------

static void dot_runs(void* user, int64_t begin, int64_t end) {
    const tall* t = user;
    for (int64_t run = begin; run < end; ++run)
        cblas_dgemm(CblasColMajor, CblasTrans, CblasNoTrans, t->a_count, t->b_count,
                    rows_of(t, run), 1.0, t->a + run * ROWS, t->order, t->b + run * ROWS, t->order,
                    0.0, t->partial + run * t->a_count * t->b_count, t->a_count);
}

// out[column of b][stride]: a' b
static void dots(const lanczos_basis* l, const double* a, int32_t a_count, const double* b,
                 int32_t b_count, double* out, int32_t stride) {
    int64_t runs = ((int64_t)l->order + ROWS - 1) / ROWS, size = (int64_t)a_count * b_count;
    arena* scratch = arena_create();
    tall t = {.order = l->order, .a = a, .b = b, .a_count = a_count, .b_count = b_count};
    t.partial = ARENA_NEW(scratch, double, (size_t)(runs * size));
    parallel_for(l->threads, runs, 1, dot_runs, &t);
    for (int64_t run = 1; run < runs; ++run)
        for (int64_t i = 0; i < size; ++i)
            t.partial[i] += t.partial[run * size + i];
    for (int32_t c = 0; c < b_count; ++c)
        memcpy(out + (ptrdiff_t)c * stride, t.partial + (ptrdiff_t)c * a_count,
               (size_t)a_count * sizeof *out);
    arena_destroy(scratch);
}

void lanczos_dots(const lanczos_basis* b, const double* x, const double* y, int32_t count,
                  double* out) {
    SUPPLE_ASSERT(count >= 0);
    dots(b, x, count, y, count, out, count);
}

// ---- rows by themselves ----------------------------------------------------------------

static void add_runs(void* user, int64_t begin, int64_t end) {
    const tall* t = user;
    for (int64_t run = begin; run < end; ++run)
        cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, rows_of(t, run), t->b_count,
                    t->a_count, t->scale, t->a + run * ROWS, t->order, t->small, t->small_stride,
                    t->before, t->to + run * ROWS, t->order);
}

static void divide_runs(void* user, int64_t begin, int64_t end) {
    const tall* t = user;
    for (int64_t run = begin; run < end; ++run)
        cblas_dtrsm(CblasColMajor, CblasRight, CblasUpper, CblasNoTrans, CblasNonUnit,
                    rows_of(t, run), t->b_count, 1.0, t->small, t->small_stride, t->to + run * ROWS,
                    t->order);
}

static void over_rows(const lanczos_basis* b, tall* t,
                      void (*job)(void* user, int64_t begin, int64_t end)) {
    t->order = b->order;
    parallel_for(b->threads, ((int64_t)b->order + ROWS - 1) / ROWS, 1, job, t);
}

void lanczos_divide(const lanczos_basis* b, const double* r, int32_t count, double* columns) {
    SUPPLE_ASSERT(count >= 0);
    tall t = {.b_count = count, .to = columns, .small = r, .small_stride = count};
    over_rows(b, &t, divide_runs);
}

// ---- strips ----------------------------------------------------------------------------

static int32_t strip_columns(int32_t used, int32_t strip) {
    int32_t left = used - strip * LANCZOS_STRIP;
    return left < LANCZOS_STRIP ? left : LANCZOS_STRIP;
}

static int32_t strips(int32_t columns) {
    return (columns + LANCZOS_STRIP - 1) / LANCZOS_STRIP;
}

void lanczos_basis_append(lanczos_basis* b, const double* columns, int32_t count) {
    SUPPLE_ASSERT(count >= 0 && b->order > 0);
    size_t n = (size_t)b->order;
    for (int32_t c = 0; c < count; ++c, ++b->size) {
        int32_t strip = b->size / LANCZOS_STRIP;
        if (strip == b->strip_room) {
            int32_t room = 2 * b->strip_room + 4;
            b->strip = arena_grow(b->memory, b->strip, (size_t)b->strip_room, (size_t)room,
                                  sizeof *b->strip);
            b->strip_room = room;
        }
        if (strip == b->strip_count)
            b->strip[b->strip_count++] = ARENA_NEW(b->memory, double, LANCZOS_STRIP* n);
        memcpy(b->strip[strip] + (size_t)(b->size % LANCZOS_STRIP) * n, columns + (size_t)c * n,
               n * sizeof *columns);
    }
}

void lanczos_basis_along(const lanczos_basis* b, const double* columns, int32_t count,
                         double* out) {
    SUPPLE_ASSERT(count >= 0);
    for (int32_t s = 0; s < strips(b->size); ++s)
        dots(b, b->strip[s], strip_columns(b->size, s), columns, count, out + s * LANCZOS_STRIP,
             b->size);
}

void lanczos_basis_subtract(const lanczos_basis* b, const double* along, int32_t count,
                            double* columns) {
    SUPPLE_ASSERT(count >= 0);
    for (int32_t s = 0; s < strips(b->size); ++s) {
        tall t = {.a = b->strip[s], .a_count = strip_columns(b->size, s), .b_count = count};
        t.to = columns;
        t.small = along + s * LANCZOS_STRIP;
        t.small_stride = b->size;
        t.scale = -1.0;
        t.before = 1.0;
        over_rows(b, &t, add_runs);
    }
}

void lanczos_basis_combine(const lanczos_basis* b, int32_t used, const double* weights,
                           int32_t count, double* out) {
    SUPPLE_ASSERT(used >= 0 && used <= b->size && count >= 0);
    for (int32_t s = 0; s < strips(used); ++s) {
        tall t = {.a = b->strip[s], .a_count = strip_columns(used, s), .b_count = count};
        t.to = out;
        t.small = weights + s * LANCZOS_STRIP;
        t.small_stride = used;
        t.scale = 1.0;
        t.before = s > 0 ? 1.0 : 0.0;
        over_rows(b, &t, add_runs);
    }
}
