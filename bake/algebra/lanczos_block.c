// Passes over a block, each with one product of the mass: what it has along the basis is taken out, then
// its Gram matrix is divided by its Cholesky factor. Twice is enough where no column is nearly lost;
// those that are get further passes, and in the end new directions.
// SPDX-License-Identifier: MIT
#include "bake/algebra/lanczos_block.h"

#include "bake/base/assert.h"
#include "bake/base/clock.h"

#include <cblas.h>
#include <math.h>
#include <string.h>

static const double CLEAN = 1e-6; // what is taken out by a pass that needs no other
static const double LANCZOS_BLOCK_LOST =
    1e-10;                              // what is left of a vector that depends on those before
static const double PIVOT_LEAST = 1e-6; // of a column's length: below, the Gram matrix is rounding

// Passes since a column was replaced or dropped: with so many, rounding has had its say.
enum { LANCZOS_BLOCK_PASSES = 12, ATTEMPTS = 3 };

// ---- the operator ----------------------------------------------------------------------

void lanczos_noise(lanczos_operator* o, double* column) {
    for (int32_t i = 0; i < o->p->order; ++i) {
        o->seed = o->seed * 1664525u + 1013904223u;
        column[i] = (double)(o->seed >> 8) / (double)(1u << 23) - 1.0;
    }
}

bool lanczos_apply(lanczos_operator* o, const double* from, double* to, int32_t count) {
    SUPPLE_ASSERT(count > 0 && from != to);
    double begin = clock_seconds();
    o->p->multiply(o->p->user, from, to, count, o->p->threads);
    bool sound = o->p->solve(o->p->user, to, count, o->p->threads, o->r);
    o->solves += count;
    o->solve_seconds += clock_seconds() - begin;
    return sound;
}

// ---- an orthonormal block --------------------------------------------------------------

// Small matrices here are stored by columns of `count`, the columns before the first was dropped.
typedef struct block_making {
    lanczos_operator* o;
    const lanczos_basis* basis;
    double *x, *work; // [made][order]
    int32_t count;    // columns there were
    int32_t made;     // and are
    double *along, *gram, *r, *product;
    double* taken;     // [count][size] see lanczos_block
    double* total;     // [count][count]
    double* whole;     // [made] length when a column was first seen; below 0: not seen yet
    double* left;      // [made] length now
    int32_t* attempts; // [made] at a new direction
    uint8_t* blurred;  // [made] of a pass: what is left of it is rounding
} block_making;

static void drop_column(block_making* m, int32_t c) {
    size_t after = (size_t)(--m->made - c), n = (size_t)m->o->p->order;
    memmove(m->x + (size_t)c * n, m->x + (size_t)(c + 1) * n, after * n * sizeof *m->x);
    memmove(m->whole + c, m->whole + c + 1, after * sizeof *m->whole);
    memmove(m->left + c, m->left + c + 1, after * sizeof *m->left);
    memmove(m->attempts + c, m->attempts + c + 1, after * sizeof *m->attempts);
    for (int32_t k = 0; k < m->count; ++k) {
        double* column = m->total + (ptrdiff_t)k * m->count;
        memmove(column + c, column + c + 1, after * sizeof *column);
        column[m->made] = 0.0;
    }
}

// New directions in place of columns that had none of their own; without them where none is left.
static bool replace_lost(block_making* m, bool* changed) {
    *changed = false;
    for (int32_t c = m->made - 1; c >= 0; --c) {
        if (m->left[c] > LANCZOS_BLOCK_LOST * m->whole[c])
            continue;
        *changed = true;
        if (m->attempts[c]++ == ATTEMPTS) {
            drop_column(m, c);
            continue;
        }
        double* x = m->x + (ptrdiff_t)c * m->o->p->order;
        lanczos_noise(m->o, m->work);
        if (!lanczos_apply(m->o, m->work, x, 1))
            return false;
        for (int32_t k = 0; k < m->count; ++k)
            m->total[(ptrdiff_t)k * m->count + c] = 0.0;
        m->whole[c] = -1.0;
    }
    return true;
}

// The Cholesky factor of the Gram matrix, [made][made] by columns. before: [made] squares of lengths
// before the basis was taken out, against which a pivot may have become rounding. Such a column is nothing to take out
// of others, which would grow by rounding over it, each more than the last: the next pass sees it better.
static void factor_gram(block_making* m, const double* before) {
    int32_t w = m->made;
    memset(m->r, 0, (size_t)w * (size_t)w * sizeof *m->r);
    for (int32_t k = 0; k < w; ++k) {
        double *r = m->r + (ptrdiff_t)k * w, square = m->gram[k * w + k];
        for (int32_t i = 0; i < k; ++i) {
            const double* other = m->r + (ptrdiff_t)i * w;
            r[i] = m->blurred[i] ? 0.0
                                 : (m->gram[k * w + i] - cblas_ddot(i, other, 1, r, 1)) / other[i];
            square -= r[i] * r[i];
        }
        double least = PIVOT_LEAST * PIVOT_LEAST * before[k];
        m->blurred[k] = !(square > least);
        square = m->blurred[k] ? least : square;
        r[k] = square > 0.0 ? sqrt(square) : 1.0; // without mass: left is 0
        m->left[k] *= square > 0.0 ? r[k] : 0.0;
    }
}

