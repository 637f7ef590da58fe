// Making and using a body in motion.
// SPDX-License-Identifier: MIT
#include "bake/dynamics/dynamics.h"

#include "bake/base/assert.h"
#include "bake/dynamics/dynamics_data.h"
#include "bake/mesh/bounds.h"

dynamics_options dynamics_default(void) {
    dynamics_options o = {.newmark = newmark_default(), .accuracy = 1e-11};
    o.newmark.rule = NEWMARK_CONSERVING;
    return o;
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
    double** fields[] = {&d->u,          &d->v,        &d->a,       &d->hung, &d->force,
                         &d->ahead,      &d->field,    &d->push,    &d->drag, &d->scratch,
                         &d->held_begin, &d->held_end, &d->held_now};
    for (size_t i = 0; i < sizeof fields / sizeof *fields; ++i)
        *fields[i] = ARENA_NEW(memory, double, d->order);
    d->remembered = ARENA_NEW(memory, double, (size_t)energy_state_size(&d->matrix.terms) + 1);
    d->struck = ARENA_NEW(memory, uint8_t, (size_t)d->body.node_count);
    moment_copy* moments[] = {&d->before, &d->after, &d->between};
    for (int i = 0; i < 3; ++i)
        *moments[i] = moment_copy_new(d->body.shape_count, d->body.node_count, memory);
    for (int32_t i = 0; i < d->body.node_count; ++i)
        dynamics_set_vec3(d->field, i, d->options.sag);
    sparse_multiply_axes(&d->body.mass, d->field, d->hung, 1, d->body.threads);
}

dynamics* dynamics_make(const dynamics_body* body, const uint8_t* held_or_null,
                        const dynamics_options* o, arena* memory, report* r) {
    SUPPLE_ASSERT(body->term_count > 0 && o->accuracy >= 0.0);
    dynamics* d = ARENA_NEW(memory, dynamics, 1);
    *d =
        (dynamics){.body = *body, .options = *o, .order = 3 * (size_t)body->node_count, .led = 1.0};
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
    if (energy_is_limited(&list) && o->newmark.rule != NEWMARK_BACKWARD) {
        report_error(
            r, place_none(),
            "contact needs steps by backward differences: a barrier is too stiff for a rule that "
            "loses no energy, and half way of a step there may be a crossing");
        return NULL;
    }
    const newmark_system system = dynamics_system(d);
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
    dynamics_to_nodes(d, d->stepper.u, now->held, d->u);
    dynamics_to_nodes(d, d->stepper.v, now->held + d->order, d->v);
    dynamics_to_nodes(d, d->stepper.a, now->held + 2 * d->order, d->a);
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
        dynamics_to_free(d, u_or_null, d->stepper.u);
    if (v_or_null != NULL)
        dynamics_to_free(d, v_or_null, d->stepper.v);
    bool sound = newmark_start(&d->stepper, r);
    show(d, &d->after);
    return sound;
}

bool dynamics_kick(dynamics* d, const moment* now, const double* change, report* r) {
    take_moment(d, now);
    dynamics_to_free(d, change, d->field);
    bool sound = newmark_kick(&d->stepper, d->field, r);
    show(d, &d->after);
    return sound;
}

bool dynamics_step(dynamics* d, const moment* end, double h, report* r) {
    moment_copy_set(&d->after, end);
    d->begin = d->stepper.time;
    d->end = d->begin + h;
    energy_save(&d->matrix.terms, d->remembered);
    bool sound = newmark_step(&d->stepper, h, r);
    if (sound) {
        moment_copy last = d->before;
        d->before = d->after;
        d->after = last;
    } else {
        energy_restore(&d->matrix.terms, d->remembered);
    }
    d->begin = d->end = d->stepper.time;
    show(d, &d->before);
    return sound;
}

int64_t dynamics_state_size(const dynamics* d) {
    return newmark_state_size(&d->stepper) + energy_state_size(&d->matrix.terms);
}

void dynamics_save(dynamics* d, double* state) {
    newmark_save(&d->stepper, state);
    energy_save(&d->matrix.terms, state + newmark_state_size(&d->stepper));
    step_matrix_forget(&d->matrix);
}

void dynamics_restore(dynamics* d, const moment* now, const double* state) {
    newmark_restore(&d->stepper, state);
    energy_restore(&d->matrix.terms, state + newmark_state_size(&d->stepper));
    step_matrix_forget(&d->matrix);
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
    dynamics_find_balance(d, &d->between, NULL);
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

int64_t dynamics_analyses(const dynamics* d) {
    return d->matrix.analyses;
}

step_matrix_cost dynamics_cost(const dynamics* d) {
    return d->matrix.cost;
}
