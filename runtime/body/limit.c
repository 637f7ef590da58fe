// Hardening, its energy, and what keeps a substep from gaining any.
// SPDX-License-Identifier: MIT
#include "runtime/body/limit.h"

#include "runtime/base/assert.h"
#include "runtime/body/bound.h"

#include <math.h>
#include <string.h>

static const double LIMIT_STEEP = 8.0; // of the hardening: at its limit flesh is 7 times as stiff
static const double LEAST_LEFT = 0.8;
enum { LIMIT_HALVINGS = 24 };

double limit_energy(double b) {
    double over = b - LIMIT_FREE;
    return over > 0.0 ? 1.0 + LIMIT_STEEP * over * over : 1.0;
}

// limit_energy + b / 2 times its derivative.
double limit_hardening(double b) {
    double over = b - LIMIT_FREE;
    return over > 0.0 ? 1.0 + LIMIT_STEEP * over * (over + b) : 1.0;
}

double limit_secant(double from, double to) {
    double squares = to * to - from * from;
    if (fabs(squares) < 1e-6)
        return limit_hardening(from);
    return (limit_energy(to) * to * to - limit_energy(from) * from * from) / squares;
}

// Elastic, of linear flesh.
static double elastic(const supple_body* b, int32_t part) {
    double sum = 0.0;
    for (int32_t i = b->parts[part].first; i < b->parts[part].first + b->active[part]; ++i) {
        double swing = (double)body_swing(b, i);
        sum += (double)b->lambda[i] * swing * swing;
    }
    return 0.5 * sum;
}

static double kinetic(const supple_body* b, int32_t part) {
    double sum = 0.0;
    for (int32_t i = b->parts[part].first; i < b->parts[part].first + b->active[part]; ++i)
        sum += (double)b->v[i] * (double)b->v[i];
    return 0.5 * sum;
}

// What the forces of this substep still have to give, as a potential.
static double potential(const supple_body* b, int32_t part) {
    double sum = 0.0;
    for (int32_t i = b->parts[part].first; i < b->parts[part].first + b->active[part]; ++i)
        sum -= (double)b->force[i] * (double)body_swing(b, i);
    return sum;
}

// ... b limits away from its centre.
static double energy_at(const supple_body* b, int32_t part, double bound) {
    return kinetic(b, part) + elastic(b, part) * limit_energy(bound);
}

double limit_energy_of(const supple_body* b, int32_t part) {
    return energy_at(b, part, (double)bound_now(b, part));
}

static double energy_with_forces(const supple_body* b, int32_t part, double bound) {
    return energy_at(b, part, bound) + potential(b, part);
}

static bool is_calm(const supple_body* b, int32_t part, double bound) {
    return bound <= LIMIT_FREE && b->parts[part].hardening == 1.0f;
}

limit_step limit_begin(const supple_body* b, int32_t part) {
    limit_step from = {.bound = (double)bound_now(b, part)};
    size_t first = (size_t)b->parts[part].first, bytes = sizeof(float) * (size_t)b->active[part];
    from.calm = is_calm(b, part, from.bound);
    if (from.calm) { // most substeps end so, and nobody asks for energies: it is kept what they follow from
        memcpy(b->turned[0] + first, b->q + first, bytes);
        memcpy(b->turned[1] + first, b->v + first, bytes);
    } else
        from.energy = energy_with_forces(b, part, from.bound);
    return from;
}

static void swap(float* a, float* b, int32_t count) {
    for (int32_t i = 0; i < count; ++i) {
        float x = a[i];
        a[i] = b[i];
        b[i] = x;
    }
}

// What a calm beginning had, from what was kept of it.
static double energy_before(supple_body* b, int32_t part, double bound) {
    int32_t first = b->parts[part].first, count = b->active[part];
    float *q = b->turned[0] + first, *v = b->turned[1] + first;
    swap(b->q + first, q, count);
    swap(b->v + first, v, count);
    double energy = energy_with_forces(b, part, bound);
    swap(b->q + first, q, count);
    swap(b->v + first, v, count);
    return energy;
}

