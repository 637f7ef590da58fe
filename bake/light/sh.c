// Values by the recurrences of Legendre functions, with x and y in place of sines (Sloan 2013, Efficient Spherical Harmonic
// Evaluation). Turns by Ivanic & Ruedenberg 1996 with their correction of 1998: each band from the one below it and the turn itself.
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

// ---- turns -----------------------------------------------------------------------------

// The block of a band, from its middle: element (m, n) is at[m * (2 l + 1) + n].
static double* middle_of(sh_turn* t, int32_t l) {
    int32_t first = 0;
    for (int32_t k = 0; k < l; ++k)
        first += (2 * k + 1) * (2 * k + 1);
    return t->bands + first + l * (2 * l + 1) + l;
}

typedef struct below {
    const double* turn; // band 1, from its middle
    const double* last; // band l - 1, from its middle
    int32_t l;
} below;

// Their P: row i of the turn times row a of the band below, for column b.
static double product(const below* s, int32_t i, int32_t a, int32_t b) {
    int32_t l = s->l;
    const double *r = s->turn + 3 * i, *row = s->last + a * (2 * l - 1);
    if (b == l)
        return r[1] * row[l - 1] - r[-1] * row[1 - l];
    if (b == -l)
        return r[1] * row[1 - l] + r[-1] * row[l - 1];
    return r[0] * row[b];
}

static double term_v(const below* s, int32_t m, int32_t n) {
    if (m == 0)
        return product(s, 1, 1, n) + product(s, -1, -1, n);
    if (m == 1)
        return product(s, 1, 0, n) * sqrt(2.0);
    if (m == -1)
        return product(s, -1, 0, n) * sqrt(2.0);
    return m > 0 ? product(s, 1, m - 1, n) - product(s, -1, 1 - m, n)
                 : product(s, 1, m + 1, n) + product(s, -1, -m - 1, n);
}

static double term_w(const below* s, int32_t m, int32_t n) {
    return m > 0 ? product(s, 1, m + 1, n) + product(s, -1, -m - 1, n)
                 : product(s, 1, m - 1, n) - product(s, -1, 1 - m, n);
}

static double element(const below* s, int32_t m, int32_t n) {
    int32_t l = s->l, a = m < 0 ? -m : m;
    double over = n == l || n == -l ? 2.0 * l * (2 * l - 1) : (double)(l + n) * (l - n);
    double u = sqrt((l + m) * (l - m) / over), w = -0.5 * sqrt((l - a - 1) * (l - a) / over),
           v = m == 0 ? -0.5 * sqrt(2.0 * (l - 1) * l / over)
                      : 0.5 * sqrt((l + a - 1) * (l + a) / over);
    // a factor of 0 stands before what lies outside the band below
    return (u != 0.0 ? u * product(s, 0, m, n) : 0.0) + v * term_v(s, m, n) +
           (m != 0 && w != 0.0 ? w * term_w(s, m, n) : 0.0);
}

sh_turn sh_turn_by(int32_t order, quat turn) {
    SUPPLE_ASSERT(order >= 1 && order <= SH_ORDER_MOST);
    sh_turn t = {.order = order, .bands = {1.0}};
    if (order < 2)
        return t;
    double* first = middle_of(&t, 1); // of (y, z, x)
    vec3 x = quat_rotate(turn, v3(1, 0, 0)), y = quat_rotate(turn, v3(0, 1, 0)),
         z = quat_rotate(turn, v3(0, 0, 1));
    const double rows[3][3] = {{y.y, z.y, x.y}, {y.z, z.z, x.z}, {y.x, z.x, x.x}};
    memcpy(first - 4, rows, sizeof rows);
    for (int32_t l = 2; l < order; ++l) {
        below s = {first, middle_of(&t, l - 1), l};
        double* to = middle_of(&t, l);
        for (int32_t m = -l; m <= l; ++m)
            for (int32_t n = -l; n <= l; ++n)
                to[m * (2 * l + 1) + n] = element(&s, m, n);
    }
    return t;
}

void sh_turn_apply(const sh_turn* t, const double* in, int32_t stride, double* out) {
    const double* block = t->bands;
    for (int32_t l = 0; l < t->order; ++l) {
        int32_t first = l * l, size = 2 * l + 1;
        for (int32_t m = 0; m < size; ++m) {
            double sum = 0.0;
            for (int32_t n = 0; n < size; ++n)
                sum += block[m * size + n] * in[(first + n) * stride];
            out[(first + m) * stride] = sum;
        }
        block += size * size;
    }
}
