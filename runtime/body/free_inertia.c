// What a free body weighs, as it is deformed: inertia, and angular momentum of the flesh's own motion.
//
// A place of the flesh is x + phi q from the centre of mass, so the second moment of the mass is
// S0 + sum q_i (J_i + J_i^T) + sum q_i q_k P[i][k], and the inertia tr(S) - S: positive for any q. The
// flesh's angular momentum in the body's axes is sum q_i v_k phi_i x phi_k; its part without q is zero,
// because the shapes have no rotation in them. J and P are what bones use (numerics.md A4, A6).
// SPDX-License-Identifier: MIT
#include "runtime/base/assert.h"
#include "runtime/body/body.h"
#include "runtime/math/lanes.h"

#include <math.h>
#include <string.h>

// Of sqrt(mass) and of sqrt(inertia): nothing that moves is less than rounding leaves of a free shape.
static const double FREE_INERTIA_HELD = 1e-5;

static void tensor(const format_part* part, double out[3][3]) {
    const float* i = part->inertia;
    const double t[3][3] = {{i[0], i[3], i[5]}, {i[3], i[1], i[4]}, {i[5], i[4], i[2]}};
    memcpy(out, t, sizeof t);
}

// False when m is not clearly positive.
static bool invert(const double m[3][3], double out[3][3]) {
    double trace = m[0][0] + m[1][1] + m[2][2];
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k) {
            int a = (i + 1) % 3, b = (i + 2) % 3, c = (k + 1) % 3, d = (k + 2) % 3;
            out[k][i] = m[a][c] * m[b][d] - m[a][d] * m[b][c];
        }
    double det = m[0][0] * out[0][0] + m[0][1] * out[1][0] + m[0][2] * out[2][0];
    bool positive =
        trace > 0.0 && m[0][0] > 0.0 && out[2][2] > 0.0 && det > 1e-9 * trace * trace * trace;
    for (int i = 0; i < 9 && positive; ++i)
        out[i / 3][i % 3] /= det;
    return positive;
}

static bool moves_with_bones(const asset_part* p, size_t coord, double inertia) {
    double s[3] = {0.0, 0.0, 0.0}, j[3][3] = {{0.0}};
    for (size_t r = 0; r < p->record->part_bone_count; ++r) {
        const format_forcing* f = &p->forcing[r * p->record->coord_count + coord];
        for (int a = 0; a < 3; ++a) {
            s[a] += (double)f->s[a];
            for (int c = 0; c < 3; ++c)
                j[a][c] += (double)f->j[a][c];
        }
    }
    double most = 0.0, turned = 0.0;
    for (int a = 0; a < 3; ++a) {
        int c = (a + 1) % 3;
        most = fabs(s[a]) > most ? fabs(s[a]) : most;
        double about = fabs(j[a][c] - j[c][a] - s[a] * (double)p->record->centre[c] +
                            s[c] * (double)p->record->centre[a]);
        turned = about > turned ? about : turned;
    }
    return most > FREE_INERTIA_HELD * sqrt((double)p->record->mass) ||
           turned > FREE_INERTIA_HELD * sqrt(inertia);
}

// A body is free when all of its vertices belong to one part, and neither accelerating nor turning it
// moves any of its coordinates. With held flesh, one or the other does.
bool supple_asset_is_free(const supple_asset* asset) {
    asset_sections sections = asset_sections_of(asset);
    asset_part p = asset_part_at(&sections, 0);
    double inertia[3][3], inverse[3][3];
    if (asset->part_count != 1 || (int32_t)p.record->part_vertex_count != asset->vertex_count ||
        !(p.record->mass > 0.0f))
        return false;
    tensor(p.record, inertia);
    if (!invert((const double(*)[3])inertia, inverse))
        return false;
    double trace = inertia[0][0] + inertia[1][1] + inertia[2][2];
    for (size_t i = 0; i < p.record->coord_count; ++i)
        if (moves_with_bones(&p, i, trace))
            return false;
    return true;
}

// ---- deformed --------------------------------------------------------------------------

