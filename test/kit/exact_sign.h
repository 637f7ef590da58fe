// Signs of small determinants of doubles, exact by plain integers: a double is a whole number of 2^-200, and products
// of three of those are whole numbers of two hundred digits, multiplied as at school. (What a double has below 2^-200 is cut
// off: it has digits there only if it is smaller than 1e-44.)
//
// bake/mesh/predicates.h answers the same by expansions of doubles. This way shares nothing with it, is slow where
// rounding cannot tell (some microseconds) and has nothing in it that could be subtly wrong.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/assert.h"
#include "bake/base/vec.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { WHOLE_LIMBS = 12, WHOLE_GRID = 200, WHOLE_LARGEST = 50 }; // bits below and above one

// Two's complement, the lowest limb first.
typedef struct whole {
    uint64_t limb[WHOLE_LIMBS];
} whole;

static inline whole whole_negative(whole a) {
    unsigned carry = 1;
    for (int i = 0; i < WHOLE_LIMBS; ++i) {
        a.limb[i] = ~a.limb[i] + carry;
        carry = carry && a.limb[i] == 0;
    }
    return a;
}

static inline whole whole_sum(whole a, const whole* b) {
    unsigned carry = 0;
    for (int i = 0; i < WHOLE_LIMBS; ++i) {
        uint64_t sum = a.limb[i] + b->limb[i], all = sum + carry;
        carry = sum < a.limb[i] || all < sum;
        a.limb[i] = all;
    }
    return a;
}

static inline whole whole_difference(const whole* a, const whole* b) {
    whole minus = whole_negative(*b);
    return whole_sum(*a, &minus);
}

static inline int whole_sign(const whole* a) {
    if (a->limb[WHOLE_LIMBS - 1] >> 63 != 0)
        return -1;
    for (int i = 0; i < WHOLE_LIMBS; ++i)
        if (a->limb[i] != 0)
            return 1;
    return 0;
}

// Modulo 2^(64 WHOLE_LIMBS), which is right for either sign while the product fits.
static inline whole whole_product(const whole* a, const whole* b) {
    whole out = {0};
    for (int i = 0; i < WHOLE_LIMBS; ++i) {
        uint64_t carry = 0;
        for (int k = 0; i + k < WHOLE_LIMBS && a->limb[i] != 0; ++k) {
            unsigned __int128 sum =
                (unsigned __int128)a->limb[i] * b->limb[k] + out.limb[i + k] + carry;
            out.limb[i + k] = (uint64_t)sum;
            carry = (uint64_t)(sum >> 64);
        }
    }
    return out;
}

// x 2^WHOLE_GRID.
static inline whole whole_of(double x) {
    whole out = {0};
    if (x == 0.0)
        return out;
    int exponent;
    double part = frexp(fabs(x), &exponent);
    int shift = exponent - 53 + WHOLE_GRID;
    SUPPLE_ASSERT(isfinite(x) && exponent <= WHOLE_LARGEST);
    uint64_t digits = (uint64_t)ldexp(part, 53);
    if (shift < 0) {
        digits = shift > -64 ? digits >> -shift : 0;
        shift = 0;
    }
    unsigned __int128 bits = (unsigned __int128)digits << shift % 64;
    out.limb[shift / 64] = (uint64_t)bits;
    out.limb[shift / 64 + 1] = (uint64_t)(bits >> 64);
    return x < 0.0 ? whole_negative(out) : out;
}

static inline whole whole_from(double x, double origin) {
    whole a = whole_of(x), b = whole_of(origin);
    return whole_difference(&a, &b);
}

// a d - b c.
static inline whole whole_det2(const whole* a, const whole* b, const whole* c, const whole* d) {
    whole left = whole_product(a, d), right = whole_product(b, c);
    return whole_difference(&left, &right);
}

// ---- by doubles where they can tell ------------------------------------------------------

// Errors of the determinants below in units of the sum of their products' sizes; a third more than they can be.
static const double EXACT_SURE = 1e-15;
// Below it products lose digits to the smallest doubles.
static const double EXACT_SMALL = 1e-280;

// The sign of (b - a) x (c - a) in a plane: u and v are the axes that are kept.
static inline int exact_sign2(vec3 a, vec3 b, vec3 c, int u, int v) {
    const double *p = &a.x, *q = &b.x, *r = &c.x;
    double left = (q[u] - p[u]) * (r[v] - p[v]), right = (q[v] - p[v]) * (r[u] - p[u]);
    if (fabs(left - right) > fmax(EXACT_SMALL, EXACT_SURE * (fabs(left) + fabs(right))))
        return left > right ? 1 : -1;
    whole qu = whole_from(q[u], p[u]), rv = whole_from(r[v], p[v]), qv = whole_from(q[v], p[v]),
          ru = whole_from(r[u], p[u]);
    whole det = whole_det2(&qu, &qv, &ru, &rv);
    return whole_sign(&det);
}

static inline int exact_sign3_whole(vec3 a, vec3 b, vec3 c, vec3 d) {
    const double* rows[3] = {&b.x, &c.x, &d.x};
    whole m[3][3], det = {0};
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k)
            m[i][k] = whole_from(rows[i][k], (&a.x)[k]);
    for (int k = 0; k < 3; ++k) {
        whole minor = whole_det2(&m[1][(k + 1) % 3], &m[1][(k + 2) % 3], &m[2][(k + 1) % 3],
                                 &m[2][(k + 2) % 3]);
        whole part = whole_product(&m[0][k], &minor);
        det = whole_sum(part, &det);
    }
    return whole_sign(&det);
}

// The sign of det(b - a, c - a, d - a): of the volume of a tetrahedron.
static inline int exact_sign3(vec3 a, vec3 b, vec3 c, vec3 d) {
    vec3 p = v3_sub(b, a), q = v3_sub(c, a), r = v3_sub(d, a);
    double s[6] = {p.x * q.y * r.z, p.y * q.z * r.x, p.z * q.x * r.y,
                   p.z * q.y * r.x, p.x * q.z * r.y, p.y * q.x * r.z};
    double det = 0.0, size = 0.0;
    for (int i = 0; i < 6; ++i) {
        det += i < 3 ? s[i] : -s[i];
        size += fabs(s[i]);
    }
    if (fabs(det) > fmax(EXACT_SMALL, EXACT_SURE * size))
        return det > 0.0 ? 1 : -1;
    return exact_sign3_whole(a, b, c, d);
}
