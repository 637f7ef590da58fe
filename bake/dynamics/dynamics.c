// Forces of all nodes, solved for the free ones.
// SPDX-License-Identifier: MIT
#include "bake/dynamics/dynamics.h"

#include "bake/base/assert.h"
#include "bake/dynamics/step_matrix.h"
#include "bake/mesh/bounds.h"

#include <math.h>
#include <string.h>

// Of the body's size: velocities that lead further in a step say little about the shape that will be there.
static const double FAR = 0.01;

struct dynamics {
    dynamics_body body;
    dynamics_options options;
    size_t order; // 3 * node_count
    double size;  // of the body at rest, m
    int32_t free_count;
    int32_t* number; // [node_count] of free nodes; -1: held, or without mass
    int32_t* node;   // [free_count]
    step_matrix matrix;
    viscosity viscous; // of DYNAMICS_DAMPED_BY_MATERIAL
    newmark stepper;
    double begin, end; // s, of the step
    moment_copy before, after, between;
    double *u, *v, *a;                             // [order]
    double* hung;                                  // [order] M sag
    double* ahead;                                 // [order] where damping is taken
    double *force, *field, *push, *drag, *scratch; // [order]
};

dynamics_options dynamics_default(void) {
    dynamics_options o = {.newmark = newmark_default(), .accuracy = 1e-11};
    o.newmark.rule = NEWMARK_CONSERVING;
    return o;
}

// ---- between free unknowns and nodes ------------------------------------------------------

static const moment_copy* at_time(dynamics* d, double time) {
    if (time >= d->end)
        return &d->after;
    if (time <= d->begin)
        return &d->before;
    moment_copy_between(&d->before, &d->after, (time - d->begin) / (d->end - d->begin),
                        &d->between);
    return &d->between;
}

// held: [order] for nodes that are not free.
static void to_nodes(const dynamics* d, const double* x, const double* held, double* out) {
    for (int32_t i = 0; i < d->body.node_count; ++i)
        memcpy(out + 3 * (size_t)i,
               d->number[i] >= 0 ? x + 3 * (size_t)d->number[i] : held + 3 * (size_t)i,
               3 * sizeof *out);
}

static void to_free(const dynamics* d, const double* nodes, double* out) {
    for (int32_t i = 0; i < d->free_count; ++i)
        memcpy(out + 3 * (size_t)i, nodes + 3 * (size_t)d->node[i], 3 * sizeof *out);
}

static vec3 vec3_at(const double* field, int32_t node) {
    const double* p = field + 3 * (size_t)node;
    return v3(p[0], p[1], p[2]);
}

static void set_vec3(double* field, int32_t node, vec3 v) {
    memcpy(field + 3 * (size_t)node, &v, sizeof v);
}

