// The engine of small pieces: all pairs at once, by dense matrices.
//
// An iteration looks for few vectors in a large space. In a piece of a few dozen unknowns its blocks soon hold all there
// is, and what is left of a new column is rounding; a dense solver has no such end. It costs the cube of the
// unknowns, below a few hundred of them less than an iteration.
//
// The same shift-invert as elsewhere: with K - shift M = L L', the values of L^-1 M L^-T are 1 / (lambda - shift).
// Low modes are then known to rounding of themselves (a factor of M would give them to rounding of the highest), and
// a mass that is only semidefinite does no harm.
// SPDX-License-Identifier: MIT
#include "bake/algebra/dense.h"
#include "bake/base/assert.h"
#include "bake/base/clock.h"
#include "bake/fem/eigen_engine.h"

#include <cblas.h>
#include <math.h>
#include <string.h>

static const double MASSLESS = 1e-13; // of the largest value: such a direction has no mass

// m = L L', by columns: L in the place of m's lower triangle. False when m is not positive definite.
static bool factor_columns(double* m, int32_t n) {
    for (int32_t c = 0; c < n; ++c) {
        double* column = m + (ptrdiff_t)c * n;
        double square = column[c];
        if (!(square > 0.0 && isfinite(square)))
            return false;
        cblas_dscal(n - c, 1.0 / sqrt(square), column + c, 1);
        for (int32_t k = c + 1; k < n; ++k)
            cblas_daxpy(n - k, -column[k], column + k, 1, m + (ptrdiff_t)k * n + k, 1);
    }
    return true;
}

// An operator's columns, [n][n].
static double* columns_of(const eigen_operator* o, int32_t n, arena* memory) {
    size_t square = (size_t)n * (size_t)n;
    double *unit = ARENA_NEW(memory, double, square), *out = ARENA_NEW(memory, double, square);
    for (int32_t i = 0; i < n; ++i)
        unit[(ptrdiff_t)i * n + i] = 1.0;
    o->multiply(o->user, unit, out, n, 1);
    return out;
}

// How many of `all` pairs to hand out: those that are wanted, and those that equal the last of them.
static int32_t wanted(const eigen_problem* p, const double* values, int32_t all) {
    int32_t found = 0;
    while (found < all && found < p->count &&
           (p->below == 0.0 || found == 0 || values[found - 1] < p->below))
        ++found;
    while (found > 0 && found < all &&
           values[found] - values[found - 1] <= p->same * (values[found] - p->shift))
        ++found;
    return found;
}

// From the pairs of L^-1 M L^-T, ascending in `inverse`, to those of the piece, ascending.
static void hand_out(const eigen_problem* p, const double* l, const double* inverse,
                     const double* vectors, eigen_pairs* out, arena* memory) {
    int32_t n = p->order, all = 0;
    while (all < n && inverse[n - 1 - all] > MASSLESS * inverse[n - 1])
        ++all;
    out->values = ARENA_NEW(memory, double, (size_t)all);
    for (int32_t e = 0; e < all; ++e)
        out->values[e] = p->shift + 1.0 / inverse[n - 1 - e];
    out->found = wanted(p, out->values, all);
    out->vectors = ARENA_NEW(memory, double, (size_t)out->found*(size_t)n);
    for (int32_t e = 0; e < out->found; ++e) {
        double* x = out->vectors + (ptrdiff_t)e * n;
        memcpy(x, vectors + (ptrdiff_t)(n - 1 - e) * n, (size_t)n * sizeof *x);
        cblas_dscal(n, 1.0 / sqrt(inverse[n - 1 - e]), x, 1); // of length 1 in the mass
    }
    cblas_dtrsm(CblasColMajor, CblasLeft, CblasLower, CblasTrans, CblasNonUnit, n, out->found, 1.0,
                l, n, out->vectors, n);
}

static bool lowest(void* user, const eigen_problem* p, eigen_pairs* out, eigen_cost* cost,
                   arena* memory, report* r) {
    (void)user;
    SUPPLE_ASSERT(p->count > 0 && p->count <= p->order && p->order <= DENSE_EIGEN_MOST);
    int32_t n = p->order;
    double begin = clock_seconds();
    openblas_set_num_threads(1); // more would change sums
    arena* scratch = arena_create();
    double *l = columns_of(&p->stiffness, n, scratch), *m = columns_of(&p->mass, n, scratch);
    double* inverse = ARENA_NEW(scratch, double, (size_t)n);
    cblas_daxpy(n * n, -p->shift, m, 1, l, 1);
    bool sound = factor_columns(l, n) ||
                 report_error(r, place_none(),
                              "the stiffness of %d unknowns is not positive definite: nothing "
                              "holds the body, or its mesh or materials differ too much within it",
                              n);
    if (sound) {
        cblas_dtrsm(CblasColMajor, CblasLeft, CblasLower, CblasNoTrans, CblasNonUnit, n, n, 1.0, l,
                    n, m, n);
        cblas_dtrsm(CblasColMajor, CblasRight, CblasLower, CblasTrans, CblasNonUnit, n, n, 1.0, l,
                    n, m, n);
        sound = dense_eigen(n, m, inverse, scratch) ||
                report_error(r, place_none(), "the matrices hold numbers that are no numbers");
    }
    if (sound)
        hand_out(p, l, inverse, m, out, memory);
    int64_t bytes = (int64_t)arena_used(scratch);
    cost->matrix_bytes = bytes > cost->matrix_bytes ? bytes : cost->matrix_bytes;
    cost->solve_seconds += clock_seconds() - begin;
    arena_destroy(scratch);
    return sound;
}

const eigen_engine eigen_dense = {"dense", lowest, NULL};
