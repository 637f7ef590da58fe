// Columns for a run of points, their products added up, the next run.
//
// Runs have a fixed length, so memory is bounded, and threads share out tiles of the product, each of
// which takes the runs in order: sums do not depend on who does them. Points are the innermost index of
// everything and their number a constant, so that columns are filled by vector instructions.
// SPDX-License-Identifier: MIT
#include "bake/model/reduce.h"

#include "bake/base/assert.h"
#include "bake/base/clock.h"
#include "bake/base/parallel.h"

#include <cblas.h>

static const double ROOT_2 = 1.41421356237309504880, ROOT_HALF = 0.70710678118654752440,
                    ROOT_SIXTH = 0.40824829046386301637;

enum {
    REDUCE_POINTS = 256, // of a run
    TILE = 64,           // columns of a tile of the product
    REDUCE_NUMBERS = 6   // of a strain
};

typedef struct reduction {
    const elastic* m;
    int32_t shape;
    const double* basis;
    int32_t count, column_count; // coordinates; e and h
    int32_t points_each;         // integration points of an element
    int32_t first_element;       // of the run
    double*
        gradients; // [count][9][REDUCE_POINTS] of each displacement: row along it, column by place
    double *bulk, *shear; // [REDUCE_POINTS] square roots of weights
    double* columns;      // [column_count][REDUCE_NUMBERS][REDUCE_POINTS]
    double* gram;         // [column_count][column_count], the lower triangle by columns
} reduction;

// ---- columns ---------------------------------------------------------------------------

static void displacement_gradients(const reduction* x, const elastic_point* at, int32_t element,
                                   int32_t point) {
    const tets* t = x->m->volume;
    const int32_t* e = t->elements + (size_t)element * (size_t)t->width;
    for (int32_t i = 0; i < x->count; ++i) {
        const double* u = x->basis + 3 * (size_t)t->node_count * (size_t)i;
        double g[9] = {0.0};
        for (int32_t k = 0; k < t->width; ++k) {
            const double* v = u + 3 * (size_t)e[k];
            const vec3* d = &at->gradients[k];
            for (int a = 0; a < 3; ++a) {
                g[3 * a] += v[a] * d->x;
                g[3 * a + 1] += v[a] * d->y;
                g[3 * a + 2] += v[a] * d->z;
            }
        }
        double* to = x->gradients + 9 * (size_t)REDUCE_POINTS * (size_t)i + (size_t)point;
        for (size_t k = 0; k < 9; ++k)
            to[k * REDUCE_POINTS] = g[k];
    }
}

// <A, B> = V (lambda tr A tr B + 2 mu A : B) = V (lambda + 2/3 mu) tr A tr B + 2 V mu A' : B', the
// primes without their traces: two positive weights, for all materials there are.
static void gradient_job(void* user, int64_t begin, int64_t end) {
    const reduction* x = user;
    for (int64_t i = begin; i < end; ++i) {
        elastic_point points[ELASTIC_POINTS_MAX];
        int32_t element = x->first_element + (int32_t)i;
        const material_lame* lame = &x->m->shapes[x->shape].lame[element];
        elastic_points(x->m, x->shape, element, points);
        for (int32_t k = 0; k < x->points_each; ++k) {
            int32_t point = (int32_t)i * x->points_each + k;
            displacement_gradients(x, &points[k], element, point);
            x->bulk[point] = sqrt(points[k].volume * (lame->lambda + 2.0 / 3.0 * lame->mu));
            x->shear[point] = sqrt(points[k].volume * 2.0 * lame->mu);
        }
    }
}

typedef struct strain {
    double xx, yy, zz, xy, yz, zx;
} strain;

// What makes the dot product of two strains' six numbers <A, B>: the trace, two differences of the diagonal,
// and what lies off it.
static inline void weigh(strain s, double bulk, double shear, double* to) {
    to[0] = bulk * (s.xx + s.yy + s.zz);
    to[REDUCE_POINTS] = shear * (ROOT_HALF * (s.xx - s.yy));
    to[2 * REDUCE_POINTS] = shear * (ROOT_SIXTH * (s.xx + s.yy - 2.0 * s.zz));
    to[3 * REDUCE_POINTS] = shear * (ROOT_2 * s.xy);
    to[4 * REDUCE_POINTS] = shear * (ROOT_2 * s.yz);
    to[5 * REDUCE_POINTS] = shear * (ROOT_2 * s.zx);
}

