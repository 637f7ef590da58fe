// How a free body turns: the implicit midpoint rule for its spin, solved by Newton (free.h has the argument).
// SPDX-License-Identifier: MIT
#include "runtime/base/assert.h"
#include "runtime/body/body.h"
#include "runtime/math/exact.h"
#include "runtime/math/vec3d.h"

#include <math.h>
#include <string.h>

// A turn of more than this is cut; nutation is then within 1e-3 of its angle a turn of the body.
static const double FREE_TURN_TURN = 0.1;

enum {
    MOST_TURNS = 16,
    FREE_TURN_ROUNDS =
        12 // of finding the mean spin; each gains two digits and more, from the first on
};

// The rotation about w by its length. None where that is so long, or no number, that any would be as good.
static void rotation(const double w[3], double out[3][3]) {
    const double most = 1e6; // rad
    double square = w[0] * w[0] + w[1] * w[1] + w[2] * w[2], angle = sqrt(square), s, c;
    if (!(square <= most * most)) {
        memcpy(out, (const double[3][3]){{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, 9 * sizeof(double));
        return;
    }
    exact_sincos(angle, &s, &c);
    // sin / angle and (1 - cos) / angle^2, which is half the square of sin(angle / 2) / (angle / 2)
    double along = angle > 1e-8 ? s / angle : 1.0, half, unused;
    exact_sincos(0.5 * angle, &half, &unused);
    double bow = angle > 1e-8 ? 2.0 * half * half / square : 0.5;
    const double x[3][3] = {{0.0, -w[2], w[1]}, {w[2], 0.0, -w[0]}, {-w[1], w[0], 0.0}};
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k)
            out[i][k] = (i == k ? 1.0 - bow * square : 0.0) + along * x[i][k] + bow * w[i] * w[k];
}

// One step of Newton's towards orthogonal: from rounding's distance, as near as numbers go.
static void straighten(double r[3][3]) {
    double out[3][3];
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k) {
            out[i][k] = 1.5 * r[i][k];
            for (int a = 0; a < 3; ++a)
                for (int b = 0; b < 3; ++b)
                    out[i][k] -= 0.5 * r[i][a] * r[b][a] * r[b][k];
        }
    memcpy(r, out, sizeof out);
}

// x of (1 - h / 2 inverse [momentum]) x = b, where [momentum] x is its cross product with x.
static void solve_turn(const double inverse[3][3], const double momentum[3], double h,
                       const double b[3], double x[3]) {
    double a[3][3];
    for (int k = 0; k < 3; ++k) {
        double unit[3] = {k == 0, k == 1, k == 2}, turned[3], column[3];
        cross3(momentum, unit, turned);
        times3(inverse, turned, column);
        for (int i = 0; i < 3; ++i)
            a[i][k] = unit[i] - 0.5 * h * column[i];
    }
    double c0[3], c1[3], c2[3]; // rows of the adjugate
    const double x0[3] = {a[0][0], a[1][0], a[2][0]}, x1[3] = {a[0][1], a[1][1], a[2][1]},
                 x2[3] = {a[0][2], a[1][2], a[2][2]};
    cross3(x1, x2, c0);
    cross3(x2, x0, c1);
    cross3(x0, x1, c2);
    double det = x0[0] * c0[0] + x0[1] * c0[1] + x0[2] * c0[2]; // 1 + a square: never 0
    x[0] = (c0[0] * b[0] + c0[1] * b[1] + c0[2] * b[2]) / det;
    x[1] = (c1[0] * b[0] + c1[1] * b[1] + c1[2] * b[2]) / det;
    x[2] = (c2[0] * b[0] + c2[1] * b[1] + c2[2] * b[2]) / det;
}

// The turn of h seconds with the spin at the mean of the momenta before and after it, all in the body's
// axes. `before` is the momentum before.
static void mean_turn(const free_measure* m, const double before[3], double h, double turn[3][3]) {
    double w[3], own[3], lately = INFINITY;
    for (int k = 0; k < 3; ++k)
        own[k] = before[k] - m->stir[k];
    times3(m->inverse, own, w);
    for (int round = 0; round < FREE_TURN_ROUNDS; ++round) {
        const double angle[3] = {h * w[0], h * w[1], h * w[2]};
        double after[3], mean[3], spin[3], missing[3], change[3], size = 0.0;
        rotation(angle, turn);
        times3_transposed(turn, before, after);
        for (int k = 0; k < 3; ++k) {
            mean[k] = 0.5 * (before[k] + after[k]);
            own[k] = mean[k] - m->stir[k];
        }
        times3(m->inverse, own, spin);
        for (int k = 0; k < 3; ++k) {
            missing[k] = spin[k] - w[k];
            size += fabs(missing[k]);
        }
        if (!(size < lately)) // rounding is all that is left
            return;
        lately = size;
        solve_turn(m->inverse, mean, h, missing, change);
        for (int k = 0; k < 3; ++k)
            w[k] += change[k];
    }
}

static void spin_of(const free_state* f, const free_measure* m, double spin[3]) {
    double own[3], w[3];
    times3_transposed(f->turn, f->momentum, own);
    for (int k = 0; k < 3; ++k)
        own[k] -= m->stir[k];
    times3(m->inverse, own, w);
    times3(f->turn, w, spin);
}

void free_spin(const supple_body* b, const free_measure* m, double spin[3]) {
    SUPPLE_ASSERT(b->free);
    spin_of(&b->state->free, m, spin);
}

void free_turn(free_state* f, const free_measure* m, double h) {
    SUPPLE_ASSERT(h >= 0.0);
    double spin[3];
    spin_of(f, m, spin);
    double angle = h * sqrt(spin[0] * spin[0] + spin[1] * spin[1] + spin[2] * spin[2]);
    int turns =
        angle < FREE_TURN_TURN * MOST_TURNS ? (int)(angle / FREE_TURN_TURN) + 1 : MOST_TURNS;
    for (int n = 0; n < turns; ++n) {
        double before[3], turn[3][3], next[3][3];
        times3_transposed(f->turn, f->momentum, before);
        mean_turn(m, before, h / turns, turn);
        for (int i = 0; i < 3; ++i)
            for (int k = 0; k < 3; ++k)
                next[i][k] = f->turn[i][0] * turn[0][k] + f->turn[i][1] * turn[1][k] +
                             f->turn[i][2] * turn[2][k];
        straighten(next);
        memcpy(f->turn, next, sizeof next);
    }
}
