// Energy of free bodies, bounds of the work on them, and centres that are where they cannot be.
//
// Bounds of work are upper ones, from what every caller can read after a step: contacts with their impulses
// and depths, forces and gaps of joints, and what a body's momentum says of its pins.
// SPDX-License-Identifier: MIT
#include "scenes/world_books.h"

#include "runtime/body/limit.h"
#include "runtime/math/exact.h"
#include "scenes/world_held.h"
#include "scenes/world_overlaps.h"
#include "scenes/world_through.h"
#include "scenes/world_ties.h"

#include <math.h>
#include <string.h>

static vec3 doubles(supple_vec3 v) {
    return v3((double)v.x, (double)v.y, (double)v.z);
}

static vec3 array(const double a[3]) {
    return v3(a[0], a[1], a[2]);
}

static double length(vec3 v) {
    return sqrt(v3_dot(v, v));
}

// On bones or kinematic: it moves as it is told, and does any work.
static bool leads(const run_body* b) {
    return b->driven || b->lifted;
}

// ---- energy ----------------------------------------------------------------------------

// Rigid motion with the inertia of the body as it is deformed, what flesh and spin share, flesh.
static double moving_energy(const supple_body* b) {
    const free_state* f = &b->state->free;
    free_measure m;
    double world[3], w[3] = {0.0, 0.0, 0.0}, sum = 0.0, mass = b->parts[0].asset.record->mass;
    free_measure_now(b, &m);
    free_spin(b, &m, world);
    for (int i = 0; i < 9; ++i) // body axes
        w[i % 3] += f->turn[i / 3][i % 3] * world[i / 3];
    for (int i = 0; i < 3; ++i) {
        sum += 0.5 * mass * f->velocity[i] * f->velocity[i] + w[i] * m.stir[i];
        for (int k = 0; k < 3; ++k)
            sum += 0.5 * w[i] * m.inertia[i][k] * w[k];
    }
    return sum + limit_energy_of(b, 0);
}

double run_body_energy(const supple_body* b) {
    vec3 g = doubles(b->state->options.gravity);
    double mass = b->parts[0].asset.record->mass, scale = supple_body_dynamics(b).gravity_scale;
    return moving_energy(b) - scale * mass * v3_dot(g, array(b->state->free.place));
}

void books_give(world_run* r, double joules) {
    r->m.allowed += joules;
    r->m.put_in += fabs(joules);
}

// Taking back an overlap does the work of its impulse at the recovery speed. Impulses that fight each other
// have any sum, so that it is bounded too by what all bodies have at twice that speed, and lifted by their
// size, and of what is held to the world by what bends its flesh (world_overlaps.c).
static void recover(world_run* r, double joules) {
    r->recovered += joules;
}

static double recovered(const world_run* r) {
    return fmin(r->recovered, r->recovery);
}

// It comes with the motion it has; its height counts when it has fallen.
void books_enter(world_run* r, int32_t body) {
    run_body* b = &r->bodies[body];
    r->m.allowed += run_body_energy(b->body);
    r->m.put_in += moving_energy(b->body);
    b->fallen = 0.0;
    b->centre = array(b->body->state->free.place);
    books_watch(r, body);
}

// ... and leaves with all it has.
void books_leave(world_run* r, int32_t body) {
    run_body* b = &r->bodies[body];
    r->m.allowed -= run_body_energy(b->body);
    r->m.put_in += fmax(0.0, b->fallen);
}

static void work(world_run* r, double joules) {
    r->m.allowed += joules;
    r->m.put_in += joules;
}

// ---- what comes -----------------------------------------------------------------------

// A motor does as much work as its strength and speed allow.
static double motor_work(const world_run* r, const script_joint* j) {
    return j->motor_strength * fabs(j->motor_speed) * r->dt;
}

// The rate of a joint's spring that speeds at the ends of substeps tell of. Places are those of the exact oscillator; a force
// that stays over a substep leaves speeds that are faster by the tangent of half its angle over that.
static double spring_rate(const world_run* r, const script_joint* j) {
    const world_script* s = r->script;
    double longest = fmax(s->dt * (1.0 + s->jitter), s->hitch),
           cuts = fmin(ceil(longest * 240.0), 16.0), h = fmax(1.0 / 240.0, longest / cuts),
           rate = 2.0 * EXACT_PI * j->spring_frequency;
    return tan(0.5 * fmin(rate * h, 2.5)) * 2.0 / h;
}

