// The coupling of coordinates by a turning frame, as kicks before and after each exact substep.
//
// The Coriolis force turns velocities without changing their energy. An explicit kick would feed
// energy in, so its exponential is summed to fourth order; and what is done before a substep is done
// in the opposite order after it, for the same reason. The spin is constant between frames and jumps at
// them, as the bone's velocity does (drive.c): the force of its change is a jolt.
//
// All of them need P_ab[i][k] = phi_i,a M phi_k,b, from which G^c and A~ of numerics.md A6 are sums. The
// baker gives six of the nine, P_ba is P_ab transposed. A part on several bones turns with their mean,
// by how strongly each pushes it.
// SPDX-License-Identifier: MIT
#include "runtime/body/spin.h"

#include "runtime/base/assert.h"
#include "runtime/math/lanes.h"

#include <math.h>
#include <string.h>

// Beyond this much of the flesh's own stiffness the spin would tear linear flesh apart.
static const double SPIN_FRACTION = 0.5;

// Radians within a substep: the series for the turn of velocities is good to 1e-4 up to here. Faster spin, which
// no number of substeps is spent on, is felt as this: flesh that it throws would gain by what is left out.
static const double SPIN_MOST_TURN = 0.25;

// Terms of that series smaller than this share of a velocity are below its rounding.
static const double TERM = 1e-8;

enum { SPIN_MOST_SUBSTEPS = 16 };

// How much of the part each of its bones carries, by the force that it exerts; not normalised.
static double part_bone_weight(const body_part* part, int32_t part_bone) {
    const format_forcing* f = part->asset.forcing + (size_t)part_bone * (size_t)part->count;
    double sum = 0.0;
    for (int32_t i = 0; i < part->count; ++i)
        for (int k = 0; k < 3; ++k)
            sum += (double)f[i].s[k] * f[i].s[k];
    return sum;
}

static double norm(const double* x, int count) {
    double sum = 0.0;
    for (int i = 0; i < count; ++i)
        sum += x[i] * x[i];
    return sqrt(sum);
}

// The spin between two frames, in the axes of the middle between them.
static void spin_between(const frame_pose* from, const frame_pose* to, double h, double w[3]) {
    double m[3][3];
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
            m[i][j] = 0.0;
            for (int k = 0; k < 3; ++k)
                m[i][j] += 0.5 * (from->turn[k][i] + to->turn[k][i]) *
                           (to->turn[k][j] - from->turn[k][j]) / h;
        }
    w[0] = 0.5 * (m[2][1] - m[1][2]);
    w[1] = 0.5 * (m[0][2] - m[2][0]);
    w[2] = 0.5 * (m[1][0] - m[0][1]);
}

static void cross_matrix(const double w[3], double m[3][3]) {
    const double x[3][3] = {{0.0, -w[2], w[1]}, {w[2], 0.0, -w[0]}, {-w[1], w[0], 0.0}};
    memcpy(m, x, sizeof x);
}

void spin_set(supple_body* b, int32_t p, const double w[3], const double turning[3]) {
    SUPPLE_ASSERT(p >= 0 && p < b->part_count);
    body_spin* spin = &b->spins[p];
    double most = SPIN_FRACTION * b->lambda[b->parts[p].first], square = norm(w, 3) * norm(w, 3);
    double cut = square > most ? sqrt(most / square) : 1.0;
    double rest = norm(turning, 3), cut_turning = rest > most ? most / rest : 1.0;
    for (int k = 0; k < 3; ++k) {
        spin->w[k] = cut * w[k];
        spin->turning[k] = cut_turning * turning[k];
    }
    spin->on = square > 0.0 || rest > 0.0;
}

static void measure_part(supple_body* b, int32_t p, const frame_pose* from, const frame_pose* to,
                         double h) {
    const body_part* part = &b->parts[p];
    double w[3] = {0.0, 0.0, 0.0}, turning[3] = {0.0, 0.0, 0.0}, total = 0.0;
    for (int32_t r = 0; r < (int32_t)part->asset.record->part_bone_count; ++r) {
        int32_t c = part->bone_frames[r];
        double weight = part_bone_weight(part, r), wr[3];
        const double(*A)[3] = b->changes[c].A;
        const double alpha[3] = {A[2][1] - A[1][2], A[0][2] - A[2][0], A[1][0] - A[0][1]};
        spin_between(&from[c], &to[c], h, wr);
        for (int k = 0; k < 3; ++k) {
            w[k] += weight * wr[k];
            turning[k] += weight * 0.5 * alpha[k];
        }
        total += weight;
    }
    double response = b->tuning[p].response < 1.0f ? b->tuning[p].response : 1.0f;
    double scale = total > 0.0 ? response / total : 0.0;
    for (int k = 0; k < 3; ++k)
        w[k] *= scale, turning[k] *= scale;
    spin_set(b, p, w, turning);
}

void spin_measure(supple_body* b, const frame_pose* from, const frame_pose* to, double h) {
    SUPPLE_ASSERT(h > 0.0);
    bool wanted = b->state->options.spin && b->state->still < BODY_STILL && b->state->history >= 2;
    for (int32_t p = 0; p < b->part_count; ++p) {
        b->spins[p].on = false;
        if (wanted && b->parts[p].asset.coupling_or_null != NULL && b->active[p] > 0 &&
            !b->parts[p].model->kinematic)
            measure_part(b, p, from, to, h);
    }
}

