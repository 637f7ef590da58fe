// Forces of all nodes, solved for the free ones.
// SPDX-License-Identifier: MIT
#include "bake/dynamics/dynamics.h"

#include "bake/algebra/factor.h"
#include "bake/fem/assemble.h"

#include <string.h>

// Of the body's size: corrections below it are rounding error.
static const double SMALL = 1e-11;

struct dynamics {
    const elastic* m;
    dynamics_options options;
    size_t order; // 3 * node_count
    int32_t free_count;
    int32_t* number;  // [node_count] of free nodes; -1: held, or of no element
    int32_t* node;    // [free_count]
    sparse mass;      // of node pairs, all nodes
    sparse stiffness; // of all nodes
    sparse matrix;    // of the free ones
    int64_t* source;  // of each of its blocks, the place in `stiffness`
    factor* factor;
    newmark stepper;
    double begin, end; // s, of the step
    moment_copy before, after, between;
    double *u, *v, *a;                   // [order]
    double* hung;                        // [order] M sag
    double *force, *field, *push, *drag; // [order] scratch
};

dynamics_options dynamics_default(void) {
    dynamics_options o = {.newmark = newmark_default()};
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
    for (int32_t i = 0; i < d->m->volume->node_count; ++i)
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
    int32_t count = d->m->volume->node_count;
    for (int32_t i = 0; i < count; ++i) {
        vec3 a = vec3_at(d->a, i);
        if (now->framed)
            a = moment_acceleration(&now->frames[i],
                                    v3_add(d->m->volume->nodes[i], vec3_at(d->u, i)),
                                    vec3_at(d->v, i), a);
        set_vec3(d->field, i, v3_sub(a, d->options.gravity));
    }
    sparse_multiply_axes(&d->mass, d->field, d->push, 1, d->m->threads);
    double largest = fmax(size_of(d, d->push), size_of(d, now->force));
    for (int32_t i = 0; i < count; ++i) {
        vec3 f = v3_sub(vec3_at(d->push, i), vec3_at(now->force, i));
        f = now->framed ? moment_back(&now->frames[i], f) : f;
        set_vec3(d->push, i, v3_add(f, vec3_at(d->hung, i)));
    }
    return largest;
}

// alpha M v + beta K v, into drag.
static void find_drag(dynamics* d, const moment_copy* now) {
    double alpha = d->options.damping.alpha, beta = d->options.damping.beta;
    sparse_multiply_axes(&d->mass, d->v, d->drag, 1, d->m->threads);
    for (size_t i = 0; i < d->order; ++i)
        d->drag[i] *= alpha;
    if (beta == 0.0)
        return;
    elastic_part part =
        d->options.damped_by == DYNAMICS_DAMPED_BY_TANGENT ? ELASTIC_WHOLE : ELASTIC_MATERIAL;
    elastic_stiffness_times(d->m, now->weights, d->u, part, d->v, d->field);
    for (size_t i = 0; i < d->order; ++i)
        d->drag[i] += beta * d->field[i];
}

// Into force. A step that was cut leads held nodes by its own part of their way.
static void find_elastic(dynamics* d, const moment_copy* now, const double* change_or_null) {
    if (change_or_null == NULL) {
        elastic_force(d->m, now->weights, d->u, d->force);
        return;
    }
    double part = d->end > d->begin ? d->stepper.h / (d->end - d->begin) : 0.0;
    for (size_t i = 0; i < d->order; ++i)
        d->push[i] = part * (d->after.held[i] - d->before.held[i]);
    to_nodes(d, change_or_null, d->push, d->field);
    elastic_force_between(d->m, now->weights, d->u, d->field, d->force);
}