// What a spring has when it is made, and a soft joint beyond its limits: the mass that it swings is no more than that of both
// bodies, as far from its axis as they are large.
static double spring_energy(const world_run* r, int32_t joint) {
    const script_joint* j = &r->script->joints[joint];
    const run_body *a = &r->bodies[j->body], *b = j->other >= 0 ? &r->bodies[j->other] : a;
    double rate = spring_rate(r, j) * j->spring_target,
           soft = 2.0 * EXACT_PI * j->frequency *
                  (double)supple_world_joint_state(r->world, r->joints[joint]).gap,
           size = 2.0 * fmax(a->size, b->size), mass = fmax(a->mass, b->mass),
           swings = j->kind == SUPPLE_JOINT_HINGE ? mass * size * size : mass;
    return 0.5 * (swings * rate * rate + mass * soft * soft);
}

// A soft joint is a spring, which a teleport stretches: from where it was, gap or spring. What it opens is open before the step.
static void stretch(world_run* r, int32_t body, double displacement) {
    for (int32_t i = 0; i < r->script->joint_count; ++i) {
        const script_joint* j = &r->script->joints[i];
        if (j->body != body && j->other != body)
            continue;
        supple_joint_state now = supple_world_joint_state(r->world, r->joints[i]);
        double rate = fmax(2.0 * EXACT_PI * j->frequency, spring_rate(r, j)),
               far = displacement + r->gaps[i];
        if (j->kind == SUPPLE_JOINT_SLIDER && j->spring_frequency > 0.0)
            far = fmax(far, fabs((double)now.position - j->spring_target));
        books_give(r, 0.5 * r->bodies[body].mass * rate * rate * far * far);
        overlaps_open(r, i, displacement);
        r->gaps[i] = (double)now.gap;
    }
}

void books_watch(world_run* r, int32_t body) {
    run_body* b = &r->bodies[body];
    stretch(r, body, length(v3_sub(array(b->body->state->free.place), b->centre)));
    overlaps_watch(r, body);
    through_watch(r, body);
    through_bodies_watch(r, body);
}

// To the body's own axes.
static vec3 back(const free_state* f, vec3 v) {
    double out[3];
    for (int k = 0; k < 3; ++k)
        out[k] = f->turn[0][k] * v.x + f->turn[1][k] * v.y + f->turn[2][k] * v.z;
    return array(out);
}

// ---- work ------------------------------------------------------------------------------

static run_body* find(world_run* r, const supple_body* body) {
    for (int32_t i = 0; i < r->script->body_count; ++i)
        if (r->bodies[i].body == body)
            return &r->bodies[i];
    return NULL;
}

// The fastest that the collider's surface was at a place in the step.
static double collider_speed(const world_run* r, supple_collider id, vec3 at) {
    for (int32_t i = 0; i < r->script->collider_count; ++i) {
        const script_collider* c = &r->script->colliders[i];
        if (r->colliders[i].index != id.index || r->colliders[i].generation != id.generation)
            continue;
        if (c->rides > 0) {
            const run_body* b = &r->bodies[c->rides - 1];
            const float(*now)[12] = body_palette(b->body),
                  (*was)[12] = body_palette_before(b->body);
            double sum = 0.0; // of the place in the bone's axes, to first order
            for (int k = 0; k < 3; ++k) {
                double d = (double)now[0][4 * k + 3] - (double)was[0][4 * k + 3];
                sum += d * d;
            }
            return 2.0 * sqrt(sum) / r->dt; // the factor is for its turning
        }
        supple_matrix a = collider_pose(r, i, r->time), b = collider_pose(r, i, r->time + r->dt);
        double x[3];
        through_local(&a, at, x);
        vec3 to = v3(0.0, 0.0, 0.0);
        double* out[3] = {&to.x, &to.y, &to.z};
        for (int k = 0; k < 3; ++k)
            *out[k] = (double)b.m[k] * x[0] + (double)b.m[4 + k] * x[1] +
                      (double)b.m[8 + k] * x[2] + (double)b.m[12 + k];
        double moved = length(v3_sub(to, at));
        return moved > 1e-6 * (1.0 + length(at)) * r->dt ? moved / r->dt : 0.0;
    }
    return 0.0;
}

// An upper bound of what a contact did to free bodies.
static void work_of_contact(world_run* r, const supple_contact* c, int32_t substeps) {
    run_body *a = find(r, c->body), *b = find(r, c->other_or_null);
    if (a == NULL || (leads(a) && (b == NULL || leads(b))))
        return;
    double size = b != NULL ? fmin(a->size, b->size) : a->size;
    double impulse = (double)c->impulse, all = impulse + (double)c->slip;
    double depth = fmax(0.0, (double)c->depth), speed = 0.0;
    a->impulses += all;
    if (b != NULL)
        b->impulses += all;
    if (leads(a))
        speed = length(doubles(supple_body_velocity(a->body, c->at)));
    else if (b != NULL && leads(b))
        speed = length(doubles(supple_body_velocity(b->body, c->there)));
    else if (b == NULL)
        speed = collider_speed(r, c->collider, doubles(c->place));
    work(r, all * speed);
    recover(r,
            impulse * fmin(RUN_RECOVERY * fmax(a->size, size), depth * fmax(1, substeps) / r->dt));
    overlaps_note(r, a, b, depth,
                  fmax(held_by_script(r, a, c->collider), held_by_script(r, b, c->collider)));
}

