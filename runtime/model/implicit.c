// Newton's matrix is 4 / h^2 + 2 / h (alpha + beta K) + stiffness K. From its own predictor (the position
// as it is) the first Newton step needs R and K where the last step ended, which the check of its energy has
// evaluated: one evaluation and one factorisation a step. The acceleration to begin with is that of
// equilibrium, so forces may jump between steps and no acceleration is part of a body's state.
// SPDX-License-Identifier: MIT
#include "runtime/model/implicit.h"

#include "format/packed.h"
#include "runtime/base/assert.h"
#include "runtime/math/cholesky.h"

#include <math.h>
#include <string.h>

static const float LEFT = 0.02f;              // of the forces: what the first Newton step may leave
static const double IMPLICIT_ROUNDING = 1e-6; // of the energies that were summed
static const float IMPLICIT_FARTHEST = 1e12f; // no coordinate goes farther in a Newton step
static const float IMPLICIT_SHORTEST = 1e-7f; // seconds: nothing moves in less
enum { IMPLICIT_HALVINGS = 6, REST_ROUNDS = 40, REST_HALVINGS = 12 };

void implicit_lay_out(implicit_model* m, int32_t count, int32_t degree, memory_layout* l) {
    SUPPLE_ASSERT(count > 0 && (degree == 1 || degree == 3));
    size_t stride = packed_padded((uint32_t)count), square = stride * (size_t)count;
    m->stride = (int32_t)stride;
    m->slope = memory_take_lines(l, square, sizeof(float));
    m->matrix = memory_take_lines(l, square, sizeof(float));
    m->force = memory_take_lines(l, stride, sizeof(float));
    for (size_t i = 0; i < sizeof m->vectors / sizeof *m->vectors; ++i)
        m->vectors[i] = memory_take_lines(l, stride, sizeof(float));
    m->work = memory_take_lines(l, quartic_work_size(count, degree), sizeof(float));
}

void implicit_update(implicit_model* m, const float* q) {
    SUPPLE_ASSERT(m->n >= 0 && m->n <= m->energy.count);
    m->value = quartic_evaluate(&m->energy, m->work, m->n, q, m->stride, m->force, m->slope);
}

// At the end of a step. Whether one Newton step was enough, and what the energy's rounding is, the slope of
// the step's beginning tells well enough.
static void update_after(implicit_model* m, const float* q) {
    if (m->is_transient)
        m->value = quartic_force(&m->energy, m->work, m->n, q, m->force);
    else
        implicit_update(m, q);
}

// out += amount K x
static void add_slope(const implicit_model* m, float amount, const float* restrict x,
                      float* restrict out) {
    for (int32_t i = 0; i < m->n; ++i) {
        const float* restrict row = m->slope + i * m->stride;
        float times = amount * x[i];
        for (int32_t j = 0; j < m->n; ++j)
            out[j] += times * row[j];
    }
}

// out <- load - stiffness R - damping v: the acceleration of equilibrium, where implicit_update was called last.
static void accelerate(const implicit_model* m, const float* load, const float* v, float* out) {
    for (int32_t i = 0; i < m->n; ++i)
        out[i] = load[i] - m->stiffness * m->force[i] - m->alpha * v[i];
    if (m->beta > 0.0f)
        add_slope(m, -m->beta, v, out);
}

static void factor(implicit_model* m, float h) {
    float mass = 4.0f / (h * h) + 2.0f / h * m->alpha, slope = 2.0f / h * m->beta + m->stiffness;
    int32_t size = m->n * m->stride;
    for (int32_t i = 0; i < size; ++i)
        m->matrix[i] = slope * m->slope[i];
    for (int32_t i = 0; i < m->n; ++i)
        m->matrix[i * m->stride + i] += mass;
    cholesky_factor(m->matrix, m->n, m->stride, 0.01f * mass);
}

static bool is_number(const float* x, int32_t n) {
    bool ok = true;
    for (int32_t i = 0; i < n; ++i)
        ok &= x[i] >= -IMPLICIT_FARTHEST && x[i] <= IMPLICIT_FARTHEST;
    return ok;
}

// A Newton step where implicit_update was called last: displacement is what q has travelled since the start, with a and v there;
// left is the force that is not balanced yet. Adds to way.
static void correct(implicit_model* m, float h, float* left, float* displacement) {
    factor(m, h);
    cholesky_solve(m->matrix, m->n, m->stride, left);
    for (int32_t i = 0; i < m->n; ++i)
        displacement[i] += left[i];
}

