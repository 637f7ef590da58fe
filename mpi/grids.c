// Smoothing is by Chebyshev's polynomials on the Jacobi-scaled matrix (Adams, Brezina, Hu and Tuminaro 2003), the same before and after the
// coarser grid, so that the cycle is symmetric. The coarsest grid is inverted as a dense matrix, on every rank.
// SPDX-License-Identifier: MIT
#include "mpi/grids.h"

#include "bake/algebra/dense.h"
#include "mpi/call.h"
#include "mpi/ranks.h"

#include <math.h>
#include <petscksp.h>
#include <string.h>

enum { LEVELS_MOST = 16, POWER_STEPS = 12 };

// A polynomial of degree CHEBYSHEV_DEGREE over the upper part of the spectrum: what lies below is for the coarser grid.
enum { CHEBYSHEV_DEGREE = 3 };
static const double ABOVE =
    1.15; // of the largest value found by power iteration, which comes from below
static const double BELOW = 0.06; // of the same

typedef struct level {
    wide_matrix a, up, down; // up: from the next coarser grid, down: to it; none on the coarsest
    float* inverse;          // [rows] of the diagonal
    double largest;          // value of the scaled matrix
    float *x, *b, *r, *d;    // [rows][WIDE_SINGLES]: solution, right-hand side, residual, direction
    float* ghosts;           // of whichever matrix has most of them
} level;

struct grids {
    int32_t count; // of levels; 0 is the finest
    level level[LEVELS_MOST];
    int32_t coarse, first; // unknowns of the coarsest grid on all ranks, and of ranks before
    float* solve;          // [coarse][coarse] its inverse
    float *all, *sum;      // [coarse][WIDE_SINGLES]
};

// ---- the cycle -------------------------------------------------------------------------

// r = (b - A x) over the diagonal, or b over it where x is zero.
static void residual(level* l, bool zero) {
    if (!zero)
        wide_times_single(&l->a, l->x, l->r, l->ghosts);
    for (int32_t i = 0; i < l->a.rows; ++i)
        for (int32_t c = 0; c < WIDE_SINGLES; ++c) {
            size_t at = (size_t)i * WIDE_SINGLES + (size_t)c;
            l->r[at] = l->inverse[i] * (zero ? l->b[at] : l->b[at] - l->r[at]);
        }
}

// d = keep d + take r; x += d.
static void step(level* l, float keep, float take) {
    size_t count = (size_t)l->a.rows * WIDE_SINGLES;
    for (size_t at = 0; at < count; ++at) {
        l->d[at] = keep * l->d[at] + take * l->r[at];
        l->x[at] += l->d[at];
    }
}

static void smooth(level* l, bool zero) {
    double high = ABOVE * l->largest, low = BELOW * l->largest, middle = 0.5 * (high + low),
           half = 0.5 * (high - low), sigma = middle / half, rho = 1.0 / sigma;
    if (zero)
        memset(l->x, 0, (size_t)l->a.rows * WIDE_SINGLES * sizeof *l->x);
    residual(l, zero);
    step(l, 0.0F, (float)(1.0 / middle));
    for (int k = 1; k < CHEBYSHEV_DEGREE; ++k) {
        double next = 1.0 / (2.0 * sigma - rho);
        residual(l, false);
        step(l, (float)(next * rho), (float)(2.0 * next / half));
        rho = next;
    }
}

static void solve_coarsest(grids* g, level* l) {
    size_t room = (size_t)g->coarse * WIDE_SINGLES, own = (size_t)l->a.rows * WIDE_SINGLES;
    memset(g->all, 0, room * sizeof *g->all);
    memcpy(g->all + (size_t)g->first * WIDE_SINGLES, l->b, own * sizeof *l->b);
    MPI_Allreduce(g->all, g->sum, (int)room, MPI_FLOAT, MPI_SUM, PETSC_COMM_WORLD);
    memset(l->x, 0, own * sizeof *l->x);
    for (int32_t i = 0; i < l->a.rows; ++i) {
        const float* row = g->solve + (size_t)(g->first + i) * (size_t)g->coarse;
        for (int32_t k = 0; k < g->coarse; ++k)
            for (int32_t c = 0; c < WIDE_SINGLES; ++c)
                l->x[i * WIDE_SINGLES + c] += row[k] * g->sum[k * WIDE_SINGLES + c];
    }
}