// s[a][b] += sum of q_i (J_i + J_i^T)
static void add_first(const supple_body* b, double s[3][3]) {
    const asset_part* p = &b->parts[0].asset;
    for (size_t r = 0; r < p->record->part_bone_count; ++r)
        for (int32_t i = 0; i < b->active[0]; ++i) {
            const format_forcing* f = &p->forcing[r * p->record->coord_count + (size_t)i];
            for (int a = 0; a < 3; ++a)
                for (int c = 0; c < 3; ++c)
                    s[a][c] += (double)b->q[i] * ((double)f->j[a][c] + (double)f->j[c][a]);
        }
}

// What coordinates say of a matrix P: q P q, and q P v - v P q.
typedef struct coupled {
    double square, spun;
} coupled;

// Columns side by side, each with the sums over its rows: u = q P and, where spin is asked for, v P.
static coupled couple(const float* P, size_t count, int32_t active, const float* q, const float* v,
                      bool spun) {
    coupled out = {0.0, 0.0};
    int32_t k = 0;
    for (; k + LANES <= active; k += LANES) {
        lanes by_q = lanes_all(0.0f), by_v = lanes_all(0.0f);
        float with_q[LANES], with_v[LANES];
        const float* row = P + k;
        for (int32_t i = 0; i < active; ++i, row += count) {
            by_q = lanes_more(by_q, lanes_all(q[i]), lanes_load(row));
            by_v = spun ? lanes_more(by_v, lanes_all(v[i]), lanes_load(row)) : by_v;
        }
        lanes_store(with_q, by_q);
        lanes_store(with_v, by_v);
        for (int32_t c = 0; c < LANES; ++c) {
            out.square += (double)(with_q[c] * q[k + c]);
            out.spun += (double)(with_q[c] * v[k + c]) - (double)(with_v[c] * q[k + c]);
        }
    }
    for (; k < active; ++k) {
        float with_q = 0.0f, with_v = 0.0f;
        for (int32_t i = 0; i < active; ++i) {
            with_q += q[i] * P[(size_t)i * count + (size_t)k];
            with_v += v[i] * P[(size_t)i * count + (size_t)k];
        }
        out.square += (double)(with_q * q[k]);
        out.spun += (double)(with_q * v[k]) - (double)(with_v * q[k]);
    }
    return out;
}

// s[a][b] += q P_ab q; stir from q P_ab v - q P_ba v.
static void add_second(const supple_body* b, double s[3][3], double stir[3]) {
    static const int axis[6][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {1, 2}, {2, 0}};
    size_t count = (size_t)b->parts[0].count;
    for (int m = 0; m < 6; ++m) {
        const float* P = b->parts[0].asset.coupling_or_null + (size_t)m * count * count;
        coupled by = couple(P, count, b->active[0], b->q, b->v, m >= 3);
        int a = axis[m][0], c = axis[m][1];
        s[a][c] += by.square;
        if (m >= 3) {
            s[c][a] += by.square;
            stir[3 - a - c] += by.spun;
        }
    }
}

void free_measure_now(const supple_body* b, free_measure* out) {
    SUPPLE_ASSERT(b->free);
    double rest[3][3];
    tensor(b->parts[0].asset.record, rest);
    memset(out->stir, 0, sizeof out->stir);
    if (b->state->options.spin && b->parts[0].asset.coupling_or_null != NULL) {
        double s[3][3] = {{0.0}}, stir[3] = {0.0, 0.0, 0.0};
        add_first(b, s);
        add_second(b, s, stir);
        double trace = s[0][0] + s[1][1] + s[2][2];
        for (int i = 0; i < 3; ++i)
            for (int k = 0; k < 3; ++k)
                out->inertia[i][k] = rest[i][k] + (i == k ? trace : 0.0) - s[i][k];
        if (invert((const double(*)[3])out->inertia, out->inverse)) {
            memcpy(out->stir, stir, sizeof stir);
            return;
        }
    }
    memcpy(out->inertia, rest, sizeof rest);
    invert((const double(*)[3])rest, out->inverse);
}
