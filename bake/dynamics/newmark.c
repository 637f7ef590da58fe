// The step's end is found by Newton; what does not converge is halved.
// SPDX-License-Identifier: MIT
#include "bake/dynamics/newmark.h"

#include "bake/base/assert.h"

#include <stdio.h>
#include <string.h>

newmark_options newmark_default(void) {
    return (newmark_options){.beta = 0.25, .gamma = 0.5, .newton = newton_default(), .halvings = 6};
}

// ---- one step as a problem for Newton ----------------------------------------------------

// v and a at the step's end if u is x there.
static void follow(newmark* n, const double* x) {
    if (n->options.rule == NEWMARK_CONSERVING) {
        for (int64_t i = 0; i < n->system.order; ++i) {
            n->next_v[i] = 2.0 * (x[i] - n->u[i]) / n->h - n->v[i];
            n->next_a[i] = (n->next_v[i] - n->v[i]) / n->h;
        }
        return;
    }
    double b = n->options.beta, g = n->options.gamma, h = n->h;
    for (int64_t i = 0; i < n->system.order; ++i) {
        double a = n->a[i];
        n->next_a[i] =
            (x[i] - n->u[i]) / (b * h * h) - n->v[i] / (b * h) - (1.0 / (2.0 * b) - 1.0) * a;
        n->next_v[i] = n->v[i] + h * ((1.0 - g) * a + g * n->next_a[i]);
    }
}

// What is left half way of a step that ends at x.
static double left_half_way(newmark* n, const double* x, double* out) {
    follow(n, x);
    for (int64_t i = 0; i < n->system.order; ++i) {
        n->change[i] = x[i] - n->u[i];
        n->middle[i] = n->u[i] + 0.5 * n->change[i];
        n->next_v[i] = n->change[i] / n->h;
    }
    return n->system.left(n->system.user, n->time + 0.5 * n->h, n->middle, n->next_v, n->next_a,
                          n->change, out);
}

static double step_left(void* user, const double* x, double* out) {
    newmark* n = user;
    if (n->options.rule == NEWMARK_CONSERVING && !n->still)
        return left_half_way(n, x, out);
    if (n->still) {
        memset(n->next_v, 0, (size_t)n->system.order * sizeof *n->next_v);
        memset(n->next_a, 0, (size_t)n->system.order * sizeof *n->next_a);
    } else {
        follow(n, x);
    }
    return n->system.left(n->system.user, n->time + n->h, x, n->next_v, n->next_a, NULL, out);
}

static bool step_prepare(void* user, const double* x, bool firm, report* r) {
    newmark* n = user;
    double b = n->options.beta, g = n->options.gamma, h = n->h;
    n->prepared = n->still ? 0.0 : h;
    if (n->still)
        return n->system.prepare(n->system.user, n->time, x, 0.0, 0.0, 1.0, firm, r);
    if (n->options.rule == NEWMARK_CONSERVING) {
        for (int64_t i = 0; i < n->system.order; ++i)
            n->middle[i] = 0.5 * (n->u[i] + x[i]);
        return n->system.prepare(n->system.user, n->time + 0.5 * h, n->middle, 2.0 / (h * h),
                                 1.0 / h, 0.5, firm, r);
    }
    return n->system.prepare(n->system.user, n->time + h, x, 1.0 / (b * h * h), g / (b * h), 1.0,
                             firm, r);
}

static bool step_solve(void* user, double* column, report* r) {
    newmark* n = user;
    return n->system.solve(n->system.user, column, r);
}

newmark newmark_make(const newmark_system* s, const newmark_options* o, arena* memory) {
    SUPPLE_ASSERT(o->beta > 0.0 && o->gamma >= 0.5);
    size_t count = (size_t)s->order;
    newmark n = {.system = *s, .options = *o};
    const newton_problem p = {s->order, NULL, step_left, step_prepare, step_solve, s->small};
    n.newton = newton_make(&p, &o->newton, memory);
    n.u = ARENA_NEW(memory, double, count);
    n.v = ARENA_NEW(memory, double, count);
    n.a = ARENA_NEW(memory, double, count);
    n.x = ARENA_NEW(memory, double, count);
    n.next_v = ARENA_NEW(memory, double, count);
    n.next_a = ARENA_NEW(memory, double, count);
    n.middle = ARENA_NEW(memory, double, count);
    n.change = ARENA_NEW(memory, double, count);
    n.start = ARENA_NEW(memory, double, 3 * count);
    return n;
}