void books_tie(world_run* r, int32_t joint) {
    work(r, spring_energy(r, joint));
    overlaps_open(r, joint, fabs((double)supple_world_joint_state(r->world, r->joints[joint]).gap));
    ties_begin(r, joint);
}

static void work_of_joint(world_run* r, int32_t i) {
    supple_joint_state s = supple_world_joint_state(r->world, r->joints[i]);
    const script_joint* j = &r->script->joints[i];
    if (!s.exists)
        return;
    run_body *a = &r->bodies[j->body], *b = j->other >= 0 ? &r->bodies[j->other] : NULL;
    double impulse = (double)s.force * r->dt;
    double gap = fmax(fabs(r->gaps[i]), fabs((double)s.gap)); // a distance may be too short
    double reeled = ties_reeled_in(r, i, &s);
    a->impulses += impulse;
    if (b != NULL)
        b->impulses += impulse;
    work(r, ties_work(r, i, (double)s.force, (double)s.twist) + motor_work(r, j) + reeled);
    if (!(reeled > 0.0))
        recover(r, impulse * fmin(gap / r->dt, RUN_RECOVERY * a->size));
    r->gaps[i] = (double)s.gap;
}

// Of the point that is pushed, in the body's axes and in the world's, and the spin.
static run_push push_now(const run_body* b) {
    const free_state* f = &b->body->state->free;
    run_push p = b->push;
    free_measure m;
    double w[3];
    free_measure_now(b->body, &m);
    free_spin(b->body, &m, w);
    p.spin = array(w);
    p.arm = v3_sub(doubles(supple_body_position(b->body, p.at)), array(f->place));
    p.flesh = back(f, p.arm);
    memcpy(p.turn, f->turn, sizeof p.turn);
    return p;
}

// By how much a body has turned since `from`, as a rotation vector; by less than pi.
static vec3 turned(const free_state* f, const double from[3][3]) {
    double m[3][3], trace = 0.0;
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k)
            m[i][k] = f->turn[i][0] * from[k][0] + f->turn[i][1] * from[k][1] +
                      f->turn[i][2] * from[k][2];
    for (int i = 0; i < 3; ++i)
        trace += m[i][i];
    vec3 sines = v3(m[2][1] - m[1][2], m[0][2] - m[2][0], m[1][0] - m[0][1]);
    double twice = length(sines);
    return v3_scale(sines, twice > 0.0 ? atan2(twice, trace - 1.0) / twice : 0.0);
}

// A force stays what it is over a step, on the centre, as a twist and on the flesh as the body was turned at
// its beginning: its work is the sum of the three. The twist's is that along the way that the body has turned; of one that
// turns by a radian and more the way is not known, and it is no more than the twist does at the faster end.
static double push_work(const world_run* r, const run_body* b) {
    const free_state* f = &b->body->state->free;
    const run_push *p = &b->push, now = push_now(b);
    vec3 twist = v3_cross(p->arm, p->force);
    double fastest = fmax(length(p->spin), length(now.spin));
    double turning = fastest * r->dt > 1.0 ? fastest * length(twist) * r->dt
                                           : v3_dot(twist, turned(f, (const double(*)[3])p->turn));
    return v3_dot(p->force, v3_sub(array(f->place), b->centre)) + turning +
           v3_dot(p->along, v3_sub(now.flesh, p->flesh));
}

// Pins: what is left of the change of momentum, along the way of their targets. A pin that stands gives
// back at most what it took.
static void work_of_pins(world_run* r, run_body* b) {
    const double* v = b->body->state->free.velocity;
    vec3 gained = v3_sub(v3_scale(array(v), b->mass), b->momentum);
    vec3 weight = v3_scale(r->script->gravity,
                           (double)supple_body_dynamics(b->body).gravity_scale * b->mass * r->dt);
    double impulse = length(v3_sub(gained, weight)) + b->impulses, displacement = 0.0;
    double gap = 0.0;
    for (int32_t k = 0; k < b->pin_count; ++k) {
        run_pin* p = &b->pins[k];
        vec3 at = doubles(supple_body_position(b->body, p->at));
        double force = length(doubles(b->body->pins[p->id.index].force)),
               moved = length(v3_sub(p->target, p->before));
        displacement = fmax(displacement, moved);
        gap = fmax(gap, length(v3_sub(p->target, at)));
        overlaps_drag(r, b, gap);
        if (b->pin_count > 1) // they may stretch it, by forces of which the momentum knows nothing
            work(r, fmax(force, p->force) * moved);
        p->force = force;
    }
    if (b->pin_count > 0) {
        work(r, impulse * displacement / r->dt);
        recover(r, impulse * fmin(gap / r->dt, RUN_RECOVERY * b->size));
    }
    if (b->push.acts)
        books_give(r, push_work(r, b));
}

