// The coupling of coordinates by a turning frame, as kicks before and after each exact substep.
//
// The Coriolis force turns velocities without changing their energy. An explicit kick would feed
// energy in, so its exponential is summed to fourth order; and what is done before a substep is done
// in the opposite order after it, for the same reason. The spin is constant between frames and jumps at
// them, as the bone's velocity does (drive.c): the force of its change is an impulse.
//
// The spin does not change within a step: the matrices of it (runtime/asset/coupling.h), G^c and A~ of numerics.md A6,
// are folded once into two, with the length of a substep in them, and a substep is ten products of those at most. Before,
// each product read all six: 93 % of a step of nine parts (docs/decisions/0185). A part on several bones turns with
// their mean, by how strongly each pushes it.
// SPDX-License-Identifier: MIT
#include "runtime/body/spin.h"

#include "runtime/base/assert.h"
#include "runtime/math/lanes.h"

#include <math.h>
#include <string.h>

enum { SPIN_MOST_SUBSTEPS = 16 };

static double norm(const double* x, int count) {
    double sum = 0.0;
    for (int i = 0; i < count; ++i)
        sum += x[i] * x[i];
    return sqrt(sum);
}

void spin_set(supple_body* b, int32_t p, const double w[3], const double turning[3]) {
    SUPPLE_ASSERT(p >= 0 && p < b->part_count);
    body_spin* spin = &b->spins[p];
    double most = SPIN_FRACTION * b->lambda[b->parts[p].first],
           square = w[0] * w[0] + w[1] * w[1] + w[2] * w[2];
    double cut = square > most ? sqrt(most / square) : 1.0;
    double rest = norm(turning, 3), cut_turning = rest > most ? most / rest : 1.0;
    for (int k = 0; k < 3; ++k) {
        spin->w[k] = cut * w[k];
        spin->turning[k] = cut_turning * turning[k];
    }
    spin->on = square > 0.0 || rest > 0.0;
}

// From the turns of its bones, in b->changes.
static void measure_part(supple_body* b, int32_t p) {
    const body_part* part = &b->parts[p];
    const float* weights = b->prepared->forcings[p].weights;
    float w[3] = {0.0f, 0.0f, 0.0f}, turning[3] = {0.0f, 0.0f, 0.0f};
    for (int32_t r = 0; r < (int32_t)part->asset.record->part_bone_count; ++r) {
        const bone_change* c = &b->changes[part->bone_frames[r]];
        const float(*A)[3] = c->A;
        const float alpha[3] = {A[2][1] - A[1][2], A[0][2] - A[2][0], A[1][0] - A[0][1]};
        for (int k = 0; k < 3; ++k) {
            w[k] += weights[r] * c->w[k];
            turning[k] += weights[r] * (0.5f * alpha[k]);
        }
    }
    float response = b->tuning[p].response < 1.0f ? b->tuning[p].response : 1.0f;
    double spin[3], change[3];
    for (int k = 0; k < 3; ++k) {
        spin[k] = (double)(w[k] * response);
        change[k] = (double)(turning[k] * response);
    }
    spin_set(b, p, spin, change);
}

void spin_measure(supple_body* b) {
    bool wanted = b->state->options.spin && b->state->still < BODY_STILL && b->state->history >= 2;
    for (int32_t p = 0; p < b->part_count; ++p) {
        b->spins[p].on = false;
        if (wanted && b->parts[p].asset.coupling_or_null != NULL && b->active[p] > 0 &&
            !b->parts[p].model->kinematic)
            measure_part(b, p);
    }
}

// A twelfth of a radian within a substep, of twice the spin.
int32_t spin_substeps_of(const double w[3], double h) {
    SUPPLE_ASSERT(h > 0.0);
    double count = 24.0 * norm(w, 3) * h + 1.0;
    return count < SPIN_MOST_SUBSTEPS ? (int32_t)count : SPIN_MOST_SUBSTEPS; // also if not a number
}

int32_t spin_substeps(const supple_body* b, int32_t p, double h) {
    return b->spins[p].on ? spin_substeps_of(b->spins[p].w, h) : 1;
}

// ---- matrices: column after column, every row a sum of its own, with the same bits at any width --------

// out <- sum_m amounts[m] from[m], of the active coordinates.
static inline void fold(const coupling* c, int32_t active, const float* from, int terms,
                        const float* amounts, float* out) {
    size_t matrix = coupling_numbers(c->count);
    for (int32_t k = 0; k < active; ++k)
        for (int32_t i = 0; i < active; i += WIDE) {
            const float* at = from + (size_t)(k * c->stride + i);
            wide sum = *(const wide*)at * amounts[0];
            for (int m = 1; m < terms; ++m)
                sum += *(const wide*)(at + (size_t)m * matrix) * amounts[m];
            *(wide*)(out + (size_t)(k * c->stride + i)) = sum;
        }
}