// ---- steps -----------------------------------------------------------------------------

bool newmark_start(newmark* n, report* r) {
    const newmark_system* s = &n->system;
    size_t bytes = (size_t)s->order * sizeof *n->a;
    newton_forget(&n->newton);
    memset(n->a, 0, bytes);
    s->left(s->user, n->time, n->u, n->v, n->a, NULL, n->next_a);
    if (!s->prepare(s->user, n->time, n->u, 1.0, 0.0, 0.0, false, r) ||
        !s->solve(s->user, n->next_a, r))
        return false;
    for (int64_t i = 0; i < s->order; ++i)
        n->a[i] = -n->next_a[i];
    return true;
}

// In u, v and a; false leaves them as they were.
static bool advance(newmark* n, double h, double* left) {
    n->h = h;
    if (n->prepared != h)
        newton_forget(&n->newton);
    n->newton.problem.user = n;
    size_t bytes = (size_t)n->system.order * sizeof *n->x;
    memcpy(n->x, n->u, bytes);
    if (!newton_solve(&n->newton, n->x, left)) {
        newton_forget(&n->newton);
        return false;
    }
    follow(n, n->x);
    memcpy(n->u, n->x, bytes);
    memcpy(n->v, n->next_v, bytes);
    memcpy(n->a, n->next_a, bytes);
    n->time += h;
    ++n->steps;
    return true;
}

static bool advance_in_parts(newmark* n, double h, int32_t halvings, double* left) {
    if (advance(n, h, left))
        return true;
    if (halvings == 0)
        return false;
    ++n->cut;
    bool sound = true;
    for (int half = 0; half < 2 && sound; ++half)
        sound = advance_in_parts(n, 0.5 * h, halvings - 1, left);
    return sound;
}

static bool not_solved(const newmark* n, double left, const char* what, report* r) {
    return report_error(r, place_none(),
                        "the body's motion at %.6g s cannot be found: %s, and forces are still out "
                        "of balance by %.3g of their size; smaller steps, more damping, stiffer "
                        "flesh or slower bones help, and so does a mesh without slivers",
                        n->time, what, left);
}

bool newmark_step(newmark* n, double h, report* r) {
    SUPPLE_ASSERT(h > 0.0);
    size_t count = (size_t)n->system.order, bytes = count * sizeof *n->u;
    double begin = n->time, left = 0.0;
    memcpy(n->start, n->u, bytes);
    memcpy(n->start + count, n->v, bytes);
    memcpy(n->start + 2 * count, n->a, bytes);
    bool done = advance_in_parts(n, h, n->options.halvings, &left);
    n->time = done ? begin + h : begin;
    if (done)
        return true;
    memcpy(n->u, n->start, bytes);
    memcpy(n->v, n->start + count, bytes);
    memcpy(n->a, n->start + 2 * count, bytes);
    char what[80];
    snprintf(what, sizeof what, "a step of %.3g s was cut in half %d times", h,
             n->options.halvings);
    return not_solved(n, left, what, r);
}

bool newmark_rest(newmark* n, report* r) {
    size_t bytes = (size_t)n->system.order * sizeof *n->u;
    double left = 0.0;
    n->newton.problem.user = n;
    n->still = true;
    n->h = 0.0;
    newton_forget(&n->newton);
    memcpy(n->x, n->u, bytes);
    bool there = newton_solve(&n->newton, n->x, &left);
    n->still = false;
    newton_forget(&n->newton);
    if (!there)
        return not_solved(n, left, "it does not come to rest", r);
    memcpy(n->u, n->x, bytes);
    memset(n->v, 0, bytes);
    memset(n->a, 0, bytes);
    return true;
}
