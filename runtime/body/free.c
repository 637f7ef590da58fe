// Rigid motion of free bodies: what moves them, steps along a parabola, and what users ask and set.
// SPDX-License-Identifier: MIT
#include "runtime/body/free.h"

#include "runtime/base/assert.h"
#include "runtime/body/drive.h"
#include "runtime/body/frame.h"
#include "runtime/body/point.h"
#include "runtime/body/spin.h"
#include "runtime/math/exact.h"
#include "runtime/math/vec3d.h"

#include <math.h>
#include <string.h>

static double bounded_speed(double x) {
    const double fastest = 1e9;
    return x < fastest ? x > -fastest ? x : -fastest : fastest;
}

static bool spins(const supple_body* b) {
    return b->state->options.spin && b->parts[0].asset.coupling_or_null != NULL;
}

// ---- what others ask -------------------------------------------------------------------

bool free_is(const supple_body* b) {
    return b->free;
}

void free_inverse_inertia(const supple_body* b, const free_measure* m, double inverse[3][3]) {
    SUPPLE_ASSERT(b->free);
    const double(*r)[3] = (const double(*)[3])b->state->free.turn;
    if (free_is_kinematic(b)) {
        memset(inverse, 0, sizeof(double[3][3]));
        return;
    }
    double half[3][3]; // r inverse
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k)
            half[i][k] = r[i][0] * m->inverse[0][k] + r[i][1] * m->inverse[1][k] +
                         r[i][2] * m->inverse[2][k];
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k <= i; ++k)
            inverse[i][k] = inverse[k][i] =
                half[i][0] * r[k][0] + half[i][1] * r[k][1] + half[i][2] * r[k][2];
}

void free_arm(const supple_body* b, const double bind[3], double arm[3]) {
    SUPPLE_ASSERT(b->free);
    const format_part* part = b->parts[0].asset.record;
    double x[3];
    for (int k = 0; k < 3; ++k)
        x[k] = (double)b->asset.metres * bind[k] - (double)part->centre[k];
    times3(b->state->free.turn, x, arm);
}

void free_kick(supple_body* b, const double impulse[3], const double arm[3]) {
    SUPPLE_ASSERT(b->free);
    free_state* f = &b->state->free;
    double turned[3];
    if (free_is_kinematic(b))
        return;
    cross3(arm, impulse, turned);
    for (int k = 0; k < 3; ++k) {
        double speed = impulse[k] / (double)b->parts[0].asset.record->mass;
        f->velocity[k] = bounded_speed(f->velocity[k] + speed);
        f->momentum[k] = free_bounded(f->momentum[k] + turned[k]);
    }
}

void free_push(supple_body* b, const double force[3], const double torque[3]) {
    SUPPLE_ASSERT(b->free);
    free_state* f = &b->state->free;
    for (int k = 0; k < 3; ++k) {
        f->push[k] = free_bounded(f->push[k] + force[k]);
        f->twist[k] = free_bounded(f->twist[k] + torque[k]);
    }
}

void free_fall(const supple_body* b, double acceleration[3]) {
    SUPPLE_ASSERT(b->free);
    const supple_body_options* o = &b->state->options;
    const double g[3] = {o->gravity.x, o->gravity.y, o->gravity.z};
    double mass = b->parts[0].asset.record->mass, scale = b->state->dynamics.gravity_scale;
    for (int k = 0; k < 3; ++k)
        acceleration[k] = free_is_kinematic(b) ? 0.0
                                               : g[k] * scale * (double)o->world_metres +
                                                     b->state->free.push[k] / mass + b->drag[0][k];
}

void free_torque(const supple_body* b, double torque[3]) {
    SUPPLE_ASSERT(b->free);
    for (int k = 0; k < 3; ++k)
        torque[k] = free_is_kinematic(b) ? 0.0 : b->state->free.twist[k] + b->drag[1][k];
}

// v' = a - c v has v(h) = e^(-c h) v + a (1 - e^(-c h)) / c: what it lacks of v + h a is the drag's, over h.
static double drag_of(double drag, double speed, double push, double h) {
    double lost = -exact_expm1(-drag * h); // 1 - e^(-c h)
    return ((push / drag - speed) * lost - h * push) / h;
}

