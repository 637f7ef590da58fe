// Correct, shorten, and when that fails correct another way.
// SPDX-License-Identifier: MIT
#include "bake/dynamics/newton.h"

#include <math.h>
#include <string.h>

// Shortest part of a correction that is tried: a tangent that is right needs no shorter one. Where corrections are limited
// there is friction, whose force turns round within a thousandth of a correction: there it is as short as it must be.
static const double NEWTON_SHORTEST = 1.0 / 64.0, SHORTEST_LIMITED = 1e-9;

// Where corrections are limited: so many times fewer full ones, and more shortened ones, since each new contact ends one.
enum { FEWER = 2, NEWTON_PATIENCE = 8 };

// Full corrections in a row that may leave more than the least so far. Slender bodies need them:
// bent as the tangent says they are stretched, and only the next correction lets that go.
// Where corrections are limited a full one leads into a strike and not through it: fewer are trusted.
enum { DARES = 12, DARES_LIMITED = 4 };

// Where corrections are limited: how many times more than there was one may leave before it is shortened at once. Cloth that was
// pulled beyond its limit of stretch comes back by a factor of four a correction, each with a matrix of its own.
static const double WILD = 100.0;

// How much steeper than it went down a shortened correction may go up at its end.
static const double UPHILL = 0.8;

// How much less steep than at first it may have become for going on along a firm correction, and how far that goes.
static const double NEWTON_STEEP = 0.5, NEWTON_LONGEST = 32.0;

// Corrections for which a tangent that is refused again and again is not tried, at most.
enum { WAIT_MOST = 3 };

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

// What would be left if that part of the correction were made, into next; infinite when it is no
// number.
static double residual_after(newton* n, const double* x, double part, double* ratio) {
    const newton_problem* p = &n->problem;
    for (int64_t i = 0; i < p->order; ++i)
        n->try[i] = x[i] - part * n->move[i];
    *ratio = p->left(p->user, n->try, n->next);
    double after = norm(n->next, p->order);
    return isfinite(after) ? after : INFINITY;
}

