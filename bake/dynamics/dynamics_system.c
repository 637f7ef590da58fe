// What must balance at a moment, its matrix, and how far a change may go: forces of all nodes, for the free ones.
// SPDX-License-Identifier: MIT
#include "bake/dynamics/dynamics_data.h"

#include <math.h>

// Of the body's size: velocities that lead further in a step say little about the shape that will be there.
static const double DYNAMICS_SYSTEM_FAR = 0.01;

static const moment_copy* at_time(dynamics* d, double time) {
    if (time >= d->end)
        return &d->after;
    if (time <= d->begin)
        return &d->before;
    moment_copy_between(&d->before, &d->after, (time - d->begin) / (d->end - d->begin),
                        &d->between);
    return &d->between;
}

// Where nodes that are not free stand.
static const double* held_places(dynamics* d, const moment_copy* now) {
    return d->led < 1.0 ? d->held_now : now->held;
}

// Over free nodes.
static double size_of(const dynamics* d, const double* nodes) {
    double sum = 0.0;
    for (int32_t i = 0; i < d->free_count; ++i) {
        vec3 v = dynamics_vec3(nodes, d->node[i]);
        sum += v3_dot(v, v);
    }
    return sqrt(sum);
}

// ---- what must balance ------------------------------------------------------------------

// A^T (M (acceleration in the world - gravity) - f) + M sag, into push; the size of its larger
// part.
static double find_inertia(dynamics* d, const moment_copy* now) {
    int32_t count = d->body.node_count;
    for (int32_t i = 0; i < count; ++i) {
        vec3 a = dynamics_vec3(d->a, i);
        if (now->framed)
            a = moment_acceleration(&now->frames[i],
                                    v3_add(d->body.nodes[i], dynamics_vec3(d->u, i)),
                                    dynamics_vec3(d->v, i), a);
        dynamics_set_vec3(d->field, i, v3_sub(a, d->options.gravity));
    }
    sparse_multiply_axes(&d->body.mass, d->field, d->push, 1, d->body.threads);
    double largest = fmax(size_of(d, d->push), size_of(d, now->force));
    for (int32_t i = 0; i < count; ++i) {
        vec3 f = v3_sub(dynamics_vec3(d->push, i), dynamics_vec3(now->force, i));
        f = now->framed ? moment_back(&now->frames[i], f) : f;
        dynamics_set_vec3(d->push, i, v3_add(f, dynamics_vec3(d->hung, i)));
    }
    return largest;
}

// The matrix of the material's damping, taken where the velocities at the beginning of the step lead to.
static const viscosity* viscous_at(dynamics* d, const moment_copy* now) {
    const newmark* n = &d->stepper;
    double ahead = d->options.newmark.rule == NEWMARK_CONSERVING ? 0.5 * n->h : n->h, fastest = 0.0;
    if (n->h == 0.0) { // no step: where it is
        viscosity_take(&d->viscous, &(energy_place){now, d->u, d->v, 0.0});
        return &d->viscous;
    }
    for (int64_t i = 0; i < n->system.order; ++i)
        fastest = fmax(fastest, fabs(n->v[i]));
    if (ahead * fastest > DYNAMICS_SYSTEM_FAR * d->size)
        ahead = DYNAMICS_SYSTEM_FAR * d->size / fastest;
    dynamics_to_nodes(d, n->u, now->held, d->ahead);
    for (int32_t i = 0; i < d->free_count; ++i)
        for (size_t k = 0; k < 3; ++k)
            d->ahead[3 * (size_t)d->node[i] + k] += ahead * n->v[3 * (size_t)i + k];
    viscosity_take(&d->viscous, &(energy_place){now, d->ahead, d->v, 0.0});
    return &d->viscous;
}