// ---- a step ----------------------------------------------------------------------------

void books_open(world_run* r) {
    for (int32_t i = 0; i < r->script->body_count; ++i) {
        run_body* b = &r->bodies[i];
        if (!b->in || leads(b))
            continue;
        b->impulses = 0.0;
        b->momentum = v3_scale(array(b->body->state->free.velocity), b->mass);
        b->centre = array(b->body->state->free.place);
        b->push = push_now(b);
        b->push.along = back(&b->body->state->free, b->push.force);
    }
}

// Of some of its surface, m/s.
static double surface_speed(const run_body* b) {
    double speed = 0.0;
    for (uint32_t k = 0; k < 4; ++k) {
        uint32_t v = (k * 7919u) % (uint32_t)b->asset.vertex_count;
        supple_point at = {{v, v, v}, {1.0f, 0.0f, 0.0f}};
        speed = fmax(speed, length(doubles(supple_body_velocity(b->body, at))));
    }
    return speed;
}

// On bones: its flesh is not in the books, but finite, and seen.
static void look_at_driven(world_run* r, const run_body* b) {
    double speed = surface_speed(b);
    r->m.broken |= !isfinite(speed);
    r->m.fastest_driven = fmax(r->m.fastest_driven, speed);
}

static void look_at_body(world_run* r, int32_t i) {
    run_body* b = &r->bodies[i];
    const free_state* f = &b->body->state->free;
    double speed = fmax(length(array(f->velocity)), surface_speed(b));
    r->m.fastest = fmax(r->m.fastest, speed);
    r->m.speed = fmax(r->m.speed, speed);
    double energy = run_body_energy(b->body);
    r->m.broken |= !isfinite(energy) || !isfinite(speed) || !(length(array(f->place)) < 1e9);
    r->m.energy += energy;
    b->fallen += (double)supple_body_dynamics(b->body).gravity_scale * b->mass *
                 v3_dot(r->script->gravity, v3_sub(array(f->place), b->centre));
    b->lowest = fmax(b->lowest, b->fallen);
    r->scale += b->lowest + 0.01 * b->mass * length(r->script->gravity) * b->size;
    if (!b->body->state->asleep)
        ++r->m.awake;
    through_look(r, i);
}

static void count_work(world_run* r) {
    supple_world_counts s = supple_world_stats(r->world);
    run_measures* m = &r->m;
    ++m->frames;
    m->contacts = s.contacts > m->contacts ? s.contacts : m->contacts;
    m->substeps = s.substeps > m->substeps ? s.substeps : m->substeps;
    m->iterations = s.iterations > m->iterations ? s.iterations : m->iterations;
    m->points = fmax(m->points, s.points_tested);
    m->triangles = fmax(m->triangles, s.triangles_tested);
    m->rows = fmax(m->rows, s.rows_swept);
    m->dropped = s.dropped;
    if (s.awake == 0)
        return;
    ++m->awake_frames;
    m->contacts_mean += (s.contacts - m->contacts_mean) / m->awake_frames;
    m->last_awake = r->time + r->dt;
}

void books_close(world_run* r) {
    run_measures* m = &r->m;
    int32_t substeps = supple_world_stats(r->world).substeps;
    int count = supple_world_contacts(r->world, r->contacts, RUN_CONTACTS);
    for (int i = 0; i < count && i < RUN_CONTACTS; ++i)
        if (!(supple_body_asleep(r->contacts[i].body) &&
              (r->contacts[i].other_or_null == NULL ||
               supple_body_asleep(r->contacts[i].other_or_null))))
            work_of_contact(r, &r->contacts[i], substeps);
    for (int32_t i = 0; i < r->script->joint_count; ++i)
        work_of_joint(r, i);
    m->energy = 0.0;
    m->awake = 0;
    m->speed = 0.0;
    r->scale = m->put_in + 1e-12;
    for (int32_t i = 0; i < r->script->body_count; ++i) {
        run_body* b = &r->bodies[i];
        if (b->in && b->driven)
            look_at_driven(r, b);
        if (!b->in || leads(b))
            continue;
        work_of_pins(r, b);
        look_at_body(r, i);
    }
    through_bodies_look(r);
    count_work(r);
    double above = m->energy - m->allowed - recovered(r), scale = r->scale + recovered(r);
    m->gain = fmax(m->gain, above / scale);
    m->peak = fmax(m->peak, m->energy - m->allowed);
    if (above > m->excess) {
        m->excess = above;
        m->excess_time = r->time;
    }
}
