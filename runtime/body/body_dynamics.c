// Dynamics of a body: what callers set and ask, forces at the centre, waking and sleeping.
//
// All of it is in the body's state, because it decides how the body moves on. A kinematic body is a free one with an infinite
// mass for everybody who asks (free_inverse_inertia, world_rows.c): nothing else knows of it, and switching changes no
// velocity.
// SPDX-License-Identifier: MIT
#include "runtime/body/body_dynamics.h"

#include "runtime/body/point.h"

#include <string.h>

static bool between(float x, float least, float most) {
    return x >= least && x <= most;
}

static bool is_unset_or_above(float x) {
    return x == SUPPLE_UNSET || between(x, 0.0f, 1e6f);
}

static bool is_sound(const supple_dynamics* d) {
    return between(d->gravity_scale, -1e6f, 1e6f) && between(d->linear_drag, 0.0f, 1e6f) &&
           between(d->angular_drag, 0.0f, 1e6f) && is_unset_or_above(d->friction) &&
           between(d->restitution, 0.0f, 1.0f) && is_unset_or_above(d->rolling);
}

bool body_dynamics_fit(const void* dynamics) {
    supple_dynamics d;
    uint8_t kinematic, may_sleep; // as bytes: a bool that is neither 0 nor 1 may not be read
    memcpy(&d, dynamics, sizeof d);
    memcpy(&kinematic, (const char*)dynamics + offsetof(supple_dynamics, kinematic), 1);
    memcpy(&may_sleep, (const char*)dynamics + offsetof(supple_dynamics, may_sleep), 1);
    return kinematic <= 1 && may_sleep <= 1 && is_sound(&d);
}

// Member by member: equal states have equal bytes then, padding too.
static void keep(supple_body* b, const supple_dynamics* d) {
    supple_dynamics* to = &b->state->dynamics;
    to->gravity_scale = d->gravity_scale;
    to->linear_drag = d->linear_drag;
    to->angular_drag = d->angular_drag;
    to->friction = d->friction;
    to->restitution = d->restitution;
    to->rolling = d->rolling;
    to->kinematic = d->kinematic;
    to->may_sleep = d->may_sleep;
}

void body_dynamics_start(supple_body* b) {
    supple_dynamics d = supple_dynamics_default();
    keep(b, &d);
    b->state->filter = supple_filter_default();
}

void body_dynamics_sleep(supple_body* b) {
    b->state->asleep = 1;
    memset(b->v, 0, sizeof(float) * (size_t)b->padded);
    memcpy(b->amount_before, b->amount, sizeof(float) * (size_t)b->padded);
    memset(b->state->free.velocity, 0, sizeof b->state->free.velocity);
    memset(b->state->free.momentum, 0, sizeof b->state->free.momentum);
    memset(b->state->free.kinematic_motion, 0, sizeof b->state->free.kinematic_motion);
}

// It goes on as it moves.
static void set_kinematic_motion(supple_body* b) {
    free_state* f = &b->state->free;
    free_measure m;
    free_measure_now(b, &m);
    memcpy(f->kinematic_motion[0], f->velocity, sizeof f->velocity);
    free_spin(b, &m, f->kinematic_motion[1]);
}

// ---- public ----------------------------------------------------------------------------

void supple_body_set_user(supple_body* body, void* user_or_null) {
    body->user = user_or_null;
}

void* supple_body_user(const supple_body* body) {
    return body->user;
}

supple_filter supple_filter_default(void) {
    return (supple_filter){1, UINT32_MAX, 0};
}

supple_filter supple_body_filter(const supple_body* body) {
    return body->state->filter;
}

void supple_body_set_part_contacts(supple_body* body, int part, bool has) {
    if (part < 0 || part >= body->part_count) {
        ++body->state->rejected;
        return;
    }
    uint32_t bit = (uint32_t)1 << part % 32, *bits = &body->state->no_contacts[part / 32];
    *bits = has ? *bits & ~bit : *bits | bit;
    body_wake(body);
}

bool supple_body_part_contacts(const supple_body* body, int part) {
    return part >= 0 && part < body->part_count &&
           (body->state->no_contacts[part / 32] >> part % 32 & 1) == 0;
}

supple_dynamics supple_dynamics_default(void) {
    return (supple_dynamics){.gravity_scale = 1.0f,
                             .friction = SUPPLE_UNSET,
                             .rolling = SUPPLE_UNSET,
                             .may_sleep = true};
}

supple_dynamics supple_body_dynamics(const supple_body* body) {
    return body->state->dynamics;
}

void supple_body_set_dynamics(supple_body* body, const supple_dynamics* dynamics) {
    if (!is_sound(dynamics) || (dynamics->kinematic && !body->free)) {
        ++body->state->rejected;
        return;
    }
    if (dynamics->kinematic && !body->state->dynamics.kinematic)
        set_kinematic_motion(body);
    keep(body, dynamics);
    body_wake(body);
}

void supple_body_wake(supple_body* body) {
    body_wake(body);
}

void supple_body_sleep(supple_body* body) {
    body_dynamics_sleep(body);
}

static bool refuse(const supple_body* b, supple_vec3 a, supple_vec3 c) {
    bool refused = !b->free || !point_is_number(a) || !point_is_number(c);
    b->state->rejected += refused;
    return refused;
}

void supple_body_force_centre(supple_body* body, supple_vec3 force, supple_vec3 torque) {
    if (refuse(body, force, torque))
        return;
    free_push(body, (const double[3]){force.x, force.y, force.z},
              (const double[3]){torque.x, torque.y, torque.z});
    body_wake(body);
}

void supple_body_impulse_centre(supple_body* body, supple_vec3 impulse, supple_vec3 angular) {
    static const double at[3] = {0.0, 0.0, 0.0};
    if (refuse(body, impulse, angular))
        return;
    const double turn[3] = {angular.x, angular.y, angular.z};
    free_kick(body, (const double[3]){impulse.x, impulse.y, impulse.z}, at);
    for (int k = 0; k < 3 && !free_is_kinematic(body); ++k)
        body->state->free.momentum[k] = free_bounded(body->state->free.momentum[k] + turn[k]);
    body_wake(body);
}
