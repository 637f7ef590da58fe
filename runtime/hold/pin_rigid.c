// Columns of rigid motion, by the Cholesky factor of the inertia: I = L L^T, so turns of L^-T e are those
// to which an angular impulse L e gives a speed of 1.
// SPDX-License-Identifier: MIT
#include "runtime/hold/pin_rigid.h"

#include "runtime/base/assert.h"
#include "runtime/body/point.h"
#include "runtime/math/vec3d.h"

#include <math.h>
#include <string.h>

static const format_part* part_of(const supple_body* b) {
    return b->parts[0].asset.record;
}

static double unit_of(const supple_body* b) {
    return 1.0 / (double)b->state->options.world_metres;
}

// L, lower triangular. The inertia of a free asset is clearly positive.
static void inertia_root(const supple_body* b, double l[3][3]) {
    const float* i = part_of(b)->inertia;
    const double m[3][3] = {{i[0], i[3], i[5]}, {i[3], i[1], i[4]}, {i[5], i[4], i[2]}};
    memset(l, 0, sizeof(double[3][3]));
    for (int r = 0; r < 3; ++r)
        for (int c = 0; c <= r; ++c) {
            double sum = m[r][c];
            for (int k = 0; k < c; ++k)
                sum -= l[r][k] * l[c][k];
            l[r][c] = r == c ? sqrt(sum) : sum / l[c][c];
        }
}

// The spin of a unit of the turns: L^-T e.
static void unit_turn(const double l[3][3], int which, double spin[3]) {
    for (int r = 2; r >= 0; --r) {
        double sum = r == which;
        for (int k = r + 1; k < 3; ++k)
            sum -= l[k][r] * spin[k];
        spin[r] = sum / l[r][r];
    }
}

void pin_rigid_rows(const supple_body* b, const double rest[3], size_t first, size_t n,
                    double* rows) {
    SUPPLE_ASSERT(b->free && first + PIN_RIGID <= n);
    double l[3][3], arm[3], unit = unit_of(b), move = unit / sqrt((double)part_of(b)->mass);
    inertia_root(b, l);
    for (int a = 0; a < 3; ++a)
        arm[a] = rest[a] / unit - (double)part_of(b)->centre[a];
    for (int which = 0; which < 3; ++which) {
        double spin[3], speed[3];
        unit_turn(l, which, spin);
        cross3(spin, arm, speed);
        for (size_t a = 0; a < 3; ++a) {
            rows[a * n + first + (size_t)which] = a == (size_t)which ? move : 0.0;
            rows[a * n + first + 3 + (size_t)which] = speed[a] * unit;
        }
    }
}

// own = turn^T world
static void turn_back(const double turn[3][3], const double world[3], double own[3]) {
    for (int a = 0; a < 3; ++a)
        own[a] = turn[0][a] * world[0] + turn[1][a] * world[1] + turn[2][a] * world[2];
}

static void turn_out(const double turn[3][3], const double own[3], double world[3]) {
    for (int a = 0; a < 3; ++a)
        world[a] = turn[a][0] * own[0] + turn[a][1] * own[1] + turn[a][2] * own[2];
}

void pin_rigid_scale(const supple_body* b, const double* velocity, const double* spin,
                     double speeds[PIN_RIGID]) {
    SUPPLE_ASSERT(b->free);
    double l[3][3], own[3];
    inertia_root(b, l);
    turn_back(b->state->free.turn, velocity, own);
    for (int a = 0; a < 3; ++a)
        speeds[a] = own[a] * sqrt((double)part_of(b)->mass);
    turn_back(b->state->free.turn, spin, own);
    for (int a = 0; a < 3; ++a) // L^T spin
        speeds[3 + a] = l[0][a] * own[0] + l[1][a] * own[1] + l[2][a] * own[2];
}

void pin_rigid_unscale(const supple_body* b, const double coord_impulse[PIN_RIGID],
                       double impulse[3], double turning[3]) {
    SUPPLE_ASSERT(b->free);
    double l[3][3], own[3];
    inertia_root(b, l);
    turn_out(b->state->free.turn, coord_impulse, impulse);
    for (int a = 0; a < 3; ++a) {
        impulse[a] *= sqrt((double)part_of(b)->mass);
        own[a] =
            l[a][0] * coord_impulse[3] + l[a][1] * coord_impulse[4] + l[a][2] * coord_impulse[5];
    }
    turn_out(b->state->free.turn, own, turning);
}

void pin_rigid_speeds(const supple_body* b, double speeds[PIN_RIGID]) {
    SUPPLE_ASSERT(b->free);
    free_measure m;
    double spin[3];
    free_measure_now(b, &m);
    free_spin(b, &m, spin);
    pin_rigid_scale(b, b->state->free.velocity, spin, speeds);
}

void pin_rigid_kick(supple_body* b, const double coord_impulse[PIN_RIGID]) {
    SUPPLE_ASSERT(b->free);
    free_state* f = &b->state->free;
    double impulse[3], turning[3];
    pin_rigid_unscale(b, coord_impulse, impulse, turning);
    for (int a = 0; a < 3; ++a) {
        f->velocity[a] += impulse[a] / (double)part_of(b)->mass;
        f->momentum[a] += turning[a];
    }
}

pin_frame pin_rigid_frame(const supple_body* b, const free_state* state) {
    SUPPLE_ASSERT(b->free);
    pin_frame out;
    const float* c = part_of(b)->centre;
    const double centre[3] = {c[0], c[1], c[2]};
    double turned[3];
    memcpy(out.turn, state->turn, sizeof out.turn);
    turn_out(out.turn, centre, turned);
    for (int a = 0; a < 3; ++a)
        out.origin[a] = (state->place[a] - turned[a]) * unit_of(b);
    return out;
}

void pin_rigid_place(const pin_frame* frame, const double own[3], double world[3]) {
    turn_out(frame->turn, own, world);
    for (int a = 0; a < 3; ++a)
        world[a] += frame->origin[a];
}

void pin_rigid_turn_back(const pin_frame* frame, const double world[3], double own[3]) {
    turn_back(frame->turn, world, own);
}

void pin_rigid_carried(const supple_body* b, supple_point at, supple_hold_kind kind, double h,
                       double out[3]) {
    SUPPLE_ASSERT(b->free && h > 0.0);
    double fall[3], spin[3], arm[3], sideways[3], inward[3];
    free_fall(b, fall);
    if (kind != SUPPLE_HOLD_ACCELERATION) {
        point_carried(b, at, out);
        for (int a = 0; a < 3 && kind == SUPPLE_HOLD_VELOCITY_END; ++a)
            out[a] += h * fall[a] * unit_of(b);
        return;
    }
    free_spin(b, &b->measured, spin);
    point_arm(b, at, arm);
    cross3(spin, arm, sideways);
    cross3(spin, sideways, inward);
    for (int a = 0; a < 3; ++a)
        out[a] = (fall[a] + inward[a]) * unit_of(b);
}