// Acceleration and velocity at the end of a displacement.
static void arrive(int32_t n, float h, const float* restrict displacement, const float* restrict v,
                   const float* restrict a, float* restrict v_end, float* restrict a_end) {
    for (int32_t i = 0; i < n; ++i) {
        a_end[i] = 4.0f / (h * h) * displacement[i] - 4.0f / h * v[i] - a[i];
        v_end[i] = 2.0f / h * displacement[i] - v[i];
    }
}

// left <- load - stiffness R - damping v_end - a_end; returns its size over that of the forces.
static float unbalanced(const implicit_model* m, const float* load, const float* v_end,
                        const float* a_end, float* left) {
    float size = 0.0f, whole = 0.0f;
    accelerate(m, load, v_end, left);
    for (int32_t i = 0; i < m->n; ++i) {
        whole += left[i] * left[i] + a_end[i] * a_end[i];
        left[i] -= a_end[i];
        size += left[i] * left[i];
    }
    return whole > 0.0f ? sqrtf(size / whole) : 0.0f;
}

void implicit_newmark(implicit_model* m, float h, const float* load, int rounds, float* q, float* v,
                      float* a) {
    SUPPLE_ASSERT(h > 0.0f && rounds >= 0 && m->n <= m->energy.count);
    float *displacement = m->vectors[0], *v_end = m->vectors[1], *a_end = m->vectors[2],
          *left = m->vectors[3], *place = m->vectors[4];
    memset(displacement, 0, sizeof(float) * (size_t)m->n);
    for (int round = 0; round < rounds; ++round) {
        arrive(m->n, h, displacement, v, a, v_end, a_end);
        unbalanced(m, load, v_end, a_end, left);
        correct(m, h, left, displacement);
        for (int32_t i = 0; i < m->n; ++i)
            place[i] = q[i] + displacement[i];
        if (round + 1 < rounds)
            implicit_update(m, place);
    }
    arrive(m->n, h, displacement, v, a, v_end, a_end);
    memcpy(q, place, sizeof(float) * (size_t)m->n);
    memcpy(v, v_end, sizeof(float) * (size_t)m->n);
    memcpy(a, a_end, sizeof(float) * (size_t)m->n);
}

// ---- energy ----------------------------------------------------------------------------

static double motion(const float* v, int32_t n) {
    double sum = 0.0;
    for (int32_t i = 0; i < n; ++i)
        sum += (double)v[i] * (double)v[i];
    return 0.5 * sum;
}

// Of the flesh and the load together, at the q of the last implicit_update. size: of what was summed, which may
// nearly cancel: no |K_ij q_i q_j| is beyond those of the diagonal.
static double height(const implicit_model* m, const float* load, const float* q, double* size) {
    double hung = 0.0, own = 0.0, loads = 0.0;
    for (int32_t i = 0; i < m->n; ++i) {
        double x = (double)q[i], coord_impulse = (double)load[i] * x;
        hung += coord_impulse;
        loads += fabs(coord_impulse);
        own += fabs((double)m->energy.terms[i] * x) +
               fabs((double)m->slope[i * m->stride + i]) * x * x;
    }
    *size = (double)m->stiffness * own + loads;
    return (double)m->stiffness * m->value - hung;
}

// What it has at q and v is no more than `most`: the velocity sees to it, where the height allows it.
static bool cap(const implicit_model* m, const float* load, double most, const float* q, float* v) {
    double size, up = height(m, load, q, &size), moves = motion(v, m->n);
    most += IMPLICIT_ROUNDING * (size + moves);
    if (!(up <= most)) // also if it is no number
        return false;
    if (up + moves > most) {
        float fraction = (float)sqrt((most - up) / moves);
        for (int32_t i = 0; i < m->n; ++i)
            v[i] *= fraction;
    }
    return true;
}

// Evaluates q + displacement, and shortens it until the energy does not grow too much; at last q stays where it was.
static void end_step(implicit_model* m, const float* load, double most, float* displacement,
                     float* place, float* q, float* v, float* v_end) {
    for (int halved = 0; halved <= IMPLICIT_HALVINGS; ++halved) {
        if (is_number(place, m->n) && is_number(v_end, m->n) && cap(m, load, most, place, v_end)) {
            memcpy(q, place, sizeof(float) * (size_t)m->n);
            memcpy(v, v_end, sizeof(float) * (size_t)m->n);
            return;
        }
        for (int32_t i = 0; i < m->n; ++i) {
            displacement[i] = halved < IMPLICIT_HALVINGS ? 0.5f * displacement[i] : 0.0f;
            place[i] = q[i] + displacement[i];
            v_end[i] *= 0.5f;
        }
        update_after(m, place);
    }
    memset(v, 0, sizeof(float) * (size_t)m->n);
}