// x of the finest level from its b.
static void cycle(grids* g) {
    int32_t last = g->count - 1;
    for (int32_t i = 0; i < last; ++i) {
        level *l = &g->level[i], *below = l + 1;
        smooth(l, true);
        wide_times_single(&l->a, l->x, l->r, l->ghosts);
        for (size_t at = 0; at < (size_t)l->a.rows * WIDE_SINGLES; ++at)
            l->r[at] = l->b[at] - l->r[at];
        wide_times_single(&l->down, l->r, below->b, l->ghosts);
    }
    solve_coarsest(g, &g->level[last]);
    for (int32_t i = last - 1; i >= 0; --i) {
        level* l = &g->level[i];
        wide_times_single(&l->up, l[1].x, l->r, l->ghosts);
        for (size_t at = 0; at < (size_t)l->a.rows * WIDE_SINGLES; ++at)
            l->x[at] += l->r[at];
        smooth(l, false);
    }
}

// Columns are scaled to about 1 by the caller, whose residuals may be below what single precision has.
void grids_apply(grids* g, double* w, int32_t width) {
    level* l = &g->level[0];
    for (int32_t from = 0; from < width; from += WIDE_SINGLES) {
        int32_t some = width - from < WIDE_SINGLES ? width - from : WIDE_SINGLES;
        for (int32_t i = 0; i < l->a.rows; ++i)
            for (int32_t c = 0; c < WIDE_SINGLES; ++c)
                l->b[(size_t)i * WIDE_SINGLES + (size_t)c] =
                    c < some ? (float)w[(size_t)i * (size_t)width + (size_t)(from + c)] : 0.0F;
        cycle(g);
        for (int32_t i = 0; i < l->a.rows; ++i)
            for (int32_t c = 0; c < some; ++c)
                w[(size_t)i * (size_t)width + (size_t)(from + c)] =
                    (double)l->x[(size_t)i * WIDE_SINGLES + (size_t)c];
    }
}

// ---- from PETSc ------------------------------------------------------------------------

// The largest value of the matrix over its diagonal, from below.
static double find_largest(level* l) {
    size_t count = (size_t)l->a.rows * WIDE_SINGLES;
    uint32_t seed = 1u + (uint32_t)ranks_self();
    for (size_t at = 0; at < count; ++at) {
        seed = seed * 1664525u + 1013904223u;
        l->x[at] = (float)(seed >> 8) / 8388608.0F - 1.0F;
    }
    double largest = 0.0;
    for (int k = 0; k < POWER_STEPS; ++k) {
        wide_times_single(&l->a, l->x, l->r, l->ghosts);
        double own[2] = {0}, all[2]; // x' D x and x' A D^-1 A x
        for (int32_t i = 0; i < l->a.rows; ++i)
            for (int32_t c = 0; c < WIDE_SINGLES; ++c) {
                size_t at = (size_t)i * WIDE_SINGLES + (size_t)c;
                own[0] +=
                    l->inverse[i] > 0.0F ? (double)(l->x[at] * l->x[at] / l->inverse[i]) : 0.0;
                own[1] += (double)(l->r[at] * l->r[at] * l->inverse[i]);
            }
        MPI_Allreduce(own, all, 2, MPI_DOUBLE, MPI_SUM, PETSC_COMM_WORLD);
        largest = sqrt(all[1] / all[0]);
        for (int32_t i = 0; i < l->a.rows; ++i)
            for (int32_t c = 0; c < WIDE_SINGLES; ++c) {
                size_t at = (size_t)i * WIDE_SINGLES + (size_t)c;
                l->x[at] = (float)((double)(l->r[at] * l->inverse[i]) / largest);
            }
    }
    return largest;
}

static void invert_diagonal(Mat a, level* l, arena* memory) {
    Vec diagonal;
    const PetscScalar* value;
    l->inverse = ARENA_NEW(memory, float, (size_t)l->a.rows + 1);
    RANKS_CALL(MatCreateVecs(a, &diagonal, NULL));
    RANKS_CALL(MatGetDiagonal(a, diagonal));
    RANKS_CALL(VecGetArrayRead(diagonal, &value));
    for (int32_t i = 0; i < l->a.rows; ++i)
        l->inverse[i] = value[i] > 0.0 ? (float)(1.0 / value[i])
                                       : 0.0F; // a group of one node has unknowns of nothing
    RANKS_CALL(VecRestoreArrayRead(diagonal, &value));
    RANKS_CALL(VecDestroy(&diagonal));
}

