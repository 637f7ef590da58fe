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

// Ratio of steps beyond which a formula of two of them is not stable; 1 + sqrt 2 in theory.
static const double LARGEST_RATIO = 2.4;

// Weights of this step's change and of the last one's, over h: the derivative at the end of a parabola
// through three places (BDF2), or of a line where there are but two (backward Euler).
typedef struct backward {
    double now, last;
} backward;

static backward backward_of(const newmark* n) {
    double ratio = n->last_h > 0.0 ? n->h / n->last_h : 0.0;
    if (ratio > LARGEST_RATIO)
        ratio = 0.0;
    return (backward){(1.0 + 2.0 * ratio) / (1.0 + ratio) / n->h,
                      ratio * ratio / (1.0 + ratio) / n->h};
}

static void follow_backward(newmark* n, const double* x) {
    backward w = backward_of(n);
    for (int64_t i = 0; i < n->system.order; ++i) {
        n->next_v[i] = w.now * (x[i] - n->u[i]) - w.last * (n->u[i] - n->last_u[i]);
        n->next_a[i] = w.now * (n->next_v[i] - n->v[i]) - w.last * (n->v[i] - n->last_v[i]);
    }
}

// v and a at the step's end if u is x there.
static void follow(newmark* n, const double* x) {
    if (n->options.rule == NEWMARK_BACKWARD) {
        follow_backward(n, x);
        return;
    }
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

// Where forces must balance if the step ends at x: half way in conserving steps, or at the end.
typedef struct balance {
    double time;
    const double *u, *change_or_null; // v and a are next_v and next_a
} balance;

static balance balance_of(newmark* n, const double* x) {
    if (n->still) {
        memset(n->next_v, 0, (size_t)n->system.order * sizeof *n->next_v);
        for (int64_t i = 0; i < n->system.order; ++i)
            n->next_a[i] = n->h > 0.0 ? (x[i] - n->u[i]) / (n->h * n->h) : 0.0;
        return (balance){n->time, x, NULL};
    }
    follow(n, x);
    if (n->options.rule != NEWMARK_CONSERVING)
        return (balance){n->time + n->h, x, NULL};
    for (int64_t i = 0; i < n->system.order; ++i) {
        n->change[i] = x[i] - n->u[i];
        n->middle[i] = n->u[i] + 0.5 * n->change[i];
        n->next_v[i] = n->change[i] / n->h;
    }
    return (balance){n->time + 0.5 * n->h, n->middle, n->change};
}

double newmark_step_left(void* user, const double* x, double* out) {
    newmark* n = user;
    balance b = balance_of(n, x);
    return n->system.left(n->system.user, b.time, b.u, n->next_v, n->next_a, b.change_or_null, out);
}

// How a, v and u where forces balance grow with u at the step's end.
static newmark_parts parts_of(const newmark* n) {
    double h = n->h, b = n->options.beta, rate = n->still ? 0.0 : backward_of(n).now;
    if (n->still)
        return (newmark_parts){h > 0.0 ? 1.0 / (h * h) : 0.0, 0.0, 1.0};
    if (n->options.rule == NEWMARK_CONSERVING)
        return (newmark_parts){2.0 / (h * h), 1.0 / h, 0.5};
    if (n->options.rule == NEWMARK_BACKWARD)
        return (newmark_parts){rate * rate, rate, 1.0};
    return (newmark_parts){1.0 / (b * h * h), n->options.gamma / (b * h), 1.0};
}

bool newmark_step_prepare(void* user, const double* x, bool firm, report* r) {
    newmark* n = user;
    balance b = balance_of(n, x);
    newmark_parts parts = parts_of(n);
    n->prepared = parts.damping;
    return n->system.prepare(n->system.user, b.time, b.u, n->next_v, &parts, firm, r);
}

static bool step_solve(void* user, double* column, report* r) {
    newmark* n = user;
    return n->system.solve(n->system.user, column, r);
}

static double step_limit(void* user, const double* x, const double* move, double part) {
    newmark* n = user;
    for (int64_t i = 0; i < n->system.order; ++i)
        n->change[i] = -part * move[i];
    return part * n->system.limit(n->system.user, x, n->change, 0.0);
}

static bool step_adapt(void* user, const double* x) {
    newmark* n = user;
    return n->system.adapt(n->system.user, n->time + n->h, x);
}

newmark newmark_make(const newmark_system* s, const newmark_options* o, arena* memory) {
    SUPPLE_ASSERT(o->beta > 0.0 && o->gamma >= 0.5);
    size_t count = (size_t)s->order;
    newmark n = {.system = *s, .options = *o};
    const newton_problem p = {.order = s->order,
                              .left = newmark_step_left,
                              .prepare = newmark_step_prepare,
                              .solve = step_solve,
                              .small = s->small,
                              .limit_or_null = s->limit != NULL ? step_limit : NULL,
                              .adapt_or_null = s->adapt != NULL ? step_adapt : NULL};
    n.newton = newton_make(&p, &o->newton, memory);
    n.u = ARENA_NEW(memory, double, count);
    n.v = ARENA_NEW(memory, double, count);
    n.a = ARENA_NEW(memory, double, count);
    n.x = ARENA_NEW(memory, double, count);
    n.next_v = ARENA_NEW(memory, double, count);
    n.next_a = ARENA_NEW(memory, double, count);
    n.middle = ARENA_NEW(memory, double, count);
    n.change = ARENA_NEW(memory, double, count);
    n.last_u = ARENA_NEW(memory, double, count);
    n.last_v = ARENA_NEW(memory, double, count);
    n.start = ARENA_NEW(memory, double, 5 * count);
    n.struck = ARENA_NEW(memory, uint8_t, count);
    return n;
}

// ---- steps -----------------------------------------------------------------------------

// Seconds that a body sinks to its rest: the first step of it, and one after which it is as good as there. Steps, at most.
static const double FIRST_SINK = 1.0 / 60.0, LAST_SINK = 100.0;
enum { SINKS = 30 };

bool newmark_start(newmark* n, report* r) {
    const newmark_system* s = &n->system;
    size_t bytes = (size_t)s->order * sizeof *n->a;
    newton_forget(&n->newton);
    n->last_h = n->h = 0.0;
    memset(n->a, 0, bytes);
    s->left(s->user, n->time, n->u, n->v, n->a, NULL, n->next_a);
    if (!s->prepare(s->user, n->time, n->u, n->v, &(newmark_parts){.mass = 1.0}, false, r) ||
        !s->solve(s->user, n->next_a, r))
        return false;
    for (int64_t i = 0; i < s->order; ++i)
        n->a[i] = -n->next_a[i];
    return true;
}

bool newmark_kick(newmark* n, const double* change, report* r) {
    for (int64_t i = 0; i < n->system.order; ++i) {
        n->v[i] += change[i];
        n->last_v[i] += change[i]; // as if it had always gone so fast
        n->last_u[i] -= n->last_h * change[i];
    }
    return n->options.rule != NEWMARK_END || newmark_start(n, r);
}

// From x, which is u, to the end of the step; again while a term takes anew what it took from the beginning.
static bool solve_step(newmark* n, double* left) {
    const newmark_system* s = &n->system;
    if (s->limit == NULL)
        return newton_solve(&n->newton, n->x, left);
    s->begin(s->user, n->time, n->u, n->h);
    if (!newmark_lead(n, n->x))
        return false;
    while (newton_solve(&n->newton, n->x, left)) {
        follow(n, n->x);
        if (s->settle(s->user, n->time + n->h, n->x, n->next_v, n->struck))
            return true;
        newton_forget(&n->newton);
    }
    return false;
}

// Whoever was struck has lost its velocity within the step: differences with places before it would throw it back with half
// of what it had. It goes on as fast as it went on the mean, and the formula begins anew.
static bool take_blows(newmark* n) {
    bool any = false;
    for (int64_t i = 0; i < n->system.order; ++i)
        if (n->struck[i]) {
            n->next_v[i] = (n->x[i] - n->u[i]) / n->h;
            any = true;
        }
    return any;
}

// In u, v and a; false leaves them as they were.
static bool advance(newmark* n, double h, double* left) {
    n->h = h;
    if (n->prepared != parts_of(n).damping)
        newton_forget(&n->newton);
    n->newton.problem.user = n;
    size_t bytes = (size_t)n->system.order * sizeof *n->x;
    memcpy(n->x, n->u, bytes);
    if (!solve_step(n, left)) {
        newton_forget(&n->newton);
        if (n->system.give_up != NULL)
            n->system.give_up(n->system.user);
        return false;
    }
    follow(n, n->x);
    memcpy(n->last_u, n->u, bytes);
    memcpy(n->last_v, n->v, bytes);
    n->last_h = take_blows(n) ? 0.0 : h;
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

enum { STATE_FIELDS = 5, STATE_NUMBERS = 2 }; // time and last_h beside what has an order

static void state_fields(const newmark* n, double* fields[STATE_FIELDS]) {
    double* const all[STATE_FIELDS] = {n->u, n->v, n->a, n->last_u, n->last_v};
    memcpy(fields, all, sizeof all);
}

bool newmark_step(newmark* n, double h, report* r) {
    SUPPLE_ASSERT(h > 0.0);
    size_t count = (size_t)n->system.order, bytes = count * sizeof *n->u;
    double begin = n->time, last = n->last_h, left = 0.0;
    double* kept[STATE_FIELDS];
    state_fields(n, kept);
    for (size_t i = 0; i < STATE_FIELDS; ++i)
        memcpy(n->start + i * count, kept[i], bytes);
    bool done = advance_in_parts(n, h, n->options.halvings, &left);
    n->time = done ? begin + h : begin;
    if (done)
        return true;
    for (size_t i = 0; i < STATE_FIELDS; ++i)
        memcpy(kept[i], n->start + i * count, bytes);
    n->last_h = last;
    char what[80];
    snprintf(what, sizeof what, "a step of %.3g s was cut in half %d times", h,
             n->options.halvings);
    return not_solved(n, left, what, r);
}

int64_t newmark_state_size(const newmark* n) {
    return STATE_NUMBERS + STATE_FIELDS * n->system.order;
}

void newmark_save(newmark* n, double* state) {
    double* fields[STATE_FIELDS];
    state_fields(n, fields);
    state[0] = n->time;
    state[1] = n->last_h;
    for (int64_t i = 0; i < STATE_FIELDS; ++i)
        memcpy(state + STATE_NUMBERS + i * n->system.order, fields[i],
               (size_t)n->system.order * sizeof *state);
    newton_forget(&n->newton);
}

void newmark_restore(newmark* n, const double* state) {
    double* fields[STATE_FIELDS];
    state_fields(n, fields);
    n->time = state[0];
    n->last_h = state[1];
    for (int64_t i = 0; i < STATE_FIELDS; ++i)
        memcpy(fields[i], state + STATE_NUMBERS + i * n->system.order,
               (size_t)n->system.order * sizeof *state);
    newton_forget(&n->newton);
}

// From u, into x: where everything is at rest, or, with h above 0, where a body that starts from u without velocity is held
// back by its mass for so long.
static bool settle(newmark* n, double h, double* left) {
    n->h = h;
    newton_forget(&n->newton);
    memcpy(n->x, n->u, (size_t)n->system.order * sizeof *n->u);
    return newton_solve(&n->newton, n->x, left);
}

// Sinks to where it rests, in steps that begin without velocity and grow: each is backward Euler's, which goes downhill from
// wherever it is. A sheet that hangs in its plane resists being pushed across it by next to nothing, and Newton's method
// alone would throw it anywhere.
static bool sink(newmark* n, double* left) {
    double h = FIRST_SINK;
    for (int32_t i = 0; i < SINKS; ++i) {
        bool there = settle(n, h, left);
        if (there)
            memcpy(n->u, n->x, (size_t)n->system.order * sizeof *n->u);
        h *= there ? 2.0 : 0.25;
        if (there && h > LAST_SINK && settle(n, 0.0, left))
            return true;
    }
    return false;
}

bool newmark_rest(newmark* n, report* r) {
    size_t bytes = (size_t)n->system.order * sizeof *n->u;
    double left = 0.0;
    n->newton.problem.user = n;
    n->still = true;
    n->last_h = 0.0;
    if (n->system.begin != NULL)
        n->system.begin(n->system.user, n->time, n->u, 0.0);
    memcpy(n->start, n->u, bytes);
    bool there = settle(n, 0.0, &left) || sink(n, &left);
    n->still = false;
    n->h = 0.0;
    newton_forget(&n->newton);
    if (!there) {
        memcpy(n->u, n->start, bytes);
        return not_solved(n, left, "it does not come to rest", r);
    }
    memcpy(n->u, n->x, bytes);
    memset(n->v, 0, bytes);
    memset(n->a, 0, bytes);
    return true;
}