// Whether a block of unit columns was orthonormal, and orthogonal to the basis, before a pass.
static bool is_clean(const block_making* m) {
    int32_t w = m->made;
    double worst = 0.0;
    for (ptrdiff_t i = 0; i < (ptrdiff_t)w * m->basis->size; ++i)
        worst = fmax(worst, fabs(m->along[i]));
    for (int32_t i = 0; i < w * w; ++i)
        worst = fmax(worst, fabs(m->gram[i] - (i % (w + 1) == 0)));
    return worst <= CLEAN;
}

static void pass(block_making* m, bool* clean) {
    int32_t w = m->made, size = m->basis->size;
    double* before = m->product; // its use ends before the product's begins
    m->o->p->multiply(m->o->p->user, m->x, m->work, w, m->o->p->threads);
    lanczos_basis_along(m->basis, m->work, w, m->along);
    lanczos_dots(m->basis, m->x, m->work, w, m->gram);
    lanczos_basis_subtract(m->basis, m->along, w, m->x);
    *clean = is_clean(m);
    for (int32_t c = 0; c < w; ++c) {
        before[c] = fmax(m->gram[c * w + c], 0.0); // a mass may be only semidefinite
        if (m->whole[c] < 0.0) {
            m->whole[c] = sqrt(before[c]);
            m->left[c] = 1.0;
        }
    }
    if (size > 0) {
        cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, size, m->count, w, 1.0, m->along,
                    size, m->total, m->count, 1.0, m->taken, size);
        cblas_dgemm(CblasColMajor, CblasTrans, CblasNoTrans, w, w, size, -1.0, m->along, size,
                    m->along, size, 1.0, m->gram, w);
    }
    factor_gram(m, before);
    lanczos_divide(m->basis, m->r, w, m->x);
    cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, w, m->count, w, 1.0, m->r, w, m->total,
                m->count, 0.0, m->product, m->count);
    for (int32_t k = 0; k < m->count; ++k)
        memcpy(m->total + (ptrdiff_t)k * m->count, m->product + (ptrdiff_t)k * m->count,
               (size_t)w * sizeof *m->total);
}

bool lanczos_orthonormalise(lanczos_operator* o, const lanczos_basis* basis, double* x,
                            double* work, int32_t count, lanczos_block* out, arena* memory) {
    SUPPLE_ASSERT(count > 0 && x != work && basis->order == o->p->order);
    size_t w = (size_t)count, size = (size_t)basis->size;
    block_making m = {.o = o, .basis = basis, .x = x, .work = work, .count = count, .made = count};
    m.along = ARENA_NEW(memory, double, w* size);
    m.taken = ARENA_NEW(memory, double, w* size);
    m.gram = ARENA_NEW(memory, double, w* w);
    m.r = ARENA_NEW(memory, double, w* w);
    m.product = ARENA_NEW(memory, double, w* w);
    m.total = ARENA_NEW(memory, double, w* w);
    m.whole = ARENA_NEW(memory, double, w);
    m.left = ARENA_NEW(memory, double, w);
    m.attempts = ARENA_NEW(memory, int32_t, w);
    m.blurred = ARENA_NEW(memory, uint8_t, w);
    for (size_t c = 0; c < w; ++c) {
        m.total[c * w + c] = 1.0;
        m.whole[c] = -1.0;
    }
    // A block that runs empty ends by its attempts, each of which takes a few passes of all.
    bool clean = false, changed = false;
    for (int i = 0; i < LANCZOS_BLOCK_PASSES && m.made > 0 && (!clean || changed);
         i = changed ? 0 : i + 1) {
        double begin = clock_seconds();
        pass(&m, &clean);
        o->basis_seconds += clock_seconds() - begin;
        if (!replace_lost(&m, &changed))
            return false;
    }
    if (m.made > 0 && !clean)
        return report_error(o->r, place_none(),
                            "%d columns cannot be made orthogonal to %d: the body is too thin for "
                            "its size, or its mesh or materials differ too much within it",
                            m.made, basis->size);
    *out = (lanczos_block){.count = count, .made = m.made, .taken = m.taken, .total = m.total};
    return true;
}
