// SPDX-License-Identifier: MIT
#include "mpi/lobpcg_space.h"

#include "bake/algebra/dense.h"
#include "mpi/call.h"
#include "mpi/ranks.h"

#include <cblas.h>
#include <math.h>
#include <string.h>

static const double DEPENDENT = 1e-13; // of a unit of the small mass: a direction that others have

enum { TILE_ROWS = 256 };

int32_t space_up_to_lanes(int32_t n) {
    return (n + WIDE_LANES - 1) / WIDE_LANES * WIDE_LANES;
}

static block new_block(const space* s, int32_t width) {
    size_t room = (size_t)s->rows * (size_t)width + 1;
    return (block){width, ARENA_NEW(s->memory, double, room), ARENA_NEW(s->memory, double, room),
                   ARENA_NEW(s->memory, double, room)};
}

void space_multiply(space* s, block* b) {
    wide_times(&s->a, b->v, b->a, b->width, s->ghosts);
    wide_times(&s->m, b->v, b->m, b->width, s->ghosts);
}

void space_sum(double* numbers, size_t count) {
    MPI_Allreduce(MPI_IN_PLACE, numbers, (int)count, MPI_DOUBLE, MPI_SUM, PETSC_COMM_WORLD);
}

// to [a][b] at a leading dimension = x' y of this rank
static void dot(const space* s, const double* x, int32_t a, const double* y, int32_t b, double* to,
                int32_t stride) {
    cblas_dgemm(CblasRowMajor, CblasTrans, CblasNoTrans, a, b, s->rows, 1.0, x, a, y, b, 0.0, to,
                stride);
}

void space_leave_out(const space* s, const block* y, double* v, int32_t width) {
    arena* scratch = arena_create();
    double* c = ARENA_NEW(scratch, double, (size_t)y->width*(size_t)width);
    dot(s, y->m, y->width, v, width, c, width);
    space_sum(c, (size_t)y->width * (size_t)width);
    cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, s->rows, width, y->width, -1.0, y->v,
                y->width, c, width, 1.0, v, width);
    arena_destroy(scratch);
}

// ---- the small problem -----------------------------------------------------------------

// Both small matrices of [x w p], of which the parts below the diagonal follow from those above.
static int32_t make_small(space* s, const block* const* part, int32_t parts) {
    int32_t size = 0, at[3];
    for (int32_t i = 0; i < parts; ++i) {
        at[i] = size;
        size += part[i]->width;
    }
    for (int32_t i = 0; i < parts; ++i)
        for (int32_t k = i; k < parts; ++k) {
            size_t to = (size_t)at[i] * (size_t)size + (size_t)at[k];
            dot(s, part[i]->v, part[i]->width, part[k]->a, part[k]->width, s->small_a + to, size);
            dot(s, part[i]->v, part[i]->width, part[k]->m, part[k]->width, s->small_m + to, size);
        }
    space_sum(s->small_a, (size_t)size * (size_t)size);
    space_sum(s->small_m, (size_t)size * (size_t)size);
    return size;
}

// Both over the lengths of their vectors, and symmetric; scale: [size] one over each, 0 for a column that is none.
static void balance(double* a, double* m, double* scale, int32_t size) {
    for (int32_t i = 0; i < size; ++i) {
        double square = m[(size_t)i * (size_t)size + (size_t)i];
        scale[i] = square > 0.0 ? 1.0 / sqrt(square) : 0.0;
    }
    for (int32_t i = 0; i < size; ++i)
        for (int32_t k = i; k < size; ++k) {
            size_t up = (size_t)i * (size_t)size + (size_t)k,
                   down = (size_t)k * (size_t)size + (size_t)i;
            a[up] *= scale[i] * scale[k];
            m[up] *= scale[i] * scale[k];
            a[down] = a[up];
            m[down] = m[up];
        }
}

// c: [size][width] of the lowest pairs, values: [width]. The leader solves, so that all have the same bits.
static bool solve_small(space* s, int32_t size) {
    int32_t width = s->x.width, found = 0;
    size_t room = (size_t)size * (size_t)width;
    if (ranks_self() == 0) {
        arena* scratch = arena_create();
        double *scale = ARENA_NEW(scratch, double, (size_t)size),
               *vectors = ARENA_NEW(scratch, double, (size_t)size*(size_t)size),
               *values = ARENA_NEW(scratch, double, (size_t)size);
        balance(s->small_a, s->small_m, scale, size);
        found = dense_pencil(size, s->small_a, s->small_m, DEPENDENT, vectors, values, scratch);
        for (int32_t e = 0; e < width && e < found; ++e) {
            s->values[e] = values[e];
            for (int32_t i = 0; i < size; ++i)
                s->c[(size_t)i * (size_t)width + (size_t)e] =
                    scale[i] * vectors[(size_t)e * (size_t)size + (size_t)i];
        }
        arena_destroy(scratch);
    }
    MPI_Bcast(&found, 1, MPI_INT32_T, 0, PETSC_COMM_WORLD);
    MPI_Bcast(s->values, width, MPI_DOUBLE, 0, PETSC_COMM_WORLD);
    MPI_Bcast(s->c, (int)room, MPI_DOUBLE, 0, PETSC_COMM_WORLD);
    return found >= width;
}