// out <- scale m x; out has room for COUPLING_PAD more. By turns in two sums, which need not wait for each other.
static inline void multiply(const float* restrict m, int32_t stride, int32_t active,
                            const float* restrict x, float scale, float* restrict out) {
    for (int32_t i = 0; i < active; i += WIDE) {
        const float* at = m + i;
        wide even = {0}, odd = {0};
        int32_t k = 0;
        for (; k + 1 < active; k += 2, at += 2 * (size_t)stride) {
            even += *(const wide*)at * x[k];
            odd += *(const wide*)(at + stride) * x[k + 1];
        }
        if (k < active)
            even += *(const wide*)at * x[k];
        *(wide*)(out + i) = (even + odd) * scale;
    }
}

// v <- v + m q
static void kick(supple_body* b, int32_t p, const float* m) {
    float *q = b->q + b->parts[p].first, *v = b->v + b->parts[p].first, *more = b->turned[0];
    multiply(m, b->prepared->couplings[p].stride, b->active[p], q, 1.0f, more);
    for (int32_t i = 0; i < b->active[p]; ++i)
        v[i] = body_bounded(v[i] + more[i]);
}

// The spin that flesh feels in a substep of h seconds.
static void find_felt(const supple_body* b, int32_t p, float h, double w[3]) {
    double turn = norm(b->spins[p].w, 3) * (double)h,
           cut = turn > SPIN_MOST_TURN ? SPIN_MOST_TURN / turn : 1.0;
    for (int k = 0; k < 3; ++k)
        w[k] = cut * b->spins[p].w[k];
}

// -sum_c w_c G^c: what a spin or its change does, but for its factor.
static void fold_turns(const supple_body* b, int32_t p, const double w[3], double factor) {
    const coupling* c = &b->prepared->couplings[p];
    const float amounts[COUPLING_DIFFERENCES] = {(float)(factor * w[0]), (float)(factor * w[1]),
                                                 (float)(factor * w[2])};
    fold(c, b->active[p], c->differences, COUPLING_DIFFERENCES, amounts, b->spins[p].turns);
}

// Displaced flesh is thrown outwards, by w w^T - w^2.
static void fold_throws(const supple_body* b, int32_t p, const double w[3], double factor) {
    const coupling* c = &b->prepared->couplings[p];
    double square = w[0] * w[0] + w[1] * w[1] + w[2] * w[2];
    const float amounts[COUPLING_SUMS] = {
        (float)(factor * (w[0] * w[0] - square)), (float)(factor * (w[1] * w[1] - square)),
        (float)(factor * (w[2] * w[2] - square)), (float)(factor * (w[0] * w[1])),
        (float)(factor * (w[1] * w[2])),          (float)(factor * (w[2] * w[0]))};
    fold(c, b->active[p], c->sums, COUPLING_SUMS, amounts, b->spins[p].throws);
}

// Velocities turn: exp(turns) v.
static void turn_velocity(supple_body* b, int32_t p) {
    static const float fraction[5] = {0.0f, 1.0f, 1.0f / 2.0f, 1.0f / 3.0f, 1.0f / 4.0f};
    const body_spin* spin = &b->spins[p];
    int32_t active = b->active[p], stride = b->prepared->couplings[p].stride;
    float *v = b->v + b->parts[p].first, *sum = b->turned[2];
    const float* term = v;
    memcpy(sum, v, sizeof(float) * (size_t)active);
    for (int order = 1; order <= spin->orders; ++order) {
        float* next = b->turned[order % 2];
        multiply(spin->turns, stride, active, term, fraction[order], next);
        for (int32_t i = 0; i < active; i += WIDE)
            *(wide*)(sum + i) += *(const wide*)(next + i);
        term = next;
    }
    for (int32_t i = 0; i < active; ++i)
        v[i] = body_bounded(sum[i]);
}

void spin_impulse(supple_body* b, int32_t p, double area) {
    SUPPLE_ASSERT(p >= 0 && p < b->part_count);
    const body_spin* spin = &b->spins[p];
    if (spin->on &&
        (spin->turning[0] != 0.0 || spin->turning[1] != 0.0 || spin->turning[2] != 0.0)) {
        fold_turns(b, p, spin->turning, area);
        kick(b, p, spin->turns);
    }
}

void spin_begin(supple_body* b, int32_t p, float h) {
    SUPPLE_ASSERT(p >= 0 && p < b->part_count && h > 0.0f);
    body_spin* spin = &b->spins[p];
    if (!spin->on)
        return;
    double w[3], half = 0.5 * (double)h;
    find_felt(b, p, h, w);
    float turn = (float)(2.0 * norm(w, 3) * half), size = turn; // of a term against v: at most
    spin->orders = 0;
    for (int order = 1; order <= 4 && size > SPIN_TERM; size *= turn / (float)++order)
        spin->orders = order;
    if (spin->orders == 0)
        return;
    fold_turns(b, p, w, 2.0 * half);
    fold_throws(b, p, w, -half);
}

void spin_before(supple_body* b, int32_t p) {
    SUPPLE_ASSERT(p >= 0 && p < b->part_count);
    if (!b->spins[p].on || b->spins[p].orders == 0)
        return;
    kick(b, p, b->spins[p].throws);
    turn_velocity(b, p);
}

void spin_after(supple_body* b, int32_t p) {
    SUPPLE_ASSERT(p >= 0 && p < b->part_count);
    if (!b->spins[p].on || b->spins[p].orders == 0)
        return;
    turn_velocity(b, p);
    kick(b, p, b->spins[p].throws);
}
