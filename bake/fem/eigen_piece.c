// Values of rigid motion come out as rounding about 0, far below any elastic one, and are set to it: a mode with a
// value of -1e-10 would grow without end.
// SPDX-License-Identifier: MIT
#include "bake/fem/eigen_piece.h"

#include "bake/algebra/eigen_bases.h"
#include "bake/base/assert.h"
#include "bake/base/clock.h"

#include <math.h>

static const double EIGEN_PIECE_THIN = 1e-4;  // of the shift, when that one was too large
static const double EIGEN_PIECE_RIGID = 1e-6; // of the shift: below, a value is zero
static const double GOOD = 1e-6;              // residual of a mode that nothing is said about
static const double FAIR = 1e-3;              // and of one that is still handed out

enum { EIGEN_PIECE_BLOCK = 8, RIGID_OF_A_PIECE = 6 };

static void set_values(const eigen_pairs* pairs, eigen_piece* p) {
    p->found = pairs->found;
    p->vectors = pairs->vectors;
    p->values = pairs->values;
    for (int32_t e = 0; e < p->found; ++e)
        if (fabs(p->values[e]) < -EIGEN_PIECE_RIGID * p->shift)
            p->values[e] = 0.0;
}

// Groups of equal values get their one basis; what was handed out beyond the count is needed here.
static void make_bases(eigen_piece* p, int32_t order) {
    for (int32_t first = 0, end; first < p->found; first = end) {
        for (end = first + 1; end < p->found; ++end)
            if (p->values[end] - p->values[end - 1] > EIGEN_SAME * (p->values[end] - p->shift))
                break;
        eigen_bases(p->vectors + (ptrdiff_t)first * order, end - first, order);
    }
}

static double residual(const eigen_piece* p, int32_t e, const double* kx, const double* mx,
                       size_t n) {
    double rest = 0.0, size = 0.0;
    for (size_t i = 0; i < n; ++i) {
        double d = kx[i] - p->values[e] * mx[i], w = (p->values[e] - p->shift) * mx[i];
        rest += d * d;
        size += w * w;
    }
    return sqrt(rest / size);
}

// Writes residuals; returns which is the worst: one that is no number, if there is.
static int32_t find_residuals(const eigen_problem* q, eigen_piece* p) {
    size_t n = (size_t)q->order;
    arena* scratch = arena_create();
    double *kx = ARENA_NEW(scratch, double, EIGEN_PIECE_BLOCK*n),
           *mx = ARENA_NEW(scratch, double, EIGEN_PIECE_BLOCK*n);
    int32_t worst = 0;
    for (int32_t first = 0; first < p->found; first += EIGEN_PIECE_BLOCK) {
        int32_t some = p->found - first < EIGEN_PIECE_BLOCK ? p->found - first : EIGEN_PIECE_BLOCK;
        const double* x = p->vectors + (size_t)first * n;
        q->stiffness.multiply(q->stiffness.user, x, kx, some, q->threads);
        q->mass.multiply(q->mass.user, x, mx, some, q->threads);
        for (int32_t c = 0; c < some; ++c) {
            int32_t e = first + c;
            p->residuals[e] = residual(p, e, kx + (size_t)c * n, mx + (size_t)c * n, n);
            worst = p->residuals[e] <= p->residuals[worst] ? worst : e;
        }
    }
    arena_destroy(scratch);
    return worst;
}

static bool check_modes(const eigen_problem* q, eigen_piece* p, arena* memory, report* r) {
    p->residuals = ARENA_NEW(memory, double, (size_t)p->found);
    int32_t worst = find_residuals(q, p), rigid = 0;
    for (int32_t e = 0; e < p->found; ++e)
        rigid += p->values[e] == 0.0;
    bool judged = q->accuracy == 0.0; // by residuals
    if (judged && p->found > 0 && !(p->residuals[worst] <= FAIR))
        return report_error(r, place_none(),
                            "mode %d has a residual of %g, more than %g: the body is too thin for "
                            "its size, or its mesh or materials differ too much within it",
                            worst + 1, p->residuals[worst], FAIR);
    if (judged && p->found > 0 && p->residuals[worst] > GOOD)
        report_note(r, place_none(),
                    "mode %d is known only to %.1g of its value: the body is thin for its size, or "
                    "its mesh or materials differ much within it",
                    worst + 1, p->residuals[worst]);
    if (q->shift < 0.0 && rigid < RIGID_OF_A_PIECE && rigid < p->found)
        return report_error(
            r, place_none(),
            "only %d of the six rigid motions of a free piece were found: it is too "
            "thin for its size, or its mesh or materials differ too much within it",
            rigid);
    return true;
}

// An engine may be anybody's: fewer modes than wanted, or in no order, would pass for those of a softer body.
static bool check_pairs(const eigen_problem* q, const eigen_engine* engine, const eigen_piece* p,
                        report* r) {
    if (q->below == 0.0 && p->found < q->count)
        return report_error(r, place_none(), "the engine \"%s\" found %d modes of %d", engine->name,
                            p->found, q->count);
    for (int32_t e = 1; e < p->found; ++e)
        if (p->values[e] < p->values[e - 1] - q->same * (p->values[e] - p->shift))
            return report_error(r, place_none(),
                                "mode %d of the engine \"%s\" is below the one before it", e + 1,
                                engine->name);
    return true;
}

// A free body that is thin for its size has its lowest modes far nearer to 0 than the shift, which then
// tells them apart too little: a smaller shift does, with fewer digits for the rigid motions.
static bool find_pairs(const eigen_problem* p, const eigen_engine* engine, eigen_pairs* pairs,
                       double* shift, eigen_cost* cost, arena* memory, report* r) {
    *shift = p->shift;
    if (p->shift == 0.0)
        return engine->lowest(engine->user, p, pairs, cost, memory, r);
    arena* scratch = arena_create();
    report quiet = report_new(scratch);
    bool sound = engine->lowest(engine->user, p, pairs, cost, memory, &quiet);
    arena_destroy(scratch);
    if (sound)
        return true;
    eigen_problem thin = *p;
    *shift = thin.shift = p->shift * EIGEN_PIECE_THIN;
    return engine->lowest(engine->user, &thin, pairs, cost, memory, r);
}

bool eigen_piece_solve(const eigen_problem* p, const eigen_engine* engine, eigen_piece* out,
                       eigen_cost* cost, arena* memory, report* r) {
    SUPPLE_ASSERT(p->order > 0 && p->count > 0 && p->count <= p->order && p->shift <= 0.0);
    SUPPLE_ASSERT(p->stiffness.multiply != NULL && p->mass.multiply != NULL && p->threads >= 0);
    SUPPLE_ASSERT(p->below >= 0.0 && p->same >= 0.0 && p->tolerance > 0.0);
    eigen_pairs pairs = {0};
    if (!find_pairs(p, engine, &pairs, &out->shift, cost, memory, r))
        return false;
    SUPPLE_ASSERT(pairs.found >= 0 && pairs.found <= p->order);
    double begin = clock_seconds();
    set_values(&pairs, out);
    if (!check_pairs(p, engine, out, r))
        return false;
    make_bases(out, p->order);
    bool sound = check_modes(p, out, memory, r);
    cost->check_seconds += clock_seconds() - begin;
    return sound;
}