// The part of the correction that may be made.
static double reach(newton* n, const double* x, double part) {
    const newton_problem* p = &n->problem;
    return p->limit_or_null != NULL ? p->limit_or_null(p->user, x, n->move, part) : part;
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

// A search under way.
typedef struct search {
    double left, ratio; // at the place it is: what is left, and that over its largest term
    double least;       // of what was left anywhere
    double fallen,
        most;        // how far energy has fallen by the slopes that were met, and the most of it
    int32_t refused; // tangents in a row
    int32_t wait;    // corrections before the next one is tried
    bool firm;       // the last direction is the firm matrix's
} search;

// By the tangent, or where that is refused by the firm matrix; a body that has been on its way through a buckling for a
// while is asked more and more seldom whether it is through.
static bool fresh_direction(newton* n, const double* x, search* s) {
    if (s->wait > 0)
        --s->wait;
    else if (direction(n, x, true, false)) {
        s->refused = 0;
        s->firm = false;
        return true;
    } else {
        s->wait = s->refused < WAIT_MOST ? s->refused : WAIT_MOST;
        ++s->refused;
    }
    s->firm = true;
    return direction(n, x, true, true);
}

// Goes there, and counts how far that is downhill.
static void arrive(newton* n, double* x, double part, double after, search* s) {
    int64_t order = n->problem.order;
    s->fallen += 0.5 * part * (dot(n->move, n->rest, order) + dot(n->move, n->next, order));
    s->left = after;
    take(n, x);
}

// The firm matrix knows no negative stiffness: out of an unstable place it leads the right way and not far enough. While it
// still goes downhill nearly as steeply as at first, twice as far costs one evaluation of the forces and no matrix.
static double lengthen(newton* n, const double* x, double after, double* part, double* ratio) {
    int64_t order = n->problem.order;
    double slope = dot(n->move, n->rest, order);
    while (*part < NEWTON_LONGEST && dot(n->move, n->next, order) > NEWTON_STEEP * slope) {
        if (reach(n, x, 2.0 * *part) < 2.0 * *part)
            return after;
        double further = residual_after(n, x, 2.0 * *part, ratio);
        if (!(further < INFINITY) || dot(n->move, n->next, order) < 0.0)
            return residual_after(n, x, *part, ratio);
        *part *= 2.0;
        after = further;
    }
    return after;
}

// Along the last direction, from a part of it on as far as it does not go up again much on the other side. False when that is
// nowhere.
static bool shorten(newton* n, double* x, double most, search* s) {
    int64_t order = n->problem.order;
    double slope = dot(n->move, n->rest, order);
    double shortest = n->problem.limit_or_null != NULL ? SHORTEST_LIMITED : NEWTON_SHORTEST;
    for (double part = most; part > 0.0 && part >= shortest * most; part *= 0.5) {
        double after = residual_after(n, x, part, &s->ratio);
        if (after < s->left ||
            (after < INFINITY && dot(n->move, n->next, order) > -UPHILL * slope)) {
            if (s->firm && part == 1.0)
                after = lengthen(n, x, after, &part, &s->ratio);
            arrive(n, x, part, after, s);
            return true;
        }
    }
    return false;
}

// All the way, by the matrix there is if that leaves less, or else by a new one, whatever that leaves; where corrections are
// limited, unless it leaves wildly more. False when there is no way.
static bool leap(newton* n, double* x, bool fresh, search* s) {
    double after = INFINITY, part = 1.0;
    if (!fresh && direction(n, x, false, false) && reach(n, x, 1.0) == 1.0)
        after = residual_after(n, x, 1.0, &s->ratio);
    if (!(after < s->left)) {
        part = fresh_direction(n, x, s) ? reach(n, x, 1.0) : 0.0;
        after = part > 0.0 ? residual_after(n, x, part, &s->ratio) : INFINITY;
        if (n->problem.limit_or_null != NULL && after > WILD * s->left)
            return shorten(n, x, 0.5 * part, s);
        if (s->firm && part == 1.0 && after < INFINITY)
            after = lengthen(n, x, after, &part, &s->ratio);
    }
    if (after < INFINITY)
        arrive(n, x, part, after, s);
    return after < INFINITY;
}

// By the tangent or else the firm matrix, which are both positive definite: so it goes downhill in
// what the forces are the slope of, at least to begin with.
static bool creep(newton* n, double* x, search* s) {
    return fresh_direction(n, x, s) && shorten(n, x, reach(n, x, 1.0), s);
}

// The problem has become another one at x: nothing that was found before counts.
static void begin_anew(newton* n, const double* x, search* s) {
    const newton_problem* p = &n->problem;
    s->ratio = p->left(p->user, x, n->rest);
    s->left = s->least = norm(n->rest, p->order);
    s->fallen = s->most = 0.0;
    remember(n, x);
}

// From the best place so far, which becomes a better one: where less is left, or where energy is lower. Who leaves an
// unstable place goes through ones where more is left, and must not be called back to it.
static bool run(newton* n, double* x, bool careful, search* s) {
    const newton_problem* p = &n->problem;
    const newton_options* o = &n->options;
    bool fresh = !n->ready || o->keep == 0.0;
    s->refused = s->wait = 0;
    s->fallen = s->most;
    bool limited = p->limit_or_null != NULL;
    int32_t most = !limited  ? o->iterations
                   : careful ? NEWTON_PATIENCE * o->iterations
                             : o->iterations / FEWER;
    int32_t trusted = limited ? DARES_LIMITED : DARES;
    for (int32_t i = 0, dares = 0; i < most && dares < trusted; ++i) {
        double before = s->left;
        ++n->counts.corrections;
        bool moved = careful ? creep(n, x, s) : leap(n, x, fresh, s);
        bool slight = largest(n->move, p->order) <= p->small; // rounding hides what is still left
        bool there = slight || (moved && s->ratio <= o->tolerance);
        bool better = moved && (s->left < s->least || s->fallen > s->most);
        s->least = fmin(s->left, s->least);
        s->most = fmax(s->fallen, s->most);
        if (better || there)
            remember(n, x);
        if (there || !moved)
            return there;
        dares = careful || better ? 0 : dares + 1;
        fresh = !(s->left < o->keep * before);
        if (p->adapt_or_null != NULL && p->adapt_or_null(p->user, x)) {
            begin_anew(n, x, s);
            fresh = true;
        }
    }
    return false;
}

bool newton_solve(newton* n, double* x, double* left_or_null) {
    const newton_problem* p = &n->problem;
    search s = {.ratio = p->left(p->user, x, n->rest)};
    s.left = s.least = norm(n->rest, p->order);
    ++n->counts.solves;
    remember(n, x);
    bool there = s.left == 0.0;
    for (int careful = 0; careful < 2 && !there && isfinite(s.least); ++careful) {
        there = run(n, x, careful == 1, &s);
        return_to_best(n, x);
        s.left = norm(n->rest, p->order);
    }
    if (left_or_null != NULL)
        *left_or_null = s.ratio;
    return there;
}
