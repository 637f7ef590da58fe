// The account of a free body's energy.
// SPDX-License-Identifier: MIT
#include "runtime/body/free_energy.h"

#include "runtime/base/assert.h"
#include "runtime/body/limit.h"
#include "runtime/math/exact.h"
#include "runtime/math/vec3d.h"
#include "runtime/model/modal.h"

#include <math.h>
#include <string.h>

static const double RESERVE = 0.01; // of what moves and what is bent

bool free_has_account(const supple_body* b) {
    return b->free && !free_is_kinematic(b) && b->parts[0].model == &modal_model;
}

// With L conserved, T = 1/2 L I^-1 L + 1/2 v^2 - 1/2 s I^-1 s, s the angular momentum of flesh alone: the last two are never
// below 0 together.
free_energy free_energy_of(const supple_body* b, const free_measure* m) {
    SUPPLE_ASSERT(b->free);
    const free_state* f = &b->state->free;
    double own[3], spin[3], stirred[3], square = 0.0;
    for (int32_t i = 0; i < b->active[0]; ++i)
        square += (double)b->v[i] * (double)b->v[i];
    times3_transposed(f->turn, f->momentum, own);
    times3(m->inverse, own, spin);
    times3(m->inverse, m->stir, stirred);
    double flesh = 0.5 * (square - dot3(m->stir, stirred));
    return (free_energy){.travel = 0.5 * (double)b->parts[0].asset.record->mass *
                                   dot3(f->velocity, f->velocity),
                         .turn = 0.5 * dot3(own, spin),
                         .flesh = flesh > 0.0 ? flesh : 0.0,
                         .spring = limit_energy_of(b, 0) - 0.5 * square};
}

void free_open_account(supple_body* b, const free_measure* m) {
    free_energy e = free_energy_of(b, m);
    b->step.energy = free_energy_sum(&e);
}

// ---- what comes from outside -----------------------------------------------------------

static double spin_speed(const supple_body* b) {
    double spin[3];
    free_spin(b, &b->measured, spin);
    return sqrt(dot3(spin, spin));
}

// Forces of the caller on flesh are all of b->base that is not a load: bones have no say in a free body.
static double pushed(const supple_body* b) {
    double sum = 0.0;
    for (int32_t i = 0; i < b->active[0]; ++i)
        sum += ((double)b->base[i] - (double)b->load[i]) * (double)b->q[i];
    return sum;
}

free_path free_begin_path(const supple_body* b) {
    const free_state* f = &b->state->free;
    free_path path = {.spin = spin_speed(b), .flesh = pushed(b)};
    memcpy(path.place, f->place, sizeof path.place);
    memcpy(path.turn, f->turn, sizeof path.turn);
    return path;
}

// The work of a twist, along the way that the body has turned since `from`. Of one that turns by a radian and more the way is not
// known: it is no more than the twist does at the faster end.
static double twist_work(const supple_body* b, const free_path* from, const double torque[3],
                         double h) {
    const free_state* f = &b->state->free;
    double now = spin_speed(b), fastest = now > from->spin ? now : from->spin, m[3][3];
    if (fastest * h > 1.0)
        return sqrt(dot3(torque, torque)) * fastest * h;
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k)
            m[i][k] = dot3(f->turn[i], from->turn[k]);
    double sines[3] = {m[2][1] - m[1][2], m[0][2] - m[2][0], m[1][0] - m[0][1]},
           twice = sqrt(dot3(sines, sines));
    return twice > 0.0
               ? dot3(torque, sines) * exact_atan2(twice, m[0][0] + m[1][1] + m[2][2] - 1.0) / twice
               : 0.0;
}

void free_note_work(supple_body* b, const free_path* from, double h) {
    const free_state* f = &b->state->free;
    double fall[3], torque[3], displacement[3], mass = b->parts[0].asset.record->mass;
    free_fall(b, fall);
    free_torque(b, torque);
    minus3(f->place, from->place, displacement);
    if (dot3(torque, torque) > 0.0)
        b->step.given += twist_work(b, from, torque, h);
    b->step.given += mass * dot3(fall, displacement) + pushed(b) - from->flesh;
}

// ---- the account -----------------------------------------------------------------------

double free_reserve(double balance, double energy) {
    return balance < RESERVE * energy ? balance : RESERVE * energy;
}

double free_close_account(supple_body* b, const free_measure* m) {
    double before = b->step.energy + b->step.given + b->state->free.reserve;
    free_open_account(b, m);
    b->step.given = 0.0;
    return before - b->step.energy;
}

// Flesh that moves by itself is slowed down, until so much energy is gone: momentum stays. Returns how much is.
static double slow_flesh(supple_body* b, free_measure* m, const free_energy* e, double joules) {
    double taken = joules < e->flesh ? joules : e->flesh, less = sqrt(1.0 - taken / e->flesh);
    for (int32_t i = 0; i < b->active[0]; ++i)
        b->v[i] = (float)((double)b->v[i] * less);
    for (int k = 0; k < 3; ++k)
        m->stir[k] *= less;
    b->step.energy -= taken;
    return taken;
}

// Rotation and flesh that do not feel each other keep theirs to rounding; the path of the centre is exact.
void free_keep_energy(supple_body* b) {
    if (!free_has_account(b) || !b->spins[0].on || pin_holds(b) || !b->step.is_measured)
        return;
    double balance = free_close_account(b, &b->step.after);
    free_energy e = free_energy_of(b, &b->step.after);
    if (balance < 0.0 && e.flesh > 0.0)
        balance += slow_flesh(b, &b->step.after, &e, -balance);
    b->state->free.reserve = free_reserve(balance, b->step.energy - e.travel);
}