// g: [9][REDUCE_POINTS], the gradients of a displacement.
static void fill_linear(const double* restrict g, const double* restrict bulk,
                        const double* restrict shear, double* restrict to) {
    for (size_t p = 0; p < REDUCE_POINTS; ++p) {
        strain s = {g[p],
                    g[p + 4 * REDUCE_POINTS],
                    g[p + 8 * REDUCE_POINTS],
                    0.5 * (g[p + REDUCE_POINTS] + g[p + 3 * REDUCE_POINTS]),
                    0.5 * (g[p + 5 * REDUCE_POINTS] + g[p + 7 * REDUCE_POINTS]),
                    0.5 * (g[p + 6 * REDUCE_POINTS] + g[p + 2 * REDUCE_POINTS])};
        weigh(s, bulk[p], shear[p], to + p);
    }
}

// g, h: two of those.
static void fill_square(const double* restrict g, const double* restrict h,
                        const double* restrict bulk, const double* restrict shear,
                        double* restrict to) {
    for (size_t p = 0; p < REDUCE_POINTS; ++p) {
        double a0 = g[p], a1 = g[p + REDUCE_POINTS], a2 = g[p + 2 * REDUCE_POINTS];
        double a3 = g[p + 3 * REDUCE_POINTS], a4 = g[p + 4 * REDUCE_POINTS],
               a5 = g[p + 5 * REDUCE_POINTS];
        double a6 = g[p + 6 * REDUCE_POINTS], a7 = g[p + 7 * REDUCE_POINTS],
               a8 = g[p + 8 * REDUCE_POINTS];
        double b0 = h[p], b1 = h[p + REDUCE_POINTS], b2 = h[p + 2 * REDUCE_POINTS];
        double b3 = h[p + 3 * REDUCE_POINTS], b4 = h[p + 4 * REDUCE_POINTS],
               b5 = h[p + 5 * REDUCE_POINTS];
        double b6 = h[p + 6 * REDUCE_POINTS], b7 = h[p + 7 * REDUCE_POINTS],
               b8 = h[p + 8 * REDUCE_POINTS];
        strain s;
        s.xx = 0.5 * (a0 * b0 + a3 * b3 + a6 * b6);
        s.yy = 0.5 * (a1 * b1 + a4 * b4 + a7 * b7);
        s.zz = 0.5 * (a2 * b2 + a5 * b5 + a8 * b8);
        s.xy = 0.25 * (a0 * b1 + a1 * b0 + a3 * b4 + a4 * b3 + a6 * b7 + a7 * b6);
        s.yz = 0.25 * (a1 * b2 + a2 * b1 + a4 * b5 + a5 * b4 + a7 * b8 + a8 * b7);
        s.zx = 0.25 * (a2 * b0 + a0 * b2 + a5 * b3 + a3 * b5 + a8 * b6 + a6 * b8);
        weigh(s, bulk[p], shear[p], to + p);
    }
}

// One coordinate i: its e, and its h with all coordinates up to itself.
static void column_job(void* user, int64_t begin, int64_t end) {
    const reduction* x = user;
    size_t size = REDUCE_NUMBERS * (size_t)REDUCE_POINTS;
    for (int64_t i = begin; i < end; ++i) {
        const double* g = x->gradients + 9 * (size_t)REDUCE_POINTS * (size_t)i;
        fill_linear(g, x->bulk, x->shear, x->columns + size * (size_t)i);
        for (int64_t k = 0; k <= i && x->column_count > x->count; ++k) {
            size_t column = (size_t)x->count + (size_t)(i * (i + 1) / 2 + k);
            fill_square(g, x->gradients + 9 * (size_t)REDUCE_POINTS * (size_t)k, x->bulk, x->shear,
                        x->columns + size * column);
        }
    }
}

// ---- products --------------------------------------------------------------------------

static void tile_job(void* user, int64_t begin, int64_t end) {
    const reduction* x = user;
    int32_t rows = REDUCE_NUMBERS * REDUCE_POINTS, all = x->column_count;
    double before = x->first_element > 0 ? 1.0 : 0.0;
    for (int64_t tile = begin; tile < end; ++tile) {
        int32_t row = 0;
        while ((int64_t)(row + 1) * (row + 2) / 2 <= tile)
            ++row;
        int32_t at = row * TILE, from = (int32_t)(tile - (int64_t)row * (row + 1) / 2) * TILE;
        int32_t high = all - at < TILE ? all - at : TILE,
                wide = all - from < TILE ? all - from : TILE;
        const double *a = x->columns + (ptrdiff_t)at * rows,
                     *b = x->columns + (ptrdiff_t)from * rows;
        double* to = x->gram + (ptrdiff_t)from * all + at;
        if (at == from)
            cblas_dsyrk(CblasColMajor, CblasLower, CblasTrans, high, rows, 1.0, a, rows, before, to,
                        all);
        else
            cblas_dgemm(CblasColMajor, CblasTrans, CblasNoTrans, high, wide, rows, 1.0, a, rows, b,
                        rows, before, to, all);
    }
}

