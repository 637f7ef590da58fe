// Reduce the argument to a short interval, then sum the Taylor series there.
//
// Rejected: table methods (bigger than the rest of the runtime's arithmetic) and libm (its last bit
// is not ours). These run when coefficients are prepared, never in the inner loop of a step.
// SPDX-License-Identifier: MIT
#include "runtime/math/exact.h"

#include <stdint.h>
#include <string.h>

// 2^k by writing the exponent, for -1022 <= k <= 1023.
static double power_of_two(int k) {
    uint64_t bits = (uint64_t)(k + 1023) << 52;
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

// The nearest whole number, for |x| < 2^51: adding 1.5 * 2^52 leaves no room for a fraction.
static double nearest(double x) {
    const double big = 6755399441055744.0;
    return (x + big) - big;
}

double exact_exp(double x) {
    if (x != x)
        return x;
    if (x > 709.0)
        return power_of_two(1023) * power_of_two(1023);
    if (x < -708.0)
        return 0.0;
    // x = k ln 2 + r with |r| < 0.35. ln 2 is split so that k times its first part (32 bits) is
    // exact and the second part carries the rest.
    const double ln2_head = 0x1.62e42feep-1, ln2_tail = 0x1.a39ef35793c76p-33;
    double k = nearest(x * 0x1.71547652b82fep+0);
    double head = x - k * ln2_head, tail = k * ln2_tail, r = head - tail;
    double sum = 0.0; // r^2/2! + r^3/3! + ... + r^14/14!, over r^2
    for (int n = 14; n >= 2; --n) {
        static const double inverse_factorial[15] = {1.0,
                                                     1.0,
                                                     1.0 / 2,
                                                     1.0 / 6,
                                                     1.0 / 24,
                                                     1.0 / 120,
                                                     1.0 / 720,
                                                     1.0 / 5040,
                                                     1.0 / 40320,
                                                     1.0 / 362880,
                                                     1.0 / 3628800,
                                                     1.0 / 39916800,
                                                     1.0 / 479001600,
                                                     1.0 / 6227020800.0,
                                                     1.0 / 87178291200.0};
        sum = sum * r + inverse_factorial[n];
    }
    return (1.0 + (head + (r * r * sum - tail))) * power_of_two((int)k);
}

double exact_expm1(double x) {
    if (x > 0.35 || x < -0.35 || x != x)
        return exact_exp(x) - 1.0;
    double sum = 0.0; // x/2! + x^2/3! + ... + x^15/16!
    for (int n = 16; n >= 2; --n)
        sum = (1.0 + sum) * (x / n);
    return x + x * sum;
}

// sin(r + e) and cos(r + e) for |r| <= pi / 4, where e is what rounding took from r.
static void sincos_near_zero(double r, double e, double* sine, double* cosine) {
    double z = r * r;
    double s = 0.0, c = 0.0; // series over r^3 and over r^4
    for (int n = 17; n >= 3; n -= 2)
        s = s * (-z / ((n + 2) * (n + 1))) + 1.0;
    for (int n = 18; n >= 4; n -= 2)
        c = c * (-z / ((n + 2) * (n + 1))) + 1.0;
    *sine = r + (e * (1.0 - 0.5 * z) - r * z * s * (1.0 / 6.0));
    double half = 0.5 * z, w = 1.0 - half; // 1 - z/2 with its rounding error
    *cosine = w + (((1.0 - w) - half) + (z * z * c * (1.0 / 24.0) - r * e));
}

void exact_sincos(double x, double* sine, double* cosine) {
    if (!(x - x == 0.0)) { // infinite or not a number
        *sine = *cosine = x - x;
        return;
    }
    if (x > 0x1p50 || x < -0x1p50) { // whole turns are all that is left of such an angle
        *sine = 0.0, *cosine = 1.0;
        return;
    }
    // x = k pi/2 + r + e. pi/2 comes in parts of 33 bits, so that k times a part is exact.
    const double part1 = 0x1.921fb544p+0, part2 = 0x1.0b4611a6p-34, part3 = 0x1.3198a2e037073p-69;
    double k = nearest(x * 0x1.45f306dc9c883p-1);
    double a = x - k * part1, b = k * part2;
    double c = a - b, lost = ((a - c) - b) - k * part3;
    double r = c + lost, e = (c - r) + lost;
    double s, t;
    sincos_near_zero(r, e, &s, &t);
    switch ((int)((int64_t)k & 3)) { // the quadrant
    case 0:
        *sine = s, *cosine = t;
        break;
    case 1:
        *sine = t, *cosine = -s;
        break;
    case 2:
        *sine = -s, *cosine = -t;
        break;
    default:
        *sine = -t, *cosine = s;
    }
}

double exact_sin(double x) {
    double s, c;
    exact_sincos(x, &s, &c);
    return s;
}

double exact_cos(double x) {
    double s, c;
    exact_sincos(x, &s, &c);
    return c;
}

// atan(y / x) for 0 <= y <= x, x > 0: turn by the nearest of five known angles, then the series.
static double atan_octant(double y, double x) {
    static const double angle[5] = {0.0, 0x1.f5b75f92c80ddp-3, 0x1.dac670561bb4fp-2,
                                    0x1.4978fa3269ee1p-1, 0x1.921fb54442d18p-1};
    int i = (int)(4.0 * (y / x) + 0.5);
    double c = 0.25 * i;
    double u = (y - c * x) / (x + c * y); // tan of the difference, at most 1/8
    double z = u * u, sum = 0.0;
    for (int n = 17; n >= 3; n -= 2)
        sum = 1.0 / n - z * sum;
    return angle[i] + (u - u * z * sum);
}

double exact_atan2(double y, double x) {
    double ay = y < 0.0 ? -y : y, ax = x < 0.0 ? -x : x;
    if (ax == 0.0 && ay == 0.0)
        return 0.0;
    if (!(ax - ax == 0.0 && ay - ay == 0.0)) // infinite or not a number
        return (ax - ax) + (ay - ay);
    double t = ay <= ax ? atan_octant(ay, ax) : 0.5 * EXACT_PI - atan_octant(ax, ay);
    if (x < 0.0)
        t = EXACT_PI - t;
    return y < 0.0 ? -t : t;
}
