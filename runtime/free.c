// Rigid motion of free bodies: a parabola, and a turn that keeps energy and momentum.
// SPDX-License-Identifier: MIT
#include "runtime/free.h"

#include "runtime/drive.h"
#include "runtime/exact.h"
#include "runtime/point.h"
#include "runtime/spin.h"

#include <math.h>
#include <string.h>

// A turn of more than this is cut; nutation is then within 1e-3 of its angle a turn of the body.
static const double TURN = 0.1;

enum {
    MOST_TURNS = 16,
    ROUNDS = 12 // of finding the mean spin; each gains two digits and more, from the first on
};

static const double FARTHEST = 1e12, FASTEST = 1e9; // keep what is absurd finite

// ---- vectors ---------------------------------------------------------------------------

static void cross(const double a[3], const double b[3], double out[3]) {
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

static void times(const double m[3][3], const double x[3], double out[3]) {
    for (int i = 0; i < 3; ++i)
        out[i] = m[i][0] * x[0] + m[i][1] * x[1] + m[i][2] * x[2];
}

static void times_transposed(const double m[3][3], const double x[3], double out[3]) {
    for (int i = 0; i < 3; ++i)
        out[i] = m[0][i] * x[0] + m[1][i] * x[1] + m[2][i] * x[2];
}

static double bounded(double x, double most) {
    return x < most ? x > -most ? x : -most : most; // not a number: most
}

// The rotation about w by its length.
static void rotation(const double w[3], double out[3][3]) {
    double square = w[0] * w[0] + w[1] * w[1] + w[2] * w[2], angle = sqrt(square), s, c;
    exact_sincos(angle, &s, &c);
    // sin / angle and (1 - cos) / angle^2, which is half the square of sin(angle / 2) / (angle / 2)
    double along = angle > 1e-8 ? s / angle : 1.0, half, unused;
    exact_sincos(0.5 * angle, &half, &unused);
    double bow = angle > 1e-8 ? 2.0 * half * half / square : 0.5;
    const double x[3][3] = {{0.0, -w[2], w[1]}, {w[2], 0.0, -w[0]}, {-w[1], w[0], 0.0}};
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k)
            out[i][k] = (i == k ? 1.0 - bow * square : 0.0) + along * x[i][k] + bow * w[i] * w[k];
}

// One step of Newton's towards orthogonal: from rounding's distance, as near as numbers go.
static void straighten(double r[3][3]) {
    double out[3][3];
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k) {
            out[i][k] = 1.5 * r[i][k];
            for (int a = 0; a < 3; ++a)
                for (int b = 0; b < 3; ++b)
                    out[i][k] -= 0.5 * r[i][a] * r[b][a] * r[b][k];
        }
    memcpy(r, out, sizeof out);
}

static bool spins(const supple_body* b) {
    return b->state->options.spin && b->parts[0].asset.coupling_or_null != NULL;
}

// ---- the turn --------------------------------------------------------------------------

// x of (1 - h / 2 inverse [momentum]) x = b, where [momentum] x is its cross product with x.
static void solve_turn(const double inverse[3][3], const double momentum[3], double h,
                       const double b[3], double x[3]) {
    double a[3][3];
    for (int k = 0; k < 3; ++k) {
        double unit[3] = {k == 0, k == 1, k == 2}, turned[3], column[3];
        cross(momentum, unit, turned);
        times(inverse, turned, column);
        for (int i = 0; i < 3; ++i)
            a[i][k] = unit[i] - 0.5 * h * column[i];
    }
    double c0[3], c1[3], c2[3]; // rows of the adjugate
    const double x0[3] = {a[0][0], a[1][0], a[2][0]}, x1[3] = {a[0][1], a[1][1], a[2][1]},
                 x2[3] = {a[0][2], a[1][2], a[2][2]};
    cross(x1, x2, c0);
    cross(x2, x0, c1);
    cross(x0, x1, c2);
    double det = x0[0] * c0[0] + x0[1] * c0[1] + x0[2] * c0[2]; // 1 + a square: never 0
    x[0] = (c0[0] * b[0] + c0[1] * b[1] + c0[2] * b[2]) / det;
    x[1] = (c1[0] * b[0] + c1[1] * b[1] + c1[2] * b[2]) / det;
    x[2] = (c2[0] * b[0] + c2[1] * b[1] + c2[2] * b[2]) / det;
}