// One of the three arrays: p = w c_w + p c_p of all columns, x = x c_x + p, some rows at a time and in place.
static void combine(const space* s, double* x, const double* w, double* p, int32_t old_p,
                    double* tile) {
    int32_t k = s->x.width, a = w != NULL ? s->w.width : 0;
    const double *cx = s->c, *cw = cx + (size_t)k * (size_t)k, *cp = cw + (size_t)a * (size_t)k;
    double* moved = tile + (size_t)TILE_ROWS * (size_t)k;
    // p grows from old_p to k columns a row: from the last rows to the first nothing is overwritten that is still to be read
    for (int32_t end = s->rows; end > 0;) {
        int32_t first = end > TILE_ROWS ? end - TILE_ROWS : 0, some = end - first;
        double* xs = x + (size_t)first * (size_t)k;
        memset(moved, 0, (size_t)some * (size_t)k * sizeof *moved);
        if (a > 0)
            cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, some, k, a, 1.0,
                        w + (size_t)first * (size_t)a, a, cw, k, 0.0, moved, k);
        if (old_p > 0)
            cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, some, k, old_p, 1.0,
                        p + (size_t)first * (size_t)old_p, old_p, cp, k, 1.0, moved, k);
        memcpy(tile, moved, (size_t)some * (size_t)k * sizeof *tile);
        cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, some, k, k, 1.0, xs, k, cx, k, 1.0,
                    tile, k);
        memcpy(xs, tile, (size_t)some * (size_t)k * sizeof *tile);
        if (p != NULL)
            memcpy(p + (size_t)first * (size_t)k, moved, (size_t)some * (size_t)k * sizeof *moved);
        end = first;
    }
}

static void combine_all(space* s) {
    arena* scratch = arena_create();
    double* tile = ARENA_NEW(scratch, double, 2 * (size_t)TILE_ROWS * (size_t)s->x.width);
    int32_t old = s->has_p ? s->p.width : 0;
    double *xs[3] = {s->x.v, s->x.a, s->x.m}, *ws[3] = {s->w.v, s->w.a, s->w.m},
           *ps[3] = {s->p.v, s->p.a, s->p.m};
    for (int i = 0; i < 3; ++i)
        combine(s, xs[i], s->has_w ? ws[i] : NULL, s->has_w ? ps[i] : NULL, old, tile);
    s->p.width = s->x.width;
    s->has_p = s->has_w;
    s->has_w = false;
    arena_destroy(scratch);
}

bool space_improve(space* s) {
    const block* part[3] = {&s->x, &s->w, &s->p};
    int32_t parts = !s->has_w ? 1 : s->has_p ? 3 : 2;
    if (!solve_small(s, make_small(s, part, parts)))
        return false;
    combine_all(s);
    return true;
}

// ---- room ------------------------------------------------------------------------------

space space_new(Mat a, Mat m, int32_t width, int32_t found, arena* memory) {
    space s = {.a = wide_of(a), .m = wide_of(m), .memory = memory};
    size_t all = 3 * (size_t)width;
    s.rows = s.a.rows;
    s.x = new_block(&s, width);
    s.w = new_block(&s, width);
    s.p = new_block(&s, width);
    s.set.width = space_up_to_lanes(found);
    if (found > 0) {
        s.set.v = ARENA_NEW(memory, double, (size_t)s.rows*(size_t)s.set.width + 1);
        s.set.m = ARENA_NEW(memory, double, (size_t)s.rows*(size_t)s.set.width + 1);
    }
    s.values = ARENA_NEW(memory, double, (size_t)width);
    s.ghosts = ARENA_NEW(memory, double, (size_t)s.a.ghosts*(size_t)width + 1);
    s.small_a = ARENA_NEW(memory, double, all* all);
    s.small_m = ARENA_NEW(memory, double, all* all);
    s.c = ARENA_NEW(memory, double, all*(size_t)width);
    return s;
}

void space_free(space* s) {
    wide_free(&s->a);
    wide_free(&s->m);
}