// Into force, for u, v and a of all nodes; the size of its largest term.
static double find_balance(dynamics* d, const moment_copy* now, const double* change_or_null) {
    find_elastic(d, now, change_or_null);
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

// A_i^T A_k.
static void carried(const moment_frame* i, const moment_frame* k, double out[9]) {
    for (int a = 0; a < 3; ++a)
        for (int b = 0; b < 3; ++b)
            out[3 * a + b] = i->carry[0][a] * k->carry[0][b] + i->carry[1][a] * k->carry[1][b] +
                             i->carry[2][a] * k->carry[2][b];
}

static bool prepare(void* user, double time, const double* u, double mass, double damping_part,
                    double stiffness, bool firm, report* r) {
    dynamics* d = user;
    const moment_copy* now = at_time(d, time);
    double alpha = damping_part * d->options.damping.alpha;
    double elastic_part_of = stiffness + damping_part * d->options.damping.beta;
    to_nodes(d, u, now->held, d->u);
    if (elastic_part_of != 0.0)
        elastic_stiffness(d->m, now->weights, d->u, firm ? ELASTIC_MATERIAL : ELASTIC_WHOLE,
                          &d->stiffness);
    double square[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    for (int32_t row = 0; row < d->free_count; ++row)
        for (int64_t i = d->matrix.start[row]; i < d->matrix.start[row + 1]; ++i) {
            double m = d->mass.value[d->source[i]], *to = d->matrix.value + 9 * i;
            const double* from = d->stiffness.value + 9 * d->source[i];
            if (now->framed)
                carried(&now->frames[d->node[row]], &now->frames[d->node[d->matrix.column[i]]],
                        square);
            for (int k = 0; k < 9; ++k)
                to[k] = elastic_part_of * from[k] + mass * m * square[k] +
                        (k % 4 == 0 ? alpha * m : 0.0);
        }
    return factor_compute(d->factor, &d->matrix, r);
}

static bool solve(void* user, double* column, report* r) {
    dynamics* d = user;
    return factor_solve(d->factor, column, 1, d->m->threads, r);
}

// ---- making ----------------------------------------------------------------------------

static void number_nodes(dynamics* d, const uint8_t* held_or_null, arena* memory) {
    const tets* t = d->m->volume;
    d->number = ARENA_NEW(memory, int32_t, (size_t)t->node_count);
    d->node = ARENA_NEW(memory, int32_t, (size_t)t->node_count);
    for (int32_t i = 0; i < t->node_count; ++i) {
        bool used = d->m->first[i + 1] > d->m->first[i];
        bool free = used && (held_or_null == NULL || !held_or_null[i]);
        d->number[i] = free ? d->free_count : -1;
        if (free)
            d->node[d->free_count++] = i;
    }
}

typedef struct mass_job {
    const tets* t;
    const double* density;
} mass_job;

static void mass_of(const void* user, int32_t element, double* matrix) {
    const mass_job* j = user;
    vec3 nodes[ELEMENT_WIDTH_MAX];
    element_nodes(j->t, element, nodes);
    element_mass(nodes, j->t->width, j->density[element], ELEMENT_MASS_CONSISTENT, matrix);
}

static void make_matrices(dynamics* d, const double* density, arena* memory) {
    const tets* t = d->m->volume;
    const sparse_mesh mesh = {t->elements, t->tet_count, t->width, t->width, t->node_count};
    const mass_job job = {t, density};
    d->stiffness = elastic_pattern(d->m, memory);
    size_t blocks = (size_t)d->stiffness.start[t->node_count];
    d->mass = d->stiffness; // the pattern is shared, the numbers are its own
    d->mass.block = 1;
    d->mass.value = ARENA_NEW(memory, double, blocks);
    sparse_assemble(&d->mass, &mesh, mass_of, &job, d->m->threads);
    d->matrix = sparse_keep(&d->stiffness, d->number, d->free_count, memory);
    d->source = ARENA_NEW(memory, int64_t, (size_t)d->matrix.start[d->free_count]);
    int64_t count = 0;
    for (int32_t row = 0; row < d->free_count; ++row) {
        int32_t node = d->node[row];
        for (int64_t i = d->stiffness.start[node]; i < d->stiffness.start[node + 1]; ++i)
            if (d->number[d->stiffness.column[i]] >= 0)
                d->source[count++] = i;
    }
}

static double diagonal_of(const tets* t) {
    vec3 low = t->nodes[0], high = t->nodes[0];
    for (int32_t i = 1; i < t->node_count; ++i) {
        low = v3_min(low, t->nodes[i]);
        high = v3_max(high, t->nodes[i]);
    }
    return v3_distance(low, high);
}

static void make_fields(dynamics* d, arena* memory) {
    double** fields[] = {&d->u, &d->v, &d->a, &d->hung, &d->force, &d->field, &d->push, &d->drag};
    for (size_t i = 0; i < sizeof fields / sizeof *fields; ++i)
        *fields[i] = ARENA_NEW(memory, double, d->order);
    moment_copy* moments[] = {&d->before, &d->after, &d->between};
    for (int i = 0; i < 3; ++i)
        *moments[i] = moment_copy_new(d->m->count, d->m->volume->node_count, memory);
    for (int32_t i = 0; i < d->m->volume->node_count; ++i)
        set_vec3(d->field, i, d->options.sag);
    sparse_multiply_axes(&d->mass, d->field, d->hung, 1, d->m->threads);
}

dynamics* dynamics_make(const elastic* m, const double* density, const uint8_t* held_or_null,
                        const dynamics_options* o, arena* memory, report* r) {
    dynamics* d = ARENA_NEW(memory, dynamics, 1);
    elastic* own = ARENA_NEW(memory, elastic, 1);
    *own = *m;
    *d = (dynamics){.m = own, .options = *o, .order = 3 * (size_t)m->volume->node_count};
    number_nodes(d, held_or_null, memory);
    if (d->free_count == 0) {
        report_error(r, place_none(), "nothing is free to move: all nodes of the body are held");
        return NULL;
    }
    make_matrices(d, density, memory);
    make_fields(d, memory);
    d->factor = factor_analyse(&d->matrix, r);
    if (d->factor == NULL)
        return NULL;
    const newmark_system system = {.order = 3 * (int64_t)d->free_count,
                                   .user = d,
                                   .left = left_over,
                                   .prepare = prepare,
                                   .solve = solve,
                                   .small = SMALL * diagonal_of(m->volume)};
    d->stepper = newmark_make(&system, &o->newmark, memory);
    return d;
}

void dynamics_free(dynamics* d_or_null) {
    if (d_or_null != NULL)
        factor_free(d_or_null->factor);
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
    sparse_multiply_axes(&d->mass, d->v, d->push, 1, d->m->threads);
    double sum = 0.0;
    for (size_t i = 0; i < d->order; ++i)
        sum += 0.5 * d->v[i] * d->push[i];
    return sum;
}

double dynamics_elastic(const dynamics* d) {
    return elastic_energy(d->m, d->before.weights, d->u);
}

const elastic* dynamics_body(const dynamics* d) {
    return d->m;
}

const sparse* dynamics_mass(const dynamics* d) {
    return &d->mass;
}

const newmark* dynamics_stepper(const dynamics* d) {
    return &d->stepper;
}
