// Correct, shorten, and when that fails correct another way.
// SPDX-License-Identifier: MIT
#include "bake/dynamics/newton.h"

#include <math.h>
#include <string.h>

// Shortest part of a correction that is tried: a tangent that is right needs no shorter one.
static const double SHORTEST = 1.0 / 64.0;

// Full corrections in a row that may leave more than the least so far. Slender bodies need them:
// bent as the tangent says they are stretched, and only the next correction lets that go.
enum { DARES = 12 };

// Corrections by the firm matrix alone after a tangent that was refused.
enum { TRUCE = 3 };

// How much steeper than it went down a shortened correction may go up at its end.
static const double UPHILL = 0.8;

newton_options newton_default(void) {
    return (newton_options){.tolerance = 1e-10, .iterations = 30, .keep = 0.25};
}

newton newton_make(const newton_problem* p, const newton_options* o, arena* memory) {
    newton n = {.problem = *p, .options = *o};
    n.rest = ARENA_NEW(memory, double, (size_t)p->order);
    n.move = ARENA_NEW(memory, double, (size_t)p->order);
    n.next = ARENA_NEW(memory, double, (size_t)p->order);
    n.try = ARENA_NEW(memory, double, (size_t)p->order);
    n.best = ARENA_NEW(memory, double, 2 * (size_t)p->order);
    return n;
}

void newton_forget(newton* n) {
    n->ready = false;
}

static double norm(const double* x, int64_t count) {
    double sum = 0.0;
    for (int64_t i = 0; i < count; ++i)
        sum += x[i] * x[i];
    return sqrt(sum);
}

static double dot(const double* x, const double* y, int64_t count) {
    double sum = 0.0;
    for (int64_t i = 0; i < count; ++i)
        sum += x[i] * y[i];
    return sum;
}

static double largest(const double* x, int64_t count) {
    double most = 0.0;
    for (int64_t i = 0; i < count; ++i)
        most = fmax(most, fabs(x[i]));
    return most;
}

// Solves for a correction of what is left at x, into move.
static bool direction(newton* n, const double* x, bool fresh, bool firm) {
    arena* scratch = arena_create();
    report own = report_new(scratch); // a refusal is not the end
    const newton_problem* p = &n->problem;
    bool sound = true;
    if (fresh) {
        ++n->counts.matrices;
        n->counts.firm += firm;
        n->ready = sound = p->prepare(p->user, x, firm, &own);
    }
    memcpy(n->move, n->rest, (size_t)p->order * sizeof *n->move);
    sound = sound && p->solve(p->user, n->move, &own);
    arena_destroy(scratch);
    return sound;
}

// By the tangent here, or the firm matrix where that is refused or was a short time ago.
static bool fresh_direction(newton* n, const double* x) {
    if (n->refusals == 0 && direction(n, x, true, false))
        return true;
    n->refusals = n->refusals == 0 ? TRUCE : n->refusals - 1;
    return direction(n, x, true, true);
}

// What would be left if that part of the correction were made, into next; infinite when it is no
// number.
static double look(newton* n, const double* x, double part, double* ratio) {
    const newton_problem* p = &n->problem;
    for (int64_t i = 0; i < p->order; ++i)
        n->try[i] = x[i] - part * n->move[i];
    *ratio = p->left(p->user, n->try, n->next);
    double after = norm(n->next, p->order);
    return isfinite(after) ? after : INFINITY;
}

static void take(newton* n, double* x) {
    size_t bytes = (size_t)n->problem.order * sizeof *x;
    memcpy(x, n->try, bytes);
    memcpy(n->rest, n->next, bytes);
}

static void remember(newton* n, const double* x) {
    size_t order = (size_t)n->problem.order;
    memcpy(n->best, x, order * sizeof *x);
    memcpy(n->best + order, n->rest, order * sizeof *x);
}

static void return_to_best(newton* n, double* x) {
    size_t order = (size_t)n->problem.order;
    memcpy(x, n->best, order * sizeof *x);
    memcpy(n->rest, n->best + order, order * sizeof *x);
}

// All the way, by the matrix there is if that leaves less, or else by the tangent here, whatever
// that leaves. How much is left; infinite when there is no way.
static double leap(newton* n, double* x, bool fresh, double before, double* ratio) {
    double after = INFINITY;
    if (!fresh && direction(n, x, false, false))
        after = look(n, x, 1.0, ratio);
    if (!(after < before)) {
        after = fresh_direction(n, x) ? look(n, x, 1.0, ratio) : INFINITY;
    }
    if (after < INFINITY)
        take(n, x);
    return after;
}

// By the tangent or else the firm matrix, which are both positive definite: so it goes downhill in
// what the forces are the slope of, at least to begin with. As far as it does not go up again much
// on the other side. How much is left; infinite when that is nowhere.
static double creep(newton* n, double* x, double* ratio) {
    if (!fresh_direction(n, x))
        return INFINITY;
    int64_t order = n->problem.order;
    double slope = dot(n->move, n->rest, order), before = norm(n->rest, order);
    for (double part = 1.0; part >= SHORTEST; part *= 0.5) {
        double after = look(n, x, part, ratio);
        if (after < before ||
            (after < INFINITY && dot(n->move, n->next, order) > -UPHILL * slope)) {
            take(n, x);
            return after;
        }
    }
    return INFINITY;
}

// From the best place so far, which becomes a better one.
static bool run(newton* n, double* x, bool careful, double* best, double* ratio) {
    const newton_problem* p = &n->problem;
    const newton_options* o = &n->options;
    bool fresh = !n->ready || o->keep == 0.0;
    double before = *best;
    for (int32_t i = 0, dares = 0; i < o->iterations && dares < DARES; ++i) {
        ++n->counts.corrections;
        double after = careful ? creep(n, x, ratio) : leap(n, x, fresh, before, ratio);
        bool slight = largest(n->move, p->order) <= p->small; // rounding hides what is still left
        bool there = slight || (after < INFINITY && *ratio <= o->tolerance);
        if (after < *best || there) {
            *best = after;
            remember(n, x);
        }
        if (there || !(after < INFINITY))
            return there;
        dares = careful || after <= *best ? 0 : dares + 1;
        fresh = !(after < o->keep * before);
        before = after;
    }
    return false;
}

bool newton_solve(newton* n, double* x, double* left_or_null) {
    const newton_problem* p = &n->problem;
    double ratio = p->left(p->user, x, n->rest), best = norm(n->rest, p->order);
    ++n->counts.solves;
    n->refusals = 0;
    remember(n, x);
    bool there = best == 0.0;
    for (int careful = 0; careful < 2 && !there && isfinite(best); ++careful) {
        there = run(n, x, careful == 1, &best, &ratio);
        return_to_best(n, x);
    }
    if (left_or_null != NULL)
        *left_or_null = ratio;
    return there;
}