static void add_run(reduction* x, int32_t elements, reduce_cost* cost) {
    int threads = x->m->threads;
    int64_t tiles = (x->column_count + TILE - 1) / TILE;
    double began = clock_seconds();
    for (int32_t p = elements * x->points_each; p < REDUCE_POINTS; ++p)
        x->bulk[p] = x->shear[p] = 0.0; // what is beyond the last point counts for nothing
    parallel_for(threads, elements, REDUCE_POINTS / 16, gradient_job, x);
    parallel_for(threads, x->count, 1, column_job, x);
    double filled = clock_seconds();
    parallel_for(threads, tiles * (tiles + 1) / 2, 1, tile_job, x);
    cost->fill_seconds += filled - began;
    cost->product_seconds += clock_seconds() - filled;
    cost->flops +=
        (double)REDUCE_NUMBERS * REDUCE_POINTS * x->column_count * (x->column_count + 1.0);
}

// ---- the polynomial --------------------------------------------------------------------

static double product(const reduction* x, size_t a, size_t b) {
    size_t low = a < b ? a : b, high = a < b ? b : a;
    return x->gram[low * (size_t)x->column_count + high];
}

// The column of h for two coordinates.
static size_t pair(const reduction* x, int32_t i, int32_t k) {
    return (size_t)x->count + polynomial_place(2, (const int32_t[]){i, k});
}

static void gather(const reduction* x, polynomial* out) {
    size_t square = 0, cube = 0, linear = 0;
    for (int32_t a = 0; a < x->count; ++a)
        for (int32_t i = 0; i <= a; ++i) {
            out->linear[linear++] = product(x, (size_t)a, (size_t)i);
            for (int32_t j = 0; j <= i && out->cubic; ++j) {
                out->square[square++] = product(x, (size_t)a, pair(x, i, j)) +
                                        product(x, (size_t)i, pair(x, a, j)) +
                                        product(x, (size_t)j, pair(x, a, i));
                for (int32_t k = 0; k <= j; ++k)
                    out->cube[cube++] = 2.0 / 3.0 *
                                        (product(x, pair(x, a, i), pair(x, j, k)) +
                                         product(x, pair(x, a, j), pair(x, i, k)) +
                                         product(x, pair(x, a, k), pair(x, i, j)));
            }
        }
}

polynomial reduce_shape(const elastic* m, int32_t shape, const double* basis, int32_t count,
                        reduce_cost* cost, arena* memory) {
    SUPPLE_ASSERT(shape >= 0 && shape < m->count && count > 0);
    arena* scratch = arena_create();
    bool cubic = m->law == ELASTIC_STVK;
    size_t width = (size_t)count + (cubic ? polynomial_size(count, 2) : 0);
    reduction x = {.m = m, .shape = shape, .basis = basis, .count = count};
    x.column_count = (int32_t)width;
    elastic_point points[ELASTIC_POINTS_MAX];
    x.points_each = m->volume->tet_count > 0 ? elastic_points(m, shape, 0, points) : 1;
    x.gradients = ARENA_NEW(scratch, double, 9 * (size_t)count * REDUCE_POINTS);
    x.bulk = ARENA_NEW(scratch, double, REDUCE_POINTS);
    x.shear = ARENA_NEW(scratch, double, REDUCE_POINTS);
    x.columns = ARENA_NEW(scratch, double, width* REDUCE_NUMBERS* REDUCE_POINTS);
    x.gram = ARENA_NEW(scratch, double, width* width);
    int64_t bytes = (int64_t)arena_used(scratch);
    cost->bytes = bytes > cost->bytes ? bytes : cost->bytes;
    openblas_set_num_threads(1); // ours share out the tiles; its own would change sums
    int32_t all = m->volume->tet_count, run = REDUCE_POINTS / x.points_each;
    for (; x.first_element < all; x.first_element += run)
        add_run(&x, all - x.first_element < run ? all - x.first_element : run, cost);
    polynomial out = polynomial_zero(count, cubic, memory);
    gather(&x, &out);
    arena_destroy(scratch);
    return out;
}