// Over free nodes.
static double size_of(const dynamics* d, const double* nodes) {
    double sum = 0.0;
    for (int32_t i = 0; i < d->free_count; ++i) {
        vec3 v = vec3_at(nodes, d->node[i]);
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
        vec3 a = vec3_at(d->a, i);
        if (now->framed)
            a = moment_acceleration(&now->frames[i], v3_add(d->body.nodes[i], vec3_at(d->u, i)),
                                    vec3_at(d->v, i), a);
        set_vec3(d->field, i, v3_sub(a, d->options.gravity));
    }
    sparse_multiply_axes(&d->body.mass, d->field, d->push, 1, d->body.threads);
    double largest = fmax(size_of(d, d->push), size_of(d, now->force));
    for (int32_t i = 0; i < count; ++i) {
        vec3 f = v3_sub(vec3_at(d->push, i), vec3_at(now->force, i));
        f = now->framed ? moment_back(&now->frames[i], f) : f;
        set_vec3(d->push, i, v3_add(f, vec3_at(d->hung, i)));
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
    if (ahead * fastest > FAR * d->size)
        ahead = FAR * d->size / fastest;
    to_nodes(d, n->u, now->held, d->ahead);
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
    to_nodes(d, change_or_null, d->push, d->field);
    energy_sum_force(&d->matrix.terms, &here, d->field, d->scratch, d->force);
}

// Into force, for u, v and a of all nodes; the size of its largest term.
static double find_balance(dynamics* d, const moment_copy* now, const double* change_or_null) {
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
    to_nodes(d, u, now->held, d->u);
    to_nodes(d, v, now->held + d->order, d->v);
    to_nodes(d, a, now->held + 2 * d->order, d->a);
    double largest = find_balance(d, now, change_or_null), left = size_of(d, d->force);
    to_free(d, d->force, out);
    return left == 0.0 ? 0.0 : left / largest;
}

// ---- the matrix of a step ---------------------------------------------------------------

static bool prepare(void* user, double time, const double* u, const double* v,
                    const newmark_parts* p, bool firm, report* r) {
    dynamics* d = user;
    const moment_copy* now = at_time(d, time);
    to_nodes(d, u, now->held, d->u);
    to_nodes(d, v, now->held + d->order, d->v);
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

// ---- making ----------------------------------------------------------------------------

static void number_nodes(dynamics* d, const uint8_t* held_or_null, arena* memory) {
    const sparse* mass = &d->body.mass;
    d->number = ARENA_NEW(memory, int32_t, (size_t)mass->rows);
    d->node = ARENA_NEW(memory, int32_t, (size_t)mass->rows);
    for (int32_t i = 0; i < mass->rows; ++i) {
        bool heavy = mass->start[i + 1] > mass->start[i];
        bool free = heavy && (held_or_null == NULL || !held_or_null[i]);
        d->number[i] = free ? d->free_count : -1;
        if (free)
            d->node[d->free_count++] = i;
    }
}

static double diagonal_of(const dynamics_body* b) {
    bounds box = bounds_of(b->nodes, b->node_count);
    return v3_distance(box.low, box.high);
}

static void make_fields(dynamics* d, arena* memory) {
    double** fields[] = {&d->u,     &d->v,     &d->a,    &d->hung, &d->force,
                         &d->ahead, &d->field, &d->push, &d->drag, &d->scratch};
    for (size_t i = 0; i < sizeof fields / sizeof *fields; ++i)
        *fields[i] = ARENA_NEW(memory, double, d->order);
    moment_copy* moments[] = {&d->before, &d->after, &d->between};
    for (int i = 0; i < 3; ++i)
        *moments[i] = moment_copy_new(d->body.shape_count, d->body.node_count, memory);
    for (int32_t i = 0; i < d->body.node_count; ++i)
        set_vec3(d->field, i, d->options.sag);
    sparse_multiply_axes(&d->body.mass, d->field, d->hung, 1, d->body.threads);
}

dynamics* dynamics_make(const dynamics_body* body, const uint8_t* held_or_null,
                        const dynamics_options* o, arena* memory, report* r) {
    SUPPLE_ASSERT(body->term_count > 0 && o->accuracy >= 0.0);
    dynamics* d = ARENA_NEW(memory, dynamics, 1);
    *d = (dynamics){.body = *body, .options = *o, .order = 3 * (size_t)body->node_count};
    d->size = diagonal_of(body);
    number_nodes(d, held_or_null, memory);
    if (d->free_count == 0) {
        report_error(r, place_none(), "nothing is free to move: all nodes of the body are held");
        return NULL;
    }
    energy_term* terms = ARENA_NEW(memory, energy_term, (size_t)body->term_count);
    memcpy(terms, body->terms, (size_t)body->term_count * sizeof *terms);
    const energy_terms list = {body->term_count, terms, body->node_count};
    d->matrix =
        step_matrix_make(&list, &body->mass, d->number, d->free_count, body->threads, memory);
    d->viscous = viscosity_make(&list, body->shape_count, body->threads, memory);
    make_fields(d, memory);
    const newmark_system system = {.order = 3 * (int64_t)d->free_count,
                                   .user = d,
                                   .left = left_over,
                                   .prepare = prepare,
                                   .solve = solve,
                                   .small = o->accuracy * d->size};
    d->stepper = newmark_make(&system, &o->newmark, memory);
    return d;
}

void dynamics_free(dynamics* d_or_null) {
    if (d_or_null == NULL)
        return;
    step_matrix_free(&d_or_null->matrix);
    viscosity_free(&d_or_null->viscous);
}

// ---- use -------------------------------------------------------------------------------

// The state of the stepper on all nodes, as `now` holds the rest.
static void show(dynamics* d, const moment_copy* now) {
    to_nodes(d, d->stepper.u, now->held, d->u);
    to_nodes(d, d->stepper.v, now->held + d->order, d->v);
    to_nodes(d, d->stepper.a, now->held + 2 * d->order, d->a);
}

static void take_moment(dynamics* d, const moment* now) {
    moment_copy_set(&d->before, now);
    moment_copy_set(&d->after, now);
    d->begin = d->end = d->stepper.time;
}

bool dynamics_start(dynamics* d, const moment* now, const double* u_or_null,
                    const double* v_or_null, report* r) {
    take_moment(d, now);
    memset(d->stepper.u, 0, 3 * (size_t)d->free_count * sizeof *d->stepper.u);
    memset(d->stepper.v, 0, 3 * (size_t)d->free_count * sizeof *d->stepper.v);
    if (u_or_null != NULL)
        to_free(d, u_or_null, d->stepper.u);
    if (v_or_null != NULL)
        to_free(d, v_or_null, d->stepper.v);
    bool sound = newmark_start(&d->stepper, r);
    show(d, &d->after);
    return sound;
}

bool dynamics_kick(dynamics* d, const moment* now, const double* change, report* r) {
    take_moment(d, now);
    to_free(d, change, d->field);
    bool sound = newmark_kick(&d->stepper, d->field, r);
    show(d, &d->after);
    return sound;
}

bool dynamics_step(dynamics* d, const moment* end, double h, report* r) {
    moment_copy_set(&d->after, end);
    d->begin = d->stepper.time;
    d->end = d->begin + h;
    bool sound = newmark_step(&d->stepper, h, r);
    if (sound) {
        moment_copy last = d->before;
        d->before = d->after;
        d->after = last;
    }
    d->begin = d->end = d->stepper.time;
    show(d, &d->before);
    return sound;
}

int64_t dynamics_state_size(const dynamics* d) {
    return newmark_state_size(&d->stepper);
}

void dynamics_save(dynamics* d, double* state) {
    newmark_save(&d->stepper, state);
}

void dynamics_restore(dynamics* d, const moment* now, const double* state) {
    newmark_restore(&d->stepper, state);
    take_moment(d, now);
    show(d, &d->after);
}

bool dynamics_rest(dynamics* d, const moment* now, report* r) {
    take_moment(d, now);
    bool sound = newmark_rest(&d->stepper, r);
    show(d, &d->before);
    return sound;
}

void dynamics_balance(dynamics* d, const moment* now, const double* u, const double* v,
                      const double* a, double* left) {
    moment_copy_set(&d->between, now);
    memcpy(d->u, u, d->order * sizeof *u);
    memcpy(d->v, v, d->order * sizeof *v);
    memcpy(d->a, a, d->order * sizeof *a);
    d->stepper.h = 0.0; // no step is under way
    find_balance(d, &d->between, NULL);
    for (size_t i = 0; i < d->order; ++i)
        left[i] = d->number[i / 3] >= 0 ? d->force[i] : 0.0;
    show(d, &d->before);
}

const double* dynamics_u(const dynamics* d) {
    return d->u;
}

const double* dynamics_v(const dynamics* d) {
    return d->v;
}

const double* dynamics_a(const dynamics* d) {
    return d->a;
}

double dynamics_kinetic(const dynamics* d) {
    sparse_multiply_axes(&d->body.mass, d->v, d->push, 1, d->body.threads);
    double sum = 0.0;
    for (size_t i = 0; i < d->order; ++i)
        sum += 0.5 * d->v[i] * d->push[i];
    return sum;
}

double dynamics_potential(const dynamics* d) {
    return energy_sum(&d->matrix.terms, &(energy_place){&d->before, d->u, d->v, 0.0});
}

const sparse* dynamics_mass(const dynamics* d) {
    return &d->body.mass;
}

const newmark* dynamics_stepper(const dynamics* d) {
    return &d->stepper;
}
