// Values by the recurrences of Legendre functions, with x and y in place of sines (Sloan 2013, Efficient Spherical Harmonic
// Evaluation).
// SPDX-License-Identifier: MIT
#include "bake/light/sh.h"

#include "bake/base/assert.h"

#include <string.h>

// [l][m] for m from 0: sqrt((2 l + 1) / (4 pi) (l - m)! / (l + m)!), times sqrt(2) for m > 0.
static const double NORM[SH_ORDER_MOST][SH_ORDER_MOST] = {
    {0.28209479177387814},
    {0.48860251190291992, 0.48860251190291998},
    {0.63078313050504009, 0.36418281019735976, 0.18209140509867988},
    {0.7463526651802308, 0.3046971996429772, 0.096353714754685155, 0.039336239328442907},
    {0.84628437532163447, 0.26761861742291571, 0.063078313050504001, 0.016858388283618388,
     0.0059603403376112026},
    {0.9356025796273888, 0.24157154730437169, 0.045652731285460234, 0.0093188247511476283,
     0.0021964680580751762, 0.00069458418713245519},
};

// Of the clamped cosine over pi, by band (Ramamoorthi & Hanrahan 2001).
static const double LOBE[SH_ORDER_MOST] = {1.0, 2.0 / 3.0, 0.25, 0.0, -1.0 / 24.0, 0.0};

typedef struct lanes {
    double at[SH_LANES];
} lanes;

// One order m after another: P the Legendre function without its power of the sine, c and s that power times cos and sin of m phi.
static void values(int32_t order, const lanes* x, const lanes* y, const lanes* z, lanes* out) {
    const lanes along = *z; // a copy: what is written cannot be it
    lanes c, s, diagonal;
    for (int i = 0; i < SH_LANES; ++i) {
        c.at[i] = diagonal.at[i] = 1.0;
        s.at[i] = 0.0;
    }
    for (int32_t m = 0; m < order; ++m) {
        lanes low = {{0}}, p = diagonal;
        for (int32_t l = m; l < order; ++l) {
            lanes *cosine = out + l * (l + 1) + m, *sine = out + l * (l + 1) - m, next;
            double norm = NORM[l][m], up = (2 * l + 1.0) / (l + 1 - m),
                   back = (l + m) / (l + 1.0 - m);
            for (int i = 0; i < SH_LANES; ++i) {
                sine->at[i] = norm * p.at[i] * s.at[i];
                cosine->at[i] = norm * p.at[i] * c.at[i]; // m of 0: the one that stays
                next.at[i] = up * along.at[i] * p.at[i] - back * low.at[i];
            }
            low = p;
            p = next;
        }
        for (int i = 0; i < SH_LANES; ++i) {
            double turned = x->at[i] * c.at[i] - y->at[i] * s.at[i];
            s.at[i] = x->at[i] * s.at[i] + y->at[i] * c.at[i];
            c.at[i] = turned;
            diagonal.at[i] *= 2 * m + 1;
        }
    }
}

void sh_basis(int32_t order, vec3 direction, double* out) {
    SUPPLE_ASSERT(order >= 1 && order <= SH_ORDER_MOST);
    lanes x = {{direction.x}}, y = {{direction.y}}, z = {{direction.z}}, all[SH_MOST];
    values(order, &x, &y, &z, all);
    for (int32_t k = 0; k < sh_count(order); ++k)
        out[k] = all[k].at[0];
}

void sh_add(int32_t order, int32_t count, const float* x, const float* y, const float* z,
            const float* weight, double* sum, double* weighted) {
    SUPPLE_ASSERT(order >= 1 && order <= SH_ORDER_MOST && count % SH_LANES == 0);
    lanes plain[SH_MOST] = {{{0}}}, total[SH_MOST] = {{{0}}}, all[SH_MOST];
    for (int32_t first = 0; first < count; first += SH_LANES) {
        lanes a, b, c, w;
        for (int i = 0; i < SH_LANES; ++i) {
            a.at[i] = x[first + i];
            b.at[i] = y[first + i];
            c.at[i] = z[first + i];
            w.at[i] = weight[first + i];
        }
        values(order, &a, &b, &c, all);
        for (int32_t k = 0; k < sh_count(order); ++k)
            for (int i = 0; i < SH_LANES; ++i) {
                plain[k].at[i] += all[k].at[i];
                total[k].at[i] += w.at[i] * all[k].at[i];
            }
    }
    for (int32_t k = 0; k < sh_count(order); ++k)
        for (int i = 0; i < SH_LANES; ++i) {
            sum[k] += plain[k].at[i];
            weighted[k] += total[k].at[i];
        }
}

void sh_open_surface(int32_t order, vec3 normal, double* out) {
    sh_basis(order, normal, out);
    for (int32_t l = 0; l < order; ++l)
        for (int32_t m = -l; m <= l; ++m)
            out[l * (l + 1) + m] *= LOBE[l];
}

sh_turn sh_turn_by(int32_t order, quat turn) {
    vec3 x = quat_rotate(turn, v3(1, 0, 0)), y = quat_rotate(turn, v3(0, 1, 0)),
         z = quat_rotate(turn, v3(0, 0, 1));
    const double rows[3][3] = {{x.x, y.x, z.x}, {x.y, y.y, z.y}, {x.z, y.z, z.z}};
    return sh_turn_of(order, rows);
}