// The turn of h seconds with the spin at the mean of the momenta before and after it, all in the body's
// axes. `before` is the momentum before.
static void mean_turn(const free_measure* m, const double before[3], double h, double turn[3][3]) {
    double w[3], own[3], lately = INFINITY;
    for (int k = 0; k < 3; ++k)
        own[k] = before[k] - m->stir[k];
    times(m->inverse, own, w);
    for (int round = 0; round < ROUNDS; ++round) {
        const double angle[3] = {h * w[0], h * w[1], h * w[2]};
        double after[3], mean[3], spin[3], missing[3], change[3], size = 0.0;
        rotation(angle, turn);
        times_transposed(turn, before, after);
        for (int k = 0; k < 3; ++k) {
            mean[k] = 0.5 * (before[k] + after[k]);
            own[k] = mean[k] - m->stir[k];
        }
        times(m->inverse, own, spin);
        for (int k = 0; k < 3; ++k) {
            missing[k] = spin[k] - w[k];
            size += fabs(missing[k]);
        }
        if (!(size < lately)) // rounding is all that is left
            return;
        lately = size;
        solve_turn(m->inverse, mean, h, missing, change);
        for (int k = 0; k < 3; ++k)
            w[k] += change[k];
    }
}

static void spin_of(const free_state* f, const free_measure* m, double spin[3]) {
    double own[3], w[3];
    times_transposed(f->turn, f->momentum, own);
    for (int k = 0; k < 3; ++k)
        own[k] -= m->stir[k];
    times(m->inverse, own, w);
    times(f->turn, w, spin);
}

static void turn_for(free_state* f, const free_measure* m, double h) {
    double spin[3];
    spin_of(f, m, spin);
    double angle = h * sqrt(spin[0] * spin[0] + spin[1] * spin[1] + spin[2] * spin[2]);
    int turns = angle < TURN * MOST_TURNS ? (int)(angle / TURN) + 1 : MOST_TURNS;
    for (int n = 0; n < turns; ++n) {
        double before[3], turn[3][3], next[3][3];
        times_transposed(f->turn, f->momentum, before);
        mean_turn(m, before, h / turns, turn);
        for (int i = 0; i < 3; ++i)
            for (int k = 0; k < 3; ++k)
                next[i][k] = f->turn[i][0] * turn[0][k] + f->turn[i][1] * turn[1][k] +
                             f->turn[i][2] * turn[2][k];
        straighten(next);
        memcpy(f->turn, next, sizeof next);
    }
}

// ---- what others ask -------------------------------------------------------------------

bool free_is(const supple_body* b) {
    return b->free;
}

void free_spin(const supple_body* b, const free_measure* m, double spin[3]) {
    spin_of(&b->state->free, m, spin);
}

void free_ease(const supple_body* b, const free_measure* m, double inverse[3][3]) {
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
    const format_part* part = b->parts[0].asset.record;
    double x[3];
    for (int k = 0; k < 3; ++k)
        x[k] = (double)b->asset.metres * bind[k] - (double)part->centre[k];
    times(b->state->free.turn, x, arm);
}

void free_kick(supple_body* b, const double impulse[3], const double arm[3]) {
    free_state* f = &b->state->free;
    double turned[3];
    cross(arm, impulse, turned);
    for (int k = 0; k < 3; ++k) {
        f->velocity[k] += impulse[k] / (double)b->parts[0].asset.record->mass;
        f->momentum[k] += turned[k];
    }
}

