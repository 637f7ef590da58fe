// Ticks at 1, 2 or 5 times a power of ten (Heckbert 1990, "Nice numbers for graph labels").
//
// The logarithm is a series of + - * / on an exact split of the number, so that a plot has the same
// bytes from every compiler.
// SPDX-License-Identifier: MIT
#include "bake/export/plot_axis.h"

#include "bake/base/assert.h"

#include <math.h>

static const double value_max = 1e300; // twice that is still finite

static double log10_of(double x) {
    int exponent;
    double m = frexp(x, &exponent); // exact; m in [1/2, 1)
    if (m < 0.70710678118654752) {
        m *= 2.0;
        --exponent;
    }
    double t = (m - 1.0) / (m + 1.0), t2 = t * t, sum = 0.0; // ln m = 2 artanh t
    for (int k = 27; k >= 1; k -= 2)
        sum = sum * t2 + 1.0 / k;
    return (exponent * 0.69314718055994531 + 2.0 * t * sum) / 2.30258509299404568;
}

// 10^k as the nearest double up to k = 22, within a few units beyond.
static double power10(int k) {
    double p = 1.0;
    for (int i = k < 0 ? -k : k; i > 0; --i)
        p *= 10.0;
    return k < 0 ? 1.0 / p : p;
}

bool axis_shows(const plot_axis* a, double value) {
    return isfinite(value) && fabs(value) <= value_max && (!a->log || value >= 1.0 / value_max);
}

void axis_include(plot_axis* a, double value) {
    double v = a->log ? log10_of(value) : value;
    a->low = !a->any || v < a->low ? v : a->low;
    a->high = !a->any || v > a->high ? v : a->high;
    a->any = true;
}

static void settle(plot_axis* a) {
    if (!a->any) {
        a->low = 0.0;
        a->high = 1.0;
    }
    double middle = 0.5 * (a->low + a->high), least = a->log ? 1e-6 : fabs(middle) * 1e-9;
    if (a->high - a->low <= least) { // as good as one value: room at both sides
        double room = a->log ? 0.5 : middle != 0.0 ? 0.1 * fabs(middle) : 1.0;
        a->low = middle - room;
        a->high = middle + room;
    }
}

static void add_tick(plot_axis* a, double v, double label) {
    double at = (v - a->low) / (a->high - a->low);
    if (at < -1e-9 || at > 1.0 + 1e-9 || a->tick_count == AXIS_TICKS_MAX)
        return;
    axis_tick* t = &a->ticks[a->tick_count++];
    t->at = at < 0.0 ? 0.0 : at > 1.0 ? 1.0 : at;
    t->label[0] = 0;
    if (!isnan(label))
        number_out(label, t->label);
}

static void linear_ticks(plot_axis* a, int32_t wanted, bool round) {
    double rough = (a->high - a->low) / wanted;
    int power = (int)floor(log10_of(rough));
    double unit = power10(power), times = rough / unit;
    int digit = times <= 1.0 ? 1 : times <= 2.0 ? 2 : times <= 5.0 ? 5 : 10;
    double step = digit * unit;
    if (round) {
        a->low = floor(a->low / step + 1e-9) * step;
        a->high = ceil(a->high / step - 1e-9) * step;
    }
    double first = ceil(a->low / step - 1e-9);
    for (int i = 0; i < AXIS_TICKS_MAX; ++i) {
        double n = (first + i) * digit; // a whole number: labels do not end in ...0000001
        add_tick(a, (first + i) * step, power < 0 ? n / power10(-power) : n * unit);
    }
}

static void log_ticks(plot_axis* a, int32_t wanted, bool round) {
    if (round) {
        a->low = floor(a->low + 1e-9);
        a->high = ceil(a->high - 1e-9);
    }
    int first = (int)floor(a->low), last = (int)ceil(a->high), decades = last - first;
    int skip = decades / wanted + 1;
    bool few = a->high - a->low < 1.7; // then 2 and 5 are labelled too
    for (int k = first; k <= last; ++k)
        for (int digit = 1; digit < 10; ++digit) {
            bool labelled = (digit == 1 && k % skip == 0) || (few && (digit == 2 || digit == 5));
            if (!labelled && (decades > 4 || (digit == 1 && skip > 1)))
                continue;
            double value = k < 0 ? digit / power10(-k) : digit * power10(k);
            add_tick(a, k + log10_of(digit), labelled ? value : NAN);
        }
}

void axis_finish(plot_axis* a, int32_t wanted, bool round) {
    SUPPLE_ASSERT(wanted > 0);
    settle(a);
    a->tick_count = 0;
    if (a->log)
        log_ticks(a, wanted, round);
    else
        linear_ticks(a, wanted, round);
}

double axis_at(const plot_axis* a, double value) {
    return ((a->log ? log10_of(value) : value) - a->low) / (a->high - a->low);
}