void free_find_drag(supple_body* b, double h) {
    SUPPLE_ASSERT(b->free && h > 0.0);
    const supple_dynamics* d = &b->state->dynamics;
    const free_state* f = &b->state->free;
    double fall[3], torque[3];
    memset(b->drag, 0, sizeof b->drag);
    if (!(d->linear_drag > 0.0f) && !(d->angular_drag > 0.0f))
        return;
    free_fall(b, fall);
    free_torque(b, torque);
    for (int k = 0; k < 3; ++k) {
        if (d->linear_drag > 0.0f)
            b->drag[0][k] = drag_of((double)d->linear_drag, f->velocity[k], fall[k], h);
        if (d->angular_drag > 0.0f)
            b->drag[1][k] = drag_of((double)d->angular_drag, f->momentum[k], torque[k], h);
    }
}

bool free_is_pushed(const supple_body* b) {
    const free_state* f = &b->state->free;
    return b->free && (dot3(f->push, f->push) > 0.0 || dot3(f->twist, f->twist) > 0.0);
}

bool free_is_kinematic(const supple_body* b) {
    return b->free && b->state->dynamics.kinematic;
}

// The momentum that goes with a spin, world axes.
static void spin_as(supple_body* b, const double spin[3]) {
    free_state* f = &b->state->free;
    free_measure m;
    double w[3], own[3];
    free_measure_now(b, &m);
    times3_transposed(f->turn, spin, w);
    times3(m.inertia, w, own);
    for (int k = 0; k < 3; ++k)
        own[k] += m.stir[k];
    times3(f->turn, own, f->momentum);
    for (int k = 0; k < 3; ++k)
        f->momentum[k] = free_bounded(f->momentum[k]);
}

void free_keep_kinematic(supple_body* b) {
    if (!free_is_kinematic(b))
        return;
    spin_as(b, b->state->free.kinematic_motion[1]);
    memcpy(b->state->free.velocity, b->state->free.kinematic_motion[0],
           sizeof b->state->free.velocity);
}

// ---- a step ----------------------------------------------------------------------------

void free_show(supple_body* b) {
    SUPPLE_ASSERT(b->free);
    const free_state* f = &b->state->free;
    const float* centre = b->parts[0].asset.record->centre;
    double unit = 1.0 / (double)b->state->options.world_metres;
    float(*rows)[12] = b->rows[b->state->now];
    for (int i = 0; i < 3; ++i) {
        double origin = f->place[i];
        for (int k = 0; k < 3; ++k) {
            rows[0][4 * i + k] = (float)(f->turn[i][k] * ((double)b->asset.metres * unit));
            origin -= f->turn[i][k] * (double)centre[k];
        }
        rows[0][4 * i + 3] = (float)(origin * unit);
    }
    for (int32_t bone = 1; bone < b->bone_count; ++bone)
        memcpy(rows[bone], rows[0], sizeof rows[0]);
}

void free_start(supple_body* b) {
    SUPPLE_ASSERT(b->free && b->part_count == 1);
    free_state* f = &b->state->free;
    *f = (free_state){.turn = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}}};
    for (int k = 0; k < 3; ++k)
        f->place[k] = (double)b->parts[0].asset.record->centre[k];
    free_show(b);
    for (int k = 0; k < 3; ++k)
        if (k != b->state->now)
            memcpy(b->rows[k], b->rows[b->state->now], sizeof(float[12]) * (size_t)b->bone_count);
}

// Spin far below the rate at which the flesh vibrates does nothing to it that could be seen, and finding
// that costs the square of the coordinates.
static bool is_slow(const supple_body* b, const double spin[3]) {
    double least = INFINITY;
    for (int32_t i = 0; i < b->active[0]; ++i)
        least = (double)b->lambda[i] < least ? (double)b->lambda[i] : least;
    return spin[0] * spin[0] + spin[1] * spin[1] + spin[2] * spin[2] < 2.5e-4 * least;
}

// The spin in the middle of a step, from those at its beginning and at the beginning of the step before, in the body's axes. A body
// that turns by a radian and more between them has nutated by any angle: the line through both then tells a direction, but
// its length would be up to twice the spin, and throw flesh outwards by four times the force. It is cut to the longer of both.
static void foresee_spin(const free_state* f, const double now[3], double before_dt, double dt,
                         double middle[3]) {
    double least = sqrt(dot3(now, now)), most = sqrt(dot3(f->spin, f->spin));
    most = f->spun && most > least ? most : least;
    for (int k = 0; k < 3; ++k) {
        double rate = f->spun ? (now[k] - f->spin[k]) / before_dt : 0.0;
        middle[k] = now[k] + 0.5 * dt * rate;
    }
    double length = sqrt(dot3(middle, middle));
    for (int k = 0; k < 3 && most * before_dt > 1.0 && length > most; ++k)
        middle[k] *= most / length;
}

