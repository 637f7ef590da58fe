// The coupling of coordinates by a turning frame, as kicks before and after each exact substep.
//
// The Coriolis force turns velocities without changing their energy. An explicit kick would feed
// energy in, so its exponential is summed to fourth order. Both terms need P_ab[i][k] = phi_i,a M phi_k,b,
// from which G^c and A~ of NUMERICS A6 are sums: the baker gives six of the nine, P_ba is P_ab
// transposed. A part on several bones turns with their mean, by how strongly each pushes it.
// SPDX-License-Identifier: MIT
#include "runtime/spin.h"

#include <math.h>
#include <string.h>

// Beyond this much of the flesh's own stiffness the spin would tear linear flesh apart.
static const double SPIN_SHARE = 0.5;

enum { SPIN_MOST_SUBSTEPS = 16 };

// How much of the part each of its bones carries, by the force that it exerts; not normalised.
static double ride_weight(const body_part* part, int32_t ride) {
    const format_forcing* f = part->asset.forcing + (size_t)ride * part->count;
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

static void measure_part(supple_body* b, int32_t p, const frame_pose* from, const frame_pose* to,
                         double h) {
    const body_part* part = &b->parts[p];
    body_spin* spin = &b->spins[p];
    double w[3] = {0.0, 0.0, 0.0}, turning[3] = {0.0, 0.0, 0.0}, total = 0.0;
    for (int32_t r = 0; r < (int32_t)part->asset.record->ride_count; ++r) {
        int32_t c = part->carriers[r];
        double weight = ride_weight(part, r), wr[3];
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
    double most = SPIN_SHARE * b->lambda[part->first], square = norm(w, 3) * norm(w, 3);
    double cut = square > most ? sqrt(most / square) : 1.0;
    double rest = norm(turning, 3), cut_turning = rest > most ? most / rest : 1.0;
    double cross[3][3], change[3][3];
    for (int k = 0; k < 3; ++k)
        spin->w[k] = cut * w[k], turning[k] *= cut_turning;
    cross_matrix(spin->w, cross);
    cross_matrix(turning, change);
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
            spin->A[i][j] = change[i][j];
            for (int k = 0; k < 3; ++k)
                spin->A[i][j] += cross[i][k] * cross[k][j];
        }
    spin->on = square > 0.0 || rest > 0.0;
}

void spin_measure(supple_body* b, const frame_pose* from, const frame_pose* to, double h) {
    bool wanted = b->state->options.spin && b->state->still < 4 && b->state->history >= 2;
    for (int32_t p = 0; p < b->part_count; ++p) {
        b->spins[p].on = false;
        if (wanted && b->parts[p].asset.coupling_or_null != NULL && b->active[p] > 0)
            measure_part(b, p, from, to, h);
    }
}

// A twelfth of a radian within a substep, of twice the spin.
int32_t spin_substeps(const supple_body* b, double h) {
    double most = 0.0;
    for (int32_t p = 0; p < b->part_count; ++p)
        if (b->spins[p].on && norm(b->spins[p].w, 3) > most)
            most = norm(b->spins[p].w, 3);
    double count = 24.0 * most * h + 1.0;
    return count > SPIN_MOST_SUBSTEPS ? SPIN_MOST_SUBSTEPS : (int32_t)count;
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
            float sum = 0.0f, xi = turned * x[i];
            for (int32_t k = 0; k < active; ++k) {
                float value = P[(size_t)i * count + (size_t)k];
                sum += value * x[k];
                out[k] += value * xi;
            }
            out[i] += direct * sum;
        }
    }
}

static void kick_part(supple_body* b, int32_t p, float h) {
    const body_part* part = &b->parts[p];
    int32_t active = b->active[p];
    float *v = b->v + part->first, *term = b->turned[0] + part->first,
          *next = b->turned[1] + part->first;
    double twice[3][3];
    const double w[3] = {2.0 * b->spins[p].w[0], 2.0 * b->spins[p].w[1], 2.0 * b->spins[p].w[2]};
    cross_matrix(w, twice);
    couple(part, active, b->spins[p].A, b->q + part->first, term);
    for (int32_t i = 0; i < active; ++i)
        v[i] -= h * term[i];
    memcpy(term, v, sizeof(float) * (size_t)active);
    for (int order = 1; order <= 4; ++order) {
        couple(part, active, (const double(*)[3])twice, term, next);
        for (int32_t i = 0; i < active; ++i) {
            term[i] = next[i] * (-h / (float)order);
            v[i] += term[i];
        }
    }
}

void spin_kick(supple_body* b, float h) {
    for (int32_t p = 0; p < b->part_count; ++p)
        if (b->spins[p].on)
            kick_part(b, p, h);
}