// alpha M v + beta K v, into drag.
static void find_drag(dynamics* d, const moment_copy* now) {
    double alpha = d->options.damping.alpha, beta = d->options.damping.beta;
    sparse_multiply_axes(&d->body.mass, d->v, d->drag, 1, d->body.threads);
    for (size_t i = 0; i < d->order; ++i)
        d->drag[i] *= alpha;
    if (beta == 0.0)
        return;
    if (d->options.damped_by == DYNAMICS_DAMPED_BY_MATERIAL) {
        viscosity_times(viscous_at(d, now), d->v, d->scratch, d->field);
    } else {
        const energy_place here = {now, d->u, d->v, 0.0};
        energy_sum_damped(&d->matrix.terms, &here, ENERGY_TANGENT, d->v, d->scratch, d->field);
    }
    for (size_t i = 0; i < d->order; ++i)
        d->drag[i] += beta * d->field[i];
}

// The slope of the energy, into force. A step that was cut leads held nodes by its own part of their
// way.
static void find_slope(dynamics* d, const moment_copy* now, const double* change_or_null) {
    const energy_place here = {now, d->u, d->v, 0.0};
    if (change_or_null == NULL) {
        energy_sum_force(&d->matrix.terms, &here, NULL, d->scratch, d->force);
        return;
    }
    double part = d->end > d->begin ? d->stepper.h / (d->end - d->begin) : 0.0;
    for (size_t i = 0; i < d->order; ++i)
        d->push[i] = part * (d->after.held[i] - d->before.held[i]);
    dynamics_to_nodes(d, change_or_null, d->push, d->field);
    energy_sum_force(&d->matrix.terms, &here, d->field, d->scratch, d->force);
}

// Into force, for u, v and a of all nodes; the size of its largest term.
double dynamics_find_balance(dynamics* d, const moment_copy* now, const double* change_or_null) {
    find_slope(d, now, change_or_null);
    double largest = fmax(size_of(d, d->force), find_inertia(d, now));
    find_drag(d, now);
    largest = fmax(largest, size_of(d, d->drag));
    for (size_t i = 0; i < d->order; ++i)
        d->force[i] += d->push[i] + d->drag[i];
    return largest;
}

static double left_over(void* user, double time, const double* u, const double* v, const double* a,
                        const double* change_or_null, double* out) {
    dynamics* d = user;
    const moment_copy* now = at_time(d, time);
    dynamics_to_nodes(d, u, held_places(d, now), d->u);
    dynamics_to_nodes(d, v, now->held + d->order, d->v);
    dynamics_to_nodes(d, a, now->held + 2 * d->order, d->a);
    double largest = dynamics_find_balance(d, now, change_or_null), left = size_of(d, d->force);
    dynamics_to_free(d, d->force, out);
    return left == 0.0 ? 0.0 : left / largest;
}

// ---- the matrix of a step ---------------------------------------------------------------

static bool prepare(void* user, double time, const double* u, const double* v,
                    const newmark_parts* p, bool firm, report* r) {
    dynamics* d = user;
    const moment_copy* now = at_time(d, time);
    dynamics_to_nodes(d, u, held_places(d, now), d->u);
    dynamics_to_nodes(d, v, now->held + d->order, d->v);
    double beta = p->damping * d->options.damping.beta;
    bool viscous = beta != 0.0 && d->options.damped_by == DYNAMICS_DAMPED_BY_MATERIAL;
    const step_matrix_parts parts = {.mass = p->mass,
                                     .drag = p->damping * d->options.damping.alpha,
                                     .all = p->stiffness,
                                     .damped = beta,
                                     .which = firm ? ENERGY_FIRM : ENERGY_TANGENT,
                                     .viscous_or_null = viscous ? viscous_at(d, now) : NULL};
    const energy_place here = {now, d->u, d->v,
                               p->stiffness > 0.0 ? p->damping / p->stiffness : 0.0};
    step_matrix_assemble(&d->matrix, &here, &parts);
    return step_matrix_factor(&d->matrix, r);
}

static bool solve(void* user, double* column, report* r) {
    dynamics* d = user;
    return step_matrix_solve(&d->matrix, column, r);
}

// ---- what limits corrections -------------------------------------------------------------