void free_begin_step(supple_body* b, double dt) {
    SUPPLE_ASSERT(b->free && dt > 0.0);
    body_state* s = b->state;
    int32_t next = (s->now + 1) % 3;
    memcpy(b->rows[next], b->rows[s->now], sizeof(float[12]) * (size_t)b->bone_count);
    s->now = next;
    s->driven = 0;
    s->dt[2] = s->dt[1], s->dt[1] = s->dt[0], s->dt[0] = (float)dt;
    memset(b->shake_now, 0, sizeof(float) * (size_t)b->padded);
    memset(b->load, 0, sizeof(float) * (size_t)b->padded);
    memset(b->drag, 0, sizeof b->drag);
    b->spins[0].on = false;
    free_measure_now(b, &b->measured);
    if (!spins(b))
        return;
    double spin[3], w[3], turning[3];
    free_spin(b, &b->measured, spin);
    if (is_slow(b, spin)) {
        s->free.spun = 0;
        return;
    }
    times3_transposed(s->free.turn, spin, w);
    double middle[3];
    foresee_spin(&s->free, w, (double)s->dt[1], dt, middle);
    for (int k = 0; k < 3; ++k) {
        turning[k] = s->free.spun ? middle[k] - s->free.felt[k] : 0.0;
        s->free.spin[k] = w[k];
        s->free.felt[k] = w[k] = middle[k];
    }
    s->free.spun = 1;
    // what a contact does to the spin at once is not what turns displaced flesh
    double jump = sqrt(turning[0] * turning[0] + turning[1] * turning[1] + turning[2] * turning[2]);
    double most = 0.25 * sqrt((double)b->lambda[0]);
    for (int k = 0; k < 3 && jump > most; ++k)
        turning[k] *= most / jump;
    spin_set(b, 0, w, turning);
    drive_turn(b, b->spins[0].w);
}

static void fall_for(free_state* f, const double a[3], const double torque[3], double h) {
    for (int k = 0; k < 3; ++k) {
        f->place[k] = free_bounded(f->place[k] + h * (f->velocity[k] + 0.5 * h * a[k]));
        f->velocity[k] = bounded_speed(f->velocity[k] + h * a[k]);
        f->momentum[k] = free_bounded(f->momentum[k] + 0.5 * h * torque[k]);
    }
}

