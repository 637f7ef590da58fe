// Correct, shorten, and when that fails correct another way.
// SPDX-License-Identifier: MIT
#include "bake/dynamics/newton.h"

#include <math.h>
#include <string.h>

// Shortest part of a correction that is tried: a tangent that is right needs no shorter one.
static const double SHORTEST = 1.0 / 64.0;

newton_options newton_default(void) {
    return (newton_options){.tolerance = 1e-10, .iterations = 30, .keep = 0.25};
}

newton newton_make(const newton_problem* p, const newton_options* o, arena* memory) {
    newton n = {.problem = *p, .options = *o};
    n.rest = ARENA_NEW(memory, double, (size_t)p->order);
    n.move = ARENA_NEW(memory, double, (size_t)p->order);
    n.next = ARENA_NEW(memory, double, (size_t)p->order);
    n.try = ARENA_NEW(memory, double, (size_t)p->order);
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

static double largest(const double* x, int64_t count) {
    double most = 0.0;
    for (int64_t i = 0; i < count; ++i)
        most = fmax(most, fabs(x[i]));
    return most;
}

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

// Goes along the direction as far as less is left, at most all the way; false when nowhere. before: how much
// was left, in units of force.
static bool go(newton* n, double* x, double before, double* ratio) {
    const newton_problem* p = &n->problem;
    size_t bytes = (size_t)p->order * sizeof *x;
    for (double part = 1.0; part >= SHORTEST; part *= 0.5) {
        for (int64_t i = 0; i < p->order; ++i)
            n->try[i] = x[i] - part * n->move[i];
        *ratio = p->left(p->user, n->try, n->next);
        bool there = *ratio <= n->options.tolerance;
        if (there || norm(n->next, p->order) < before) { // false for what is not finite
            memcpy(x, n->try, bytes);
            memcpy(n->rest, n->next, bytes);
            return true;
        }
    }
    return false;
}

// One correction of whichever kind works: with the matrix there is, with the tangent here, with the
// firm one.
static bool correct(newton* n, double* x, bool fresh, double before, double* ratio) {
    ++n->counts.corrections;
    if (!fresh && direction(n, x, false, false) && go(n, x, before, ratio))
        return true;
    if (direction(n, x, true, false) && go(n, x, before, ratio))
        return true;
    return direction(n, x, true, true) && go(n, x, before, ratio);
}

bool newton_solve(newton* n, double* x, double* left_or_null) {
    const newton_problem* p = &n->problem;
    double ratio = p->left(p->user, x, n->rest), before = norm(n->rest, p->order);
    bool there = before == 0.0, fresh = !n->ready || n->options.keep == 0.0;
    ++n->counts.solves;
    for (int32_t i = 0; i < n->options.iterations && !there && isfinite(before); ++i) {
        if (!correct(n, x, fresh, before, &ratio)) {
            // rounding hides what is left once corrections are too small to matter
            there = largest(n->move, p->order) <= p->small;
            break;
        }
        double after = norm(n->rest, p->order);
        there = ratio <= n->options.tolerance || largest(n->move, p->order) <= p->small;
        fresh = !(after < n->options.keep * before);
        before = after;
    }
    if (left_or_null != NULL)
        *left_or_null = ratio;
    return there;
}