static double limit(void* user, const double* u, const double* change, double rest) {
    dynamics* d = user;
    const double* held = d->leads ? (d->led < 1.0 ? d->held_now : d->held_end) : d->held_begin;
    dynamics_to_nodes(d, u, held, d->u);
    for (size_t i = 0; i < d->order; ++i)
        d->push[i] = d->leads ? rest * (d->held_end[i] - held[i]) : 0.0;
    dynamics_to_nodes(d, change, d->push, d->field);
    return energy_limit(&d->matrix.terms, &(energy_place){.u = d->u}, d->field);
}

static void begin(void* user, double time, const double* u, double h) {
    dynamics* d = user;
    size_t bytes = d->order * sizeof *u;
    memcpy(d->held_end, at_time(d, time + h)->held, bytes);
    const moment_copy* now = at_time(d, time);
    memcpy(d->held_begin, now->held, bytes);
    d->leads = memcmp(d->held_begin, d->held_end, bytes) != 0;
    dynamics_to_nodes(d, u, now->held, d->u);
    energy_begin(&d->matrix.terms, &(energy_place){.now = now, .u = d->u});
}

static bool settle(void* user, double time, const double* u, const double* v, uint8_t* struck) {
    dynamics* d = user;
    const moment_copy* now = at_time(d, time);
    dynamics_to_nodes(d, u, now->held, d->u);
    dynamics_to_nodes(d, v, now->held + d->order, d->v);
    const energy_place here = {.now = now, .u = d->u, .v = d->v};
    bool settled = energy_settle(&d->matrix.terms, &here, d->struck);
    for (int32_t i = 0; i < d->free_count; ++i)
        memset(struck + 3 * (size_t)i, d->struck[d->node[i]], 3);
    return settled;
}

static bool adapt(void* user, double time, const double* u) {
    dynamics* d = user;
    const moment_copy* now = at_time(d, time);
    dynamics_to_nodes(d, u, now->held, d->u);
    return energy_adapt(&d->matrix.terms, &(energy_place){.now = now, .u = d->u});
}

static void give_up(void* user) {
    dynamics* d = user;
    energy_give_up(&d->matrix.terms);
}

static void lead(void* user, double part) {
    dynamics* d = user;
    d->led = d->leads ? part : 1.0;
    for (size_t i = 0; i < d->order && d->led < 1.0; ++i)
        d->held_now[i] = d->held_begin[i] + part * (d->held_end[i] - d->held_begin[i]);
}

static void lead_force(void* user, double time, const double* u, const double* v, double* out) {
    dynamics* d = user;
    const moment_copy* now = at_time(d, time);
    dynamics_to_nodes(d, u, held_places(d, now), d->u);
    dynamics_to_nodes(d, v, now->held + d->order, d->v);
    memset(d->push, 0, d->order * sizeof *d->push);
    for (int32_t i = 0; i < d->body.node_count; ++i)
        for (size_t k = 3 * (size_t)i; k < 3 * (size_t)i + 3 && d->number[i] < 0; ++k)
            d->push[k] = d->held_end[k] - d->held_now[k];
    const energy_place here = {now, d->u, d->v, 0.0};
    energy_sum_times(&d->matrix.terms, &here, ENERGY_FIRM, d->push, d->scratch, d->field);
    for (int32_t i = 0; i < d->free_count; ++i)
        for (size_t k = 0; k < 3; ++k)
            out[3 * (size_t)i + k] += d->field[3 * (size_t)d->node[i] + k];
}

newmark_system dynamics_system(dynamics* d) {
    newmark_system s = {.order = 3 * (int64_t)d->free_count,
                        .user = d,
                        .left = left_over,
                        .prepare = prepare,
                        .solve = solve,
                        .small = d->options.accuracy * d->size};
    if (energy_is_limited(&d->matrix.terms)) {
        s.limit = limit;
        s.begin = begin;
        s.settle = settle;
        s.adapt = adapt;
        s.give_up = give_up;
        s.lead = lead;
        s.lead_force = lead_force;
    }
    return s;
}
