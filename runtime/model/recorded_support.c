// The motion of the support: at one of a few speeds, within its limits.
//
// A free support either moves or spins (the baker refuses one that does both), so that its displacement is a sum of velocities and its
// turn a product of turns about its pivot; one that turns has an angle, and its turn is made of it without drift.
// SPDX-License-Identifier: MIT
#include "runtime/math/exact.h"
#include "runtime/model/recorded.h"

#include <math.h>

void recorded_support_begin(const asset_recorded* p, recorded_support* s) {
    for (int k = 0; k < 3; ++k)
        s->displacement[k] = (double)p->record->begin[k], s->turn[k] = 0.0;
    s->turn[3] = 1.0;
    s->speed = (int32_t)p->record->still;
}

static bool turns(const asset_recorded* p) {
    return p->record->support == FORMAT_SUPPORT_TURNS;
}

// How fast the displacement grows, 1/s.
static double drift(const asset_recorded* p, int32_t speed, int k) {
    const format_speed* s = &p->speeds[speed];
    return turns(p) ? (k == 0 ? (double)s->rate : 0.0) : (double)s->velocity[k];
}

double recorded_support_room(const asset_recorded* p, const recorded_support* s, int32_t speed) {
    const format_recorded* r = p->record;
    double room = INFINITY;
    for (int k = 0; k < 3; ++k) {
        double d = drift(p, speed, k), limit = (double)(d > 0.0 ? r->high[k] : r->low[k]);
        if (d == 0.0 || fabs(limit) >= (double)FORMAT_LARGEST)
            continue;
        double seconds = (limit - s->displacement[k]) / d;
        room = seconds < room ? seconds : room;
    }
    return room > 0.0 ? room : 0.0;
}

// to <- turn by w * seconds, then what it was
static void spin_on(double q[4], const float w[3], double seconds) {
    double rate = sqrt((double)w[0] * (double)w[0] + (double)w[1] * (double)w[1] +
                       (double)w[2] * (double)w[2]),
           sine, cosine;
    if (rate == 0.0)
        return;
    exact_sincos(0.5 * rate * seconds, &sine, &cosine);
    double a[4] = {sine * (double)w[0] / rate, sine * (double)w[1] / rate,
                   sine * (double)w[2] / rate, cosine};
    double to[4] = {a[3] * q[0] + a[0] * q[3] + a[1] * q[2] - a[2] * q[1],
                    a[3] * q[1] - a[0] * q[2] + a[1] * q[3] + a[2] * q[0],
                    a[3] * q[2] + a[0] * q[1] - a[1] * q[0] + a[2] * q[3],
                    a[3] * q[3] - a[0] * q[0] - a[1] * q[1] - a[2] * q[2]};
    double length = sqrt(to[0] * to[0] + to[1] * to[1] + to[2] * to[2] + to[3] * to[3]);
    for (int k = 0; k < 4; ++k)
        q[k] = to[k] / length;
}

void recorded_support_pass(const asset_recorded* p, recorded_support* s, double seconds) {
    const format_recorded* r = p->record;
    for (int k = 0; k < 3; ++k) {
        double to = s->displacement[k] + drift(p, s->speed, k) * seconds;
        double low = (double)r->low[k], high = (double)r->high[k];
        s->displacement[k] = to < low ? low : to > high ? high : to;
    }
    if (!turns(p))
        spin_on(s->turn, p->speeds[s->speed].spin, seconds);
}

static void matrix_of(const double q[4], double m[3][3]) {
    double x = q[0], y = q[1], z = q[2], w = q[3];
    double of[3][3] = {{1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - z * w), 2.0 * (x * z + y * w)},
                       {2.0 * (x * y + z * w), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - x * w)},
                       {2.0 * (x * z - y * w), 2.0 * (y * z + x * w), 1.0 - 2.0 * (x * x + y * y)}};
    for (int i = 0; i < 9; ++i)
        m[i / 3][i % 3] = of[i / 3][i % 3];
}

// X -> turn (X - pivot) + pivot + shift, metres.
static void motion_of(const asset_recorded* p, const recorded_support* s, double turn[3][3],
                      double shift[3]) {
    const format_recorded* r = p->record;
    double q[4] = {s->turn[0], s->turn[1], s->turn[2], s->turn[3]}, sine;
    if (turns(p)) {
        double x = r->axis[0], y = r->axis[1], z = r->axis[2], length = sqrt(x * x + y * y + z * z);
        exact_sincos(0.5 * (s->displacement[0] - (double)r->begin[0]), &sine, &q[3]);
        for (int k = 0; k < 3; ++k)
            q[k] = sine * (double)r->axis[k] / length;
    }
    matrix_of(q, turn);
    for (int k = 0; k < 3; ++k)
        shift[k] = turns(p) ? 0.0 : s->displacement[k] - (double)r->begin[k];
}

void recorded_support_carry(const asset_recorded* p, const recorded_support* s, double metres,
                            float rows[12]) {
    double turn[3][3], shift[3], place[3];
    motion_of(p, s, turn, shift);
    for (int i = 0; i < 3; ++i) {
        place[i] = (double)p->record->pivot[i] + shift[i];
        for (int k = 0; k < 3; ++k)
            place[i] -= turn[i][k] * (double)p->record->pivot[k];
        place[i] /= metres;
    }
    for (int i = 0; i < 3; ++i) {
        double a[3] = {rows[4 * i], rows[4 * i + 1], rows[4 * i + 2]}, at = rows[4 * i + 3];
        for (int k = 0; k < 3; ++k) {
            rows[4 * i + k] = (float)(a[0] * turn[0][k] + a[1] * turn[1][k] + a[2] * turn[2][k]);
            at += a[k] * place[k];
        }
        rows[4 * i + 3] = (float)at;
    }
}
