// Monotone cubic interpolation with the tangents of Brodlie (1980): a weighted harmonic mean of the
// slopes on both sides, zero where they differ in sign. Catmull-Rom was rejected: it overshoots.
// SPDX-License-Identifier: MIT
#include "scenes/curve.h"

static double slope(const curve_key* k) {
    return (k[1].value - k[0].value) / (k[1].time - k[0].time);
}

static double tangent(double before, double after, double length_before, double length_after) {
    if (before * after <= 0.0)
        return 0.0;
    double fraction = (length_before + 2.0 * length_after) / (3.0 * (length_before + length_after));
    return before * after / (fraction * after + (1.0 - fraction) * before);
}

double curve_hermite(double p, double v, double q, double w, double length, double t) {
    double s = t / length, r = 1.0 - s;
    return r * r * (1.0 + 2.0 * s) * p + s * s * (3.0 - 2.0 * s) * q +
           length * s * r * (r * v - s * w);
}

static double between(const curve_key* k, int32_t i, double left, double right, double time) {
    return curve_hermite(k[i].value, left, k[i + 1].value, right, k[i + 1].time - k[i].time,
                         time - k[i].time);
}

static double tangent_at(const curve_key* k, int32_t i) {
    return tangent(slope(k + i - 1), slope(k + i), k[i].time - k[i - 1].time,
                   k[i + 1].time - k[i].time);
}

static int32_t span_of(const curve_key* k, int32_t count, double time) {
    int32_t i = 0;
    while (i + 2 < count && time >= k[i + 1].time)
        ++i;
    return i;
}

double curve_at(const curve_key* k, int32_t count, double time) {
    if (time <= k[0].time)
        return k[0].value;
    if (time >= k[count - 1].time)
        return k[count - 1].value;
    int32_t i = span_of(k, count, time);
    double left = i > 0 ? tangent_at(k, i) : 0.0;
    double right = i + 2 < count ? tangent_at(k, i + 1) : 0.0;
    return between(k, i, left, right, time);
}

double curve_cycle(const curve_key* k, int32_t count, double time) {
    double period = k[count - 1].time - k[0].time;
    while (time < k[0].time)
        time += period;
    while (time >= k[count - 1].time)
        time -= period;
    double seam = tangent(slope(k + count - 2), slope(k), k[count - 1].time - k[count - 2].time,
                          k[1].time - k[0].time);
    int32_t i = span_of(k, count, time);
    double left = i > 0 ? tangent_at(k, i) : seam;
    double right = i + 2 < count ? tangent_at(k, i + 1) : seam;
    return between(k, i, left, right, time);
}
