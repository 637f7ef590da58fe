// By Ivanic & Ruedenberg 1996 with their correction of 1998: each band from the one below it and the turn itself.
// SPDX-License-Identifier: MIT
#include "runtime/math/sh_turn.h"

#include "runtime/base/assert.h"

#include <math.h>

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

sh_turn sh_turn_of(int32_t order, const double turn[3][3]) {
    SUPPLE_ASSERT(order >= 1 && order <= SH_ORDER_MOST);
    sh_turn t = {.order = order, .bands = {1.0}};
    static const int axis[3] = {1, 2, 0}; // band 1 is (y, z, x)
    double* first = middle_of(&t, 1);
    for (int m = 0; m < 3 && order > 1; ++m)
        for (int n = 0; n < 3; ++n)
            first[3 * (m - 1) + n - 1] = turn[axis[m]][axis[n]];
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