void implicit_step(implicit_model* m, float h, const float* load, float* q, float* v) {
    SUPPLE_ASSERT(h > 0.0f && m->n >= 0 && m->n <= m->energy.count);
    float *displacement = m->vectors[0], *v_end = m->vectors[1], *a_end = m->vectors[2],
          *left = m->vectors[3], *place = m->vectors[4];
    double size, most = height(m, load, q, &size) + motion(v, m->n);
    if (h < IMPLICIT_SHORTEST)
        return;
    if (!(most >= -1e60 && most <= 1e60) || !is_number(q, m->n)) { // nothing sound to start from
        memset(q, 0, sizeof(float) * (size_t)m->n);
        memset(v, 0, sizeof(float) * (size_t)m->n);
        implicit_update(m, q);
        return;
    }
    // from the acceleration of equilibrium all that the first Newton step has to balance is this
    for (int32_t i = 0; i < m->n; ++i)
        left[i] = 4.0f / h * v[i] + 2.0f * (load[i] - m->stiffness * m->force[i]);
    memset(displacement, 0, sizeof(float) * (size_t)m->n);
    accelerate(m, load, v, a_end);
    correct(m, h, left, displacement);
    for (int32_t i = 0; i < m->n; ++i) {
        left[i] = a_end[i]; // at the start
        place[i] = q[i] + displacement[i];
    }
    arrive(m->n, h, displacement, v, left, v_end, a_end);
    update_after(m, place);
    if (m->energy.degree > 1) {
        float residual = unbalanced(m, load, v_end, a_end, left);
        if (residual > LEFT && is_number(place, m->n)) {
            if (m->is_transient) {
                implicit_update(m, place);
                unbalanced(m, load, v_end, a_end, left);
            }
            correct(m, h, left, displacement);
            for (int32_t i = 0; i < m->n; ++i) {
                place[i] = q[i] + displacement[i];
                v_end[i] = 2.0f / h * displacement[i] - v[i];
            }
            update_after(m, place);
        }
    }
    end_step(m, load, most, displacement, place, q, v, v_end);
}

// ---- rest ------------------------------------------------------------------------------

void implicit_residual(implicit_model* m, const float* load, float* out) {
    SUPPLE_ASSERT(m->n >= 0 && m->n <= m->energy.count);
    float most = 0.0f;
    int32_t size = m->n * m->stride;
    for (int32_t i = 0; i < size; ++i)
        m->matrix[i] = m->stiffness * m->slope[i];
    for (int32_t i = 0; i < m->n; ++i) {
        float own = m->matrix[i * m->stride + i];
        most = own > most ? own : most;
        out[i] = load[i] - m->stiffness * m->force[i];
    }
    cholesky_factor(m->matrix, m->n, m->stride, most > 1e-6f ? 1e-6f * most : 1e-12f);
    cholesky_solve(m->matrix, m->n, m->stride, out);
    for (int32_t i = 0; i < m->n; ++i) // a spring next to nothing hangs as far as numbers go
        out[i] = out[i] > IMPLICIT_FARTHEST    ? IMPLICIT_FARTHEST
                 : out[i] > -IMPLICIT_FARTHEST ? out[i]
                                               : -IMPLICIT_FARTHEST;
}

void implicit_rest(implicit_model* m, const float* load, float* q) {
    SUPPLE_ASSERT(m->n >= 0 && m->n <= m->energy.count);
    float *displacement = m->vectors[0], *place = m->vectors[4];
    implicit_update(m, q);
    for (int round = 0; round < REST_ROUNDS; ++round) {
        double size, before = height(m, load, q, &size), far = 0.0, here = 0.0;
        implicit_residual(m, load, displacement);
        bool lower = false;
        for (int halved = 0; halved < REST_HALVINGS && !lower; ++halved) {
            double unused;
            for (int32_t i = 0; i < m->n; ++i) {
                displacement[i] *= halved > 0 ? 0.5f : 1.0f;
                place[i] = q[i] + displacement[i];
            }
            implicit_update(m, place);
            lower = height(m, load, place, &unused) <= before + 1e-7 * size;
        }
        for (int32_t i = 0; i < m->n && lower; ++i) {
            far += (double)displacement[i] * (double)displacement[i];
            here += (double)place[i] * (double)place[i];
            q[i] = place[i];
        }
        if (!lower) {
            implicit_update(m, q);
            return;
        }
        if (far <= 1e-13 * here)
            return;
    }
}