void free_push(supple_body* b, const double force[3], const double arm[3]) {
    free_state* f = &b->state->free;
    double turned[3];
    cross(arm, force, turned);
    for (int k = 0; k < 3; ++k) {
        f->push[k] += force[k];
        f->twist[k] += turned[k];
    }
}

void free_fall(const supple_body* b, double acceleration[3]) {
    const supple_options* o = &b->state->options;
    const double g[3] = {o->gravity.x, o->gravity.y, o->gravity.z};
    double mass = b->parts[0].asset.record->mass;
    for (int k = 0; k < 3; ++k)
        acceleration[k] = g[k] * (double)o->world_metres + b->state->free.push[k] / mass;
}

// ---- a step ----------------------------------------------------------------------------

void free_show(supple_body* b) {
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
    body_state* s = b->state;
    int32_t next = (s->now + 1) % 3;
    memcpy(b->rows[next], b->rows[s->now], sizeof(float[12]) * (size_t)b->bone_count);
    s->now = next;
    s->driven = 0;
    s->dt[2] = s->dt[1], s->dt[1] = s->dt[0], s->dt[0] = (float)dt;
    memset(b->shake_now, 0, sizeof(float) * (size_t)b->padded);
    memset(b->load, 0, sizeof(float) * (size_t)b->padded);
    b->spins[0].on = false;
    if (!spins(b))
        return;
    free_measure m;
    double spin[3], w[3], turning[3];
    free_look(b, &m);
    free_spin(b, &m, spin);
    // Flesh beyond its limit is no longer where the forces of spin are right: the two would feed each other.
    if (is_slow(b, spin) || free_shown(b) < FREE_BEYOND) {
        s->free.spun = 0;
        return;
    }
    times_transposed(s->free.turn, spin, w);
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
    double a[3];
    free_fall(b, a);
    *out = b->state->free;
    fall_for(out, a, h);
    turn_for(out, &b->measured, h);
}

void free_advance(supple_body* b, double h) {
    free_state* f = &b->state->free;
    double a[3];
    free_fall(b, a);
    fall_for(f, a, h);
    free_measure m = b->measured;
    if (spins(b)) {
        free_look(b, &m);
        for (int i = 0; i < 9; ++i)
            m.inverse[i / 3][i % 3] =
                0.5 * (m.inverse[i / 3][i % 3] + b->measured.inverse[i / 3][i % 3]);
        for (int k = 0; k < 3; ++k)
            m.stir[k] = 0.5 * (m.stir[k] + b->measured.stir[k]);
    }
    turn_for(f, &m, h);
    for (int k = 0; k < 3; ++k)
        f->momentum[k] += 0.5 * h * f->twist[k];
    free_show(b);
}

void free_end_step(supple_body* b) {
    memset(b->state->free.push, 0, sizeof b->state->free.push);
    memset(b->state->free.twist, 0, sizeof b->state->free.twist);
}

// ---- public ----------------------------------------------------------------------------

supple_motion supple_body_motion(const supple_body* body) {
    supple_motion out = {.pose = {{0}}};
    const float* rows = body_palette(body)[0];
    for (int k = 0; k < 12; ++k)
        out.pose.m[4 * (k % 4) + k / 4] = rows[k];
    out.pose.m[15] = 1.0f;
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
        cross(turn[0], turn[1], mirror);
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
    double arm[3], w[3], own[3];
    memcpy(f->turn, turn, sizeof turn);
    times(f->turn, centre, arm);
    free_measure measure;
    free_look(body, &measure);
    times_transposed(f->turn, spin, w);
    times(measure.inertia, w, own);
    for (int k = 0; k < 3; ++k) {
        f->place[k] = origin[k] * unit + arm[k];
        f->velocity[k] = v[k] * unit;
        own[k] += measure.stir[k];
    }
    times(f->turn, own, f->momentum);
    free_show(body);
    for (int k = 0; k < 3; ++k) // nothing was anywhere else before
        if (k != body->state->now)
            memcpy(body->rows[k], body->rows[body->state->now],
                   sizeof(float[12]) * (size_t)body->bone_count);
    body_wake(body);
}