static void scale_swing(supple_body* b, int32_t part, double scale) {
    for (int32_t i = b->parts[part].first; i < b->parts[part].first + b->active[part]; ++i)
        b->q[i] = b->centre[i] + (float)((double)body_swing(b, i) * scale);
}

static void scale_velocity(supple_body* b, int32_t part, double scale) {
    for (int32_t i = b->parts[part].first; i < b->parts[part].first + b->active[part]; ++i)
        b->v[i] = (float)((double)b->v[i] * scale);
}

double limit_stop(supple_body* b, int32_t part) {
    double bound = (double)bound_now(b, part), along = 0.0, square = 0.0;
    if (bound <= 1.0)
        return bound;
    int32_t first = b->parts[part].first, end = first + b->active[part];
    scale_swing(b, part, 1.0 / bound);
    for (int32_t i = first; i < end; ++i) {
        along += (double)body_swing(b, i) * (double)b->v[i];
        square += (double)body_swing(b, i) * (double)body_swing(b, i);
    }
    for (int32_t i = first; i < end && along > 0.0; ++i)
        b->v[i] -= (float)(along / square * (double)body_swing(b, i));
    b->step.limited = true;
    return (double)bound_now(b, part);
}

// How much of the swing there is energy for. work: what of it the caller's push gave along the swing; of what is taken back it
// has not given its part.
static double affordable(const supple_body* b, int32_t part, double bound, double energy,
                         double work) {
    double spring = elastic(b, part), least = 0.0, most = 1.0;
    for (int i = 0; i < LIMIT_HALVINGS; ++i) {
        double s = 0.5 * (least + most);
        *(s * s * spring * limit_energy(s * bound) <= energy - (1.0 - s) * work ? &least : &most) =
            s;
    }
    return least;
}

// Takes the swing back as far as there is energy for it. Of a free body by a fifth in a substep at most, and its rigid motion
// owes the rest: flesh of less than a hertz holds a hundredth of what its weight does along its limit, and would be back at rest
// within a substep because a force turned round; its surface, and all that lies on it, would jump.
static void take_swing(supple_body* b, int32_t part, double bound, double energy, double work) {
    double scale = affordable(b, part, bound, energy, work);
    bool owes = free_is(b) && scale < LEAST_LEFT;
    scale_swing(b, part, owes ? LEAST_LEFT : scale);
    double left = owes ? elastic(b, part) * limit_energy(LEAST_LEFT * bound) : 0.0;
    b->step.owed += owes ? left - energy : energy < 0.0 ? -energy : 0.0;
}

// What forces gave is by the displacement that they were found for, or by what the stop left of it, whichever is less.
void limit_end(supple_body* b, int32_t part, const limit_step* from) {
    if (from->calm && is_calm(b, part, (double)bound_now(b, part)))
        return;
    double before = from->calm ? energy_before(b, part, from->bound) : from->energy,
           given = potential(b, part), bound = limit_stop(b, part), left = potential(b, part);
    double held = elastic(b, part) * limit_energy(bound), moves = kinetic(b, part),
           energy = before - (given > left ? given : left);
    if (held + moves <= energy)
        return;
    if (held <= energy) {
        scale_velocity(b, part, sqrt((energy - held) / moves));
        return;
    }
    scale_velocity(b, part, 0.0);
    take_swing(b, part, bound, energy, b->step.pushed && left < 0.0 ? -left : 0.0);
}

// x hardening(x linear) = 1, by halving.
double limit_equilibrium(double linear) {
    double least = 0.0, most = linear > 1.0 ? 1.0 / linear : 1.0;
    if (linear <= LIMIT_FREE)
        return 1.0;
    for (int i = 0; i < LIMIT_HALVINGS; ++i) {
        double x = 0.5 * (least + most);
        *(x * limit_hardening(x * linear) < 1.0 ? &least : &most) = x;
    }
    return least;
}
