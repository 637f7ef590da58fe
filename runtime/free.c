// Rigid motion of free bodies: what moves them, steps along a parabola, and what users ask and set.
// SPDX-License-Identifier: MIT
#include "runtime/free.h"

#include "runtime/assert.h"
#include "runtime/drive.h"
#include "runtime/point.h"
#include "runtime/spin.h"
#include "runtime/three.h"

#include <math.h>
#include <string.h>

static const double FARTHEST = 1e12, FASTEST = 1e9; // keep what is absurd finite

static double bounded(double x, double most) {
    return x < most ? x > -most ? x : -most : most; // not a number: most
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
    cross3(arm, impulse, turned);
    for (int k = 0; k < 3; ++k) {
        f->velocity[k] += impulse[k] / (double)b->parts[0].asset.record->mass;
        f->momentum[k] += turned[k];
    }
}

void free_push(supple_body* b, const double force[3], const double arm[3]) {
    SUPPLE_ASSERT(b->free);
    free_state* f = &b->state->free;
    double turned[3];
    cross3(arm, force, turned);
    for (int k = 0; k < 3; ++k) {
        f->push[k] += force[k];
        f->twist[k] += turned[k];
    }
}

void free_fall(const supple_body* b, double acceleration[3]) {
    SUPPLE_ASSERT(b->free);
    const supple_options* o = &b->state->options;
    const double g[3] = {o->gravity.x, o->gravity.y, o->gravity.z};
    double mass = b->parts[0].asset.record->mass;
    for (int k = 0; k < 3; ++k)
        acceleration[k] = g[k] * (double)o->world_metres + b->state->free.push[k] / mass;
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
    b->spins[0].on = false;
    free_look(b, &b->measured);
    if (!spins(b))
        return;
    double spin[3], w[3], turning[3];
    free_spin(b, &b->measured, spin);
    if (is_slow(b, spin)) {
        s->free.spun = 0;
        return;
    }
    times3_transposed(s->free.turn, spin, w);
    for (int k = 0; k < 3; ++k) {
        double rate = s->free.spun ? (w[k] - s->free.spin[k]) / (double)s->dt[1] : 0.0;
        double middle = w[k] + 0.5 * dt * rate; // of the step
        turning[k] = s->free.spun ? middle - s->free.felt[k] : 0.0;
        s->free.spin[k] = w[k];
        s->free.felt[k] = w[k] = middle;
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

static void fall_for(free_state* f, const double a[3], double h) {
    for (int k = 0; k < 3; ++k) {
        f->place[k] = bounded(f->place[k] + h * (f->velocity[k] + 0.5 * h * a[k]), FARTHEST);
        f->velocity[k] = bounded(f->velocity[k] + h * a[k], FASTEST);
        f->momentum[k] = bounded(f->momentum[k] + 0.5 * h * f->twist[k], FARTHEST);
    }
}

void free_predict(const supple_body* b, double h, free_state* out) {
    SUPPLE_ASSERT(b->free && h >= 0.0);
    double a[3];
    free_fall(b, a);
    *out = b->state->free;
    fall_for(out, a, h);
    free_turn(out, &b->measured, h);
}

void free_advance(supple_body* b, double h) {
    SUPPLE_ASSERT(b->free && h > 0.0);
    free_state* f = &b->state->free;
    double a[3];
    free_fall(b, a);
    fall_for(f, a, h);
    free_measure m = b->measured;
    if (spins(b) && !pin_holds(b)) { // what is held goes where free_predict said
        free_look(b, &m);
        b->step.looked = true;
        b->step.after = m;
        for (int i = 0; i < 9; ++i)
            m.inverse[i / 3][i % 3] =
                0.5 * (m.inverse[i / 3][i % 3] + b->measured.inverse[i / 3][i % 3]);
        for (int k = 0; k < 3; ++k)
            m.stir[k] = 0.5 * (m.stir[k] + b->measured.stir[k]);
    }
    free_turn(f, &m, h);
    for (int k = 0; k < 3; ++k)
        f->momentum[k] += 0.5 * h * f->twist[k];
    free_show(b);
}

void free_end_step(supple_body* b) {
    SUPPLE_ASSERT(b->free);
    free_state* f = &b->state->free;
    for (int k = 0; k < 3; ++k) { // contacts and joints had the last word
        f->velocity[k] = bounded(f->velocity[k], FASTEST);
        f->momentum[k] = bounded(f->momentum[k], FARTHEST);
    }
    memset(b->state->free.push, 0, sizeof b->state->free.push);
    memset(b->state->free.twist, 0, sizeof b->state->free.twist);
}

// ---- public ----------------------------------------------------------------------------

void free_set_spin(supple_body* b, const double spin[3]) {
    SUPPLE_ASSERT(free_is(b));
    free_state* f = &b->state->free;
    free_measure measure;
    double w[3], own[3];
    free_look(b, &measure);
    times3_transposed(f->turn, spin, w);
    times3(measure.inertia, w, own);
    for (int k = 0; k < 3; ++k)
        own[k] += measure.stir[k];
    times3(f->turn, own, f->momentum);
}

supple_motion supple_body_motion(const supple_body* body) {
    supple_motion out = {.pose = body_matrix(body_palette(body)[0])};
    if (!free_is(body))
        return out;
    free_measure m;
    double spin[3], unit = 1.0 / (double)body->state->options.world_metres;
    free_look(body, &m);
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
    free_show(body);
    for (int k = 0; k < 3; ++k) // nothing was anywhere else before
        if (k != body->state->now)
            memcpy(body->rows[k], body->rows[body->state->now],
                   sizeof(float[12]) * (size_t)body->bone_count);
    body_wake(body);
}