static void make_room(level* l, arena* memory) {
    size_t room = (size_t)l->a.rows * WIDE_SINGLES + 1;
    int32_t ghosts = l->a.ghosts;
    ghosts = l->up.ghosts > ghosts ? l->up.ghosts : ghosts;
    ghosts = l->down.ghosts > ghosts ? l->down.ghosts : ghosts;
    l->x = ARENA_NEW(memory, float, room);
    l->b = ARENA_NEW(memory, float, room);
    l->r = ARENA_NEW(memory, float, room);
    l->d = ARENA_NEW(memory, float, room);
    l->ghosts = ARENA_NEW(memory, float, (size_t)ghosts* WIDE_SINGLES + 1);
}

static void make_level(PC pc, int32_t i, int32_t count, level* l, arena* memory) {
    KSP smoother;
    Mat a, up, down;
    RANKS_CALL(PCMGGetSmoother(pc, count - 1 - i, &smoother));
    RANKS_CALL(KSPGetOperators(smoother, &a, NULL));
    l->a = wide_copy(a, memory);
    if (i + 1 < count) {
        RANKS_CALL(PCMGGetInterpolation(pc, count - 1 - i, &up));
        RANKS_CALL(MatTranspose(up, MAT_INITIAL_MATRIX, &down));
        l->up = wide_copy(up, memory);
        l->down = wide_copy(down, memory);
        RANKS_CALL(MatDestroy(&down));
    }
    invert_diagonal(a, l, memory);
    make_room(l, memory);
    l->largest = i + 1 < count ? find_largest(l) : 0.0;
}

static void invert_coarsest(PC pc, grids* g, arena* memory) {
    KSP solver;
    Mat a;
    PetscInt first, end, size;
    RANKS_CALL(PCMGGetCoarseSolve(pc, &solver));
    RANKS_CALL(KSPGetOperators(solver, &a, NULL));
    RANKS_CALL(MatGetSize(a, &size, NULL));
    RANKS_CALL(MatGetOwnershipRange(a, &first, &end));
    g->coarse = (int32_t)size;
    g->first = (int32_t)first;
    size_t square = (size_t)size * (size_t)size;
    arena* scratch = arena_create();
    double *own = ARENA_NEW(scratch, double, square), *all = ARENA_NEW(scratch, double, square);
    for (PetscInt i = first; i < end; ++i) {
        const PetscInt* column;
        const PetscScalar* value;
        PetscInt count;
        RANKS_CALL(MatGetRow(a, i, &count, &column, &value));
        for (PetscInt k = 0; k < count; ++k)
            own[i * size + column[k]] = value[k];
        if (!(own[i * size + i] > 0.0))
            own[i * size + i] = 1.0;
        RANKS_CALL(MatRestoreRow(a, i, &count, &column, &value));
    }
    MPI_Allreduce(own, all, (int)square, MPI_DOUBLE, MPI_SUM, PETSC_COMM_WORLD);
    if (!dense_invert(g->coarse, all, scratch))
        ranks_end("the coarsest grid of the body is singular; --solver cholesky needs no grids");
    g->solve = ARENA_NEW(memory, float, square);
    for (size_t k = 0; k < square; ++k)
        g->solve[k] = (float)all[k];
    arena_destroy(scratch);
    g->all = ARENA_NEW(memory, float, (size_t)size* WIDE_SINGLES);
    g->sum = ARENA_NEW(memory, float, (size_t)size* WIDE_SINGLES);
}

grids* grids_make(Mat a, arena* memory) {
    grids* g = ARENA_NEW(memory, grids, 1);
    PC pc;
    PetscInt count;
    RANKS_CALL(PCCreate(PETSC_COMM_WORLD, &pc));
    RANKS_CALL(PCSetOperators(pc, a, a));
    RANKS_CALL(PCSetType(pc, PCGAMG));
    RANKS_CALL(PCGAMGSetNlevels(pc, LEVELS_MOST));
    RANKS_CALL(PCSetFromOptions(pc)); // for experiments: PETSC_OPTIONS
    RANKS_CALL(PCSetUp(pc));
    RANKS_CALL(PCMGGetLevels(pc, &count));
    g->count = (int32_t)count;
    for (int32_t i = 0; i < g->count; ++i)
        make_level(pc, i, g->count, &g->level[i], memory);
    invert_coarsest(pc, g, memory);
    RANKS_CALL(PCDestroy(&pc));
    return g;
}

void grids_free(grids* g) {
    for (int32_t i = 0; i < g->count; ++i) {
        wide_free(&g->level[i].a);
        wide_free(&g->level[i].up);
        wide_free(&g->level[i].down);
    }
}
