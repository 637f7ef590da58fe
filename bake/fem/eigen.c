// From matrices to modes: where to shift, how wide a block, signs, zeros and residuals.
//
// The shift of a free body lies below 0, so that the matrix stays positive definite and Cholesky
// serves; its size is a small part of what a single node's stiffness and mass have, near the lowest
// elastic modes of usual meshes. Values of rigid motion then come out as rounding about 0, far below
// any elastic one, and are set to it: a mode with a value of -1e-10 would grow without end.
// SPDX-License-Identifier: MIT
#include "bake/fem/eigen.h"

#include "bake/base/sets.h"
#include "bake/fem/lanczos.h"

#include <math.h>
#include <stdlib.h>

static const double SHIFT = 1e-5; // of a node's stiffness over mass, in the middle
static const double RIGID = 1e-6; // of the shift: below, a value is zero
static const double GOOD = 1e-6;  // residual of a mode that is handed out

enum { BLOCK = 8 };

// ---- shift and size of blocks ----------------------------------------------------------

static int by_size(const void* a, const void* b) {
    double x = *(const double*)a, y = *(const double*)b;
    return (x > y) - (x < y);
}

// Below 0 by a part of the middle one of all nodes' stiffness over mass: the mean would follow a
// single bad element.
static double free_shift(const assemble_matrices* m, arena* scratch) {
    double* ratio = ARENA_NEW(scratch, double, (size_t)m->mass.rows);
    for (int32_t i = 0; i < m->mass.rows; ++i) {
        const double* k = sparse_block(&m->stiffness, i, i);
        ratio[i] = (k[0] + k[4] + k[8]) / (3.0 * *sparse_block(&m->mass, i, i));
    }
    qsort(ratio, (size_t)m->mass.rows, sizeof *ratio, by_size);
    return -SHIFT * ratio[m->mass.rows / 2];
}

// A block must hold all the equal values there are: six zeros for each free piece, and where pieces are
// alike each value once or, by symmetry, twice for each. More than LANCZOS_WIDTH_MAX: too many pieces.
static int32_t block_width(const assemble_matrices* m, bool free, arena* scratch) {
    int32_t* piece = ARENA_NEW(scratch, int32_t, (size_t)m->mass.rows);
    sets_clear(piece, m->mass.rows);
    for (int32_t row = 0; row < m->mass.rows; ++row)
        for (int64_t i = m->mass.start[row]; i < m->mass.start[row + 1]; ++i)
            sets_join(piece, row, m->mass.column[i]);
    int32_t pieces = 0;
    for (int32_t row = 0; row < m->mass.rows; ++row)
        pieces += piece[row] == row;
    int64_t wanted = (free ? 6 : 2) * (int64_t)pieces + 2;
    int32_t most = free ? LANCZOS_WIDTH_MAX + 1 : LANCZOS_WIDTH_MAX;
    return wanted < BLOCK ? BLOCK : wanted < most ? (int32_t)wanted : most;
}

// ---- results ---------------------------------------------------------------------------

static void finish_modes(const lanczos_pairs* pairs, int32_t order, eigen_modes* out) {
    for (int32_t e = 0; e < out->count; ++e) {
        double* x = out->vectors + (size_t)e * (size_t)order;
        int32_t most = 0;
        for (int32_t i = 1; i < order; ++i)
            most = fabs(x[i]) > fabs(x[most]) ? i : most;
        double sign = x[most] < 0.0 ? -1.0 : 1.0;
        for (int32_t i = 0; i < order; ++i)
            x[i] *= sign;
        out->values[e] = out->shift + 1.0 / pairs->values[e];
        if (fabs(out->values[e]) < -RIGID * out->shift) {
            out->values[e] = 0.0;
            ++out->rigid;
        }
    }
}

static bool check_residuals(const assemble_matrices* m, int threads, eigen_modes* out,
                            arena* scratch, report* r) {
    size_t n = 3 * (size_t)m->mass.rows;
    double *kx = ARENA_NEW(scratch, double, n), *mx = ARENA_NEW(scratch, double, n);
    bool sound = true;
    for (int32_t e = 0; e < out->count; ++e) {
        const double* x = out->vectors + (size_t)e * n;
        double rest = 0.0, size = 0.0;
        sparse_multiply(&m->stiffness, x, kx, 1, threads);
        assemble_times_mass(&m->mass, x, mx, 1, threads);
        for (size_t i = 0; i < n; ++i) {
            double d = kx[i] - out->values[e] * mx[i], w = (out->values[e] - out->shift) * mx[i];
            rest += d * d;
            size += w * w;
        }
        out->residuals[e] = sqrt(rest / size);
        if (!(out->residuals[e] <= GOOD) && sound)
            sound = report_error(r, place_none(),
                                 "mode %d has a residual of %g, more than %g: the mesh or its "
                                 "materials differ too much within the body",
                                 e + 1, out->residuals[e], GOOD);
    }
    return sound;
}

static bool solve(const assemble_matrices* m, const eigen_request* q, int32_t width,
                  eigen_modes* out, arena* memory, arena* scratch, report* r) {
    sparse shifted = q->free ? assemble_shifted(m, out->shift, scratch) : m->stiffness;
    factor* f = factor_analyse(&shifted, r);
    lanczos_problem p = {&m->mass, f, q->count, width, q->threads};
    lanczos_pairs pairs = {0};
    bool sound =
        f != NULL && factor_compute(f, &shifted, r) && lanczos_largest(&p, &pairs, memory, r);
    factor_free(f);
    out->solves = pairs.solves;
    if (!sound)
        return false;
    out->values = ARENA_NEW(memory, double, (size_t)q->count);
    out->residuals = ARENA_NEW(memory, double, (size_t)q->count);
    out->vectors = pairs.vectors;
    finish_modes(&pairs, 3 * m->mass.rows, out);
    return check_residuals(m, q->threads, out, scratch, r);
}

bool eigen_lowest(const assemble_matrices* m, const eigen_request* q, eigen_modes* out,
                  arena* memory, report* r) {
    int32_t order = 3 * m->mass.rows;
    *out = (eigen_modes){.count = q->count};
    if (q->count < 1 || q->count > order)
        return report_error(r, place_none(),
                            "%d modes are wanted; this body has %d unknowns and so 1 to %d modes",
                            q->count, order, order);
    arena* scratch = arena_create();
    int32_t width = block_width(m, q->free, scratch);
    out->shift = q->free ? free_shift(m, scratch) : 0.0;
    bool sound = width <= LANCZOS_WIDTH_MAX
                     ? solve(m, q, width, out, memory, scratch, r)
                     : report_error(r, place_none(),
                                    "the body falls into more than %d loose pieces; hold or join "
                                    "them",
                                    (LANCZOS_WIDTH_MAX - 2) / 6);
    arena_destroy(scratch);
    return sound;
}