// A twelfth of a radian within a substep, of twice the spin.
int32_t spin_substeps(const supple_body* b, double h) {
    SUPPLE_ASSERT(h > 0.0);
    double most = 0.0;
    for (int32_t p = 0; p < b->part_count; ++p)
        if (b->spins[p].on && norm(b->spins[p].w, 3) > most)
            most = norm(b->spins[p].w, 3);
    double count = 24.0 * most * h + 1.0;
    return count < SPIN_MOST_SUBSTEPS ? (int32_t)count : SPIN_MOST_SUBSTEPS; // also if not a number
}

// out += amount row; returns row x. One pass over the row, which is what costs.
static float pass_row(int32_t count, const float* restrict row, const float* restrict x,
                      float amount, float* restrict out) {
    lanes sum = lanes_all(0.0f), fraction = lanes_all(amount);
    int32_t k = 0;
    for (; k + LANES <= count; k += LANES) {
        lanes numbers = lanes_load(row + k);
        sum = lanes_more(sum, numbers, lanes_load(x + k));
        lanes_store(out + k, lanes_more(lanes_load(out + k), numbers, fraction));
    }
    float rest = lanes_sum(sum);
    for (; k < count; ++k) {
        rest += row[k] * x[k];
        out[k] += row[k] * amount;
    }
    return rest;
}

// out <- sum_ab n_ab P_ab x for the active coordinates of a part.
static void couple(const body_part* part, int32_t active, const double n[3][3], const float* x,
                   float* out) {
    static const int axis[6][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {1, 2}, {2, 0}};
    size_t count = (size_t)part->count;
    memset(out, 0, sizeof(float) * (size_t)active);
    for (int m = 0; m < 6; ++m) {
        const float* P = part->asset.coupling_or_null + (size_t)m * count * count;
        float direct = (float)n[axis[m][0]][axis[m][1]];
        float turned = m < 3 ? 0.0f : (float)n[axis[m][1]][axis[m][0]];
        if (direct == 0.0f && turned == 0.0f)
            continue;
        for (int32_t i = 0; i < active; ++i) {
            float sum = pass_row(active, P + (size_t)i * count, x, turned * x[i], out);
            out[i] += direct * sum;
        }
    }
}

// v <- v - h sum_ab n_ab P_ab x
static void kick(supple_body* b, int32_t p, const double n[3][3], const float* x, float h) {
    const body_part* part = &b->parts[p];
    float *v = b->v + part->first, *force = b->turned[1] + part->first;
    couple(part, b->active[p], n, x + part->first, force);
    for (int32_t i = 0; i < b->active[p]; ++i)
        v[i] = body_bounded(v[i] - h * force[i]);
}

// The spin that flesh feels in a substep of h seconds.
static void find_felt(const supple_body* b, int32_t p, float h, double w[3]) {
    double turn = norm(b->spins[p].w, 3) * (double)h,
           cut = turn > SPIN_MOST_TURN ? SPIN_MOST_TURN / turn : 1.0;
    for (int k = 0; k < 3; ++k)
        w[k] = cut * b->spins[p].w[k];
}

// Displaced flesh is thrown outwards.
static void throw_out(supple_body* b, int32_t p, const double w[3], float h) {
    double cross[3][3], n[3][3];
    cross_matrix(w, cross);
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
            n[i][j] =
                cross[i][0] * cross[0][j] + cross[i][1] * cross[1][j] + cross[i][2] * cross[2][j];
    kick(b, p, (const double(*)[3])n, b->q, h);
}

// Velocities turn: exp(-h C) v, C = 2 sum_c w_c G^c.
static void turn_velocity(supple_body* b, int32_t p, const double w[3], float h) {
    const body_part* part = &b->parts[p];
    int32_t active = b->active[p];
    float *v = b->v + part->first, *term = b->turned[0] + part->first,
          *next = b->turned[1] + part->first;
    const double twice[3] = {2.0 * w[0], 2.0 * w[1], 2.0 * w[2]};
    double cross[3][3];
    cross_matrix(twice, cross);
    double turn = norm(twice, 3) * (double)h, size = turn; // of a term against v: at most
    memcpy(term, v, sizeof(float) * (size_t)active);
    for (int order = 1; order <= 4 && size > TERM; size *= turn / ++order) {
        couple(part, active, (const double(*)[3])cross, term, next);
        for (int32_t i = 0; i < active; ++i) {
            term[i] = next[i] * (-h / (float)order);
            v[i] = body_bounded(v[i] + term[i]);
        }
    }
}

void spin_impulse(supple_body* b, double area) {
    for (int32_t p = 0; p < b->part_count; ++p)
        if (b->spins[p].on) {
            double n[3][3];
            cross_matrix(b->spins[p].turning, n);
            kick(b, p, (const double(*)[3])n, b->q, (float)area);
        }
}

void spin_before(supple_body* b, float h) {
    SUPPLE_ASSERT(h > 0.0f);
    for (int32_t p = 0; p < b->part_count; ++p)
        if (b->spins[p].on) {
            double w[3];
            find_felt(b, p, h, w);
            throw_out(b, p, w, 0.5f * h);
            turn_velocity(b, p, w, 0.5f * h);
        }
}

void spin_after(supple_body* b, float h) {
    SUPPLE_ASSERT(h > 0.0f);
    for (int32_t p = 0; p < b->part_count; ++p)
        if (b->spins[p].on) {
            double w[3];
            find_felt(b, p, h, w);
            turn_velocity(b, p, w, 0.5f * h);
            throw_out(b, p, w, 0.5f * h);
        }
}