// By exactly the spin that it keeps: the turn of a body whose inertia is 1 about every axis.
static void turn_steadily(free_state* f, double h) {
    static const free_measure unit = {.inverse = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    double momentum[3];
    memcpy(momentum, f->momentum, sizeof momentum);
    memcpy(f->momentum, f->kinematic_motion[1], sizeof momentum);
    free_turn(f, &unit, h);
    memcpy(f->momentum, momentum, sizeof momentum);
}

void free_predict(const supple_body* b, double h, free_state* out) {
    SUPPLE_ASSERT(b->free && h >= 0.0);
    double a[3], torque[3];
    free_fall(b, a);
    free_torque(b, torque);
    *out = b->state->free;
    fall_for(out, a, torque, h);
    if (free_is_kinematic(b))
        turn_steadily(out, h);
    else
        free_turn(out, &b->measured, h);
}

// Along a line, turning evenly, whatever its flesh does.
static void advance_steadily(supple_body* b, double h) {
    static const double none[3] = {0.0, 0.0, 0.0};
    free_keep_kinematic(b);
    fall_for(&b->state->free, none, none, h);
    turn_steadily(&b->state->free, h);
    free_keep_kinematic(b);
    free_show(b);
}

void free_advance(supple_body* b, double h) {
    SUPPLE_ASSERT(b->free && h > 0.0);
    free_state* f = &b->state->free;
    double a[3], torque[3];
    if (free_is_kinematic(b)) {
        advance_steadily(b, h);
        return;
    }
    free_fall(b, a);
    free_torque(b, torque);
    fall_for(f, a, torque, h);
    free_measure m = b->measured;
    if (spins(b) && !pin_holds(b)) { // what is held goes where free_predict said
        free_measure_now(b, &m);
        b->step.is_measured = true;
        b->step.after = m;
        for (int i = 0; i < 9; ++i)
            m.inverse[i / 3][i % 3] =
                0.5 * (m.inverse[i / 3][i % 3] + b->measured.inverse[i / 3][i % 3]);
        for (int k = 0; k < 3; ++k)
            m.stir[k] = 0.5 * (m.stir[k] + b->measured.stir[k]);
    }
    free_turn(f, &m, h);
    for (int k = 0; k < 3; ++k)
        f->momentum[k] += 0.5 * h * torque[k];
    free_show(b);
}

void free_end_step(supple_body* b) {
    SUPPLE_ASSERT(b->free);
    free_state* f = &b->state->free;
    for (int k = 0; k < 3; ++k) { // contacts and joints had the last word
        f->velocity[k] = bounded_speed(f->velocity[k]);
        f->momentum[k] = free_bounded(f->momentum[k]);
    }
    free_keep_kinematic(b);
    memset(b->state->free.push, 0, sizeof b->state->free.push);
    memset(b->state->free.twist, 0, sizeof b->state->free.twist);
}

// ---- public ----------------------------------------------------------------------------

void free_set_spin(supple_body* b, const double spin[3]) {
    SUPPLE_ASSERT(free_is(b));
    spin_as(b, spin);
}

supple_motion supple_body_motion(const supple_body* body) {
    supple_motion out = {.pose = body_matrix(body_palette(body)[0])};
    if (!free_is(body))
        return out;
    free_measure m;
    double spin[3], unit = 1.0 / (double)body->state->options.world_metres;
    free_measure_now(body, &m);
    free_spin(body, &m, spin);
    const double* v = body->state->free.velocity;
    out.velocity = (supple_vec3){(float)(v[0] * unit), (float)(v[1] * unit), (float)(v[2] * unit)};
    out.spin = (supple_vec3){(float)spin[0], (float)spin[1], (float)spin[2]};
    return out;
}

void supple_body_set_motion(supple_body* body, const supple_motion* motion) {
    if (!free_is(body)) {
        ++body->state->rejected; // most likely options.free was forgotten
        return;
    }
    double m[3][3], turn[3][3], origin[3];
    bool sound = point_is_number(motion->velocity) && point_is_number(motion->spin);
    for (int i = 0; i < 3; ++i) {
        for (int k = 0; k < 3; ++k)
            m[i][k] = motion->pose.m[4 * k + i];
        origin[i] = motion->pose.m[12 + i];
    }
    for (int k = 0; k < 16; ++k)
        sound = sound && (k % 4 == 3 || fabsf(motion->pose.m[k]) <= POINT_FARTHEST);
    sound = sound && frame_orthogonal((const double(*)[3])m, turn);
    double mirror[3];
    if (sound) {
        cross3(turn[0], turn[1], mirror);
        sound = mirror[0] * turn[2][0] + mirror[1] * turn[2][1] + mirror[2] * turn[2][2] > 0.0;
    }
    if (!sound) {
        ++body->state->rejected;
        return;
    }
    free_state* f = &body->state->free;
    const float* c = body->parts[0].asset.record->centre;
    const double unit = body->state->options.world_metres, centre[3] = {c[0], c[1], c[2]};
    const double v[3] = {motion->velocity.x, motion->velocity.y, motion->velocity.z};
    const double spin[3] = {motion->spin.x, motion->spin.y, motion->spin.z};
    double arm[3];
    memcpy(f->turn, turn, sizeof turn);
    times3(f->turn, centre, arm);
    for (int k = 0; k < 3; ++k) {
        f->place[k] = origin[k] * unit + arm[k];
        f->velocity[k] = v[k] * unit;
    }
    free_set_spin(body, spin);
    memcpy(f->kinematic_motion[0], f->velocity, sizeof f->velocity);
    memcpy(f->kinematic_motion[1], spin, sizeof spin);
    free_show(body);
    for (int k = 0; k < 3; ++k) // nothing was anywhere else before
        if (k != body->state->now)
            memcpy(body->rows[k], body->rows[body->state->now],
                   sizeof(float[12]) * (size_t)body->bone_count);
    body_wake(body);
}
