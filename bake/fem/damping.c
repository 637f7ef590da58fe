// From what is asked of damping to alpha and beta.
//
// With ratios x1 and x2 at w1 < w2 (rad/s), 2 x = alpha / w + beta w gives
//   beta  = 2 (x2 w2 - x1 w1) / (w2^2 - w1^2)
//   alpha = 2 w1 w2 (x1 w2 - x2 w1) / (w2^2 - w1^2)
// and neither is below 0 while x2 / x1 lies between w1 / w2 and w2 / w1.
// SPDX-License-Identifier: MIT
#include "bake/fem/damping.h"

#include "bake/base/assert.h"
#include "runtime/math/exact.h"

#include <math.h>

static const double FALL = 4.605170185988091368; // ln 100
static const double TWO_PI = 2.0 * EXACT_PI;
static const double DAMPING_ROUNDING = 1e-12; // of what it is compared with: no difference

static bool check_numbers(const damping* c, place where, report* r) {
    bool sound = true;
    if (!(c->alpha >= 0.0 && isfinite(c->alpha)))
        sound = report_error(r, where,
                             "damping: alpha is %g 1/s; it is a finite number of at least 0, or "
                             "the slowest modes would grow by themselves",
                             c->alpha);
    if (!(c->beta >= 0.0 && isfinite(c->beta)))
        sound = report_error(r, where,
                             "damping: beta is %g s; it is a finite number of at least 0, or the "
                             "fastest modes would grow by themselves",
                             c->beta);
    return sound;
}

// ---- by two ratios ---------------------------------------------------------------------

static bool check_ratios(const double hz[2], const double ratio[2], place where, report* r) {
    bool sound = true;
    for (int i = 0; i < 2; ++i) {
        if (!(hz[i] > 0.0 && isfinite(hz[i])))
            sound = report_error(r, where,
                                 "damping: a ratio is given at %g Hz; it needs a finite frequency "
                                 "above 0",
                                 hz[i]);
        if (!(ratio[i] >= 0.0 && isfinite(ratio[i])))
            sound = report_error(r, where,
                                 "damping: the ratio at %g Hz is %g; it is a finite number of at "
                                 "least 0 (flesh about 0.1; from 1 on nothing swings)",
                                 hz[i], ratio[i]);
    }
    if (sound && hz[0] == hz[1])
        sound = report_error(r, where,
                             "damping: both ratios are given at %g Hz; two different frequencies "
                             "are needed, such as those of the first and the last mode",
                             hz[0]);
    return sound;
}

static bool from_ratios(const damping_request* q, damping* out, place where, report* r) {
    if (!check_ratios(q->hz, q->ratio, where, r))
        return false;
    int low = q->hz[0] < q->hz[1] ? 0 : 1;
    double f1 = q->hz[low], f2 = q->hz[1 - low], x1 = q->ratio[low], x2 = q->ratio[1 - low];
    double w1 = TWO_PI * f1, w2 = TWO_PI * f2, s = f1 / f2;
    // Parts of the ratios, both free of units: x1 = a + b s, x2 = a s + b.
    double a = (x1 - x2 * s) / ((1.0 - s) * (1.0 + s));
    double b = (x2 - x1 * s) / ((1.0 - s) * (1.0 + s));
    a = fabs(a) <= DAMPING_ROUNDING * x2 ? 0.0 : a;
    b = fabs(b) <= DAMPING_ROUNDING * x1 ? 0.0 : b;
    if (a < 0.0)
        return report_error(r, where,
                            "damping: from %g at %g Hz to %g at %g Hz the ratio rises faster than "
                            "Rayleigh damping can: modes below %.4g Hz would grow by themselves; "
                            "at %g Hz it can be %.4g at most, or at %g Hz %.4g at least",
                            x1, f1, x2, f2, f1 * sqrt(-a / (b * s)), f2, x1 / s, f1, x2 * s);
    if (b < 0.0)
        return report_error(r, where,
                            "damping: from %g at %g Hz to %g at %g Hz the ratio falls faster than "
                            "Rayleigh damping can: modes above %.4g Hz would grow by themselves; "
                            "at %g Hz it must be %.4g at least, or at %g Hz %.4g at most",
                            x1, f1, x2, f2, f2 * sqrt(-a * s / b), f2, x1 * s, f1, x2 / s);
    *out = (damping){2.0 * a * w1, 2.0 * b / w2};
    for (int i = 0; i < 2; ++i)
        if (q->ratio[i] >= 1.0)
            report_note(r, where,
                        "damping: with a ratio of %g at %g Hz modes there do not swing but creep "
                        "back; below 1 they swing",
                        q->ratio[i], q->hz[i]);
    return true;
}

// ---- by seconds, by swings -------------------------------------------------------------

static double lowest_elastic(const double* values, int32_t count) {
    double lowest = INFINITY;
    for (int32_t i = 0; i < count; ++i)
        lowest = values[i] > 0.0 && values[i] < lowest ? values[i] : lowest;
    return lowest;
}

static bool no_elastic(place where, report* r) {
    return report_error(r, where,
                        "damping: there is no elastic mode that could die out; ask for more modes "
                        "than the rigid ones");
}

static bool from_seconds(double seconds, const double* values, int32_t count, damping* out,
                         place where, report* r) {
    if (!(seconds > 0.0 && isfinite(seconds)))
        return report_error(r, where,
                            "damping: motion is to die out in %g seconds; it needs a finite time "
                            "above 0",
                            seconds);
    double lowest = lowest_elastic(values, count);
    if (!isfinite(lowest))
        return no_elastic(where, r);
    double rate = FALL / seconds, w = sqrt(lowest);
    if (rate > w * (1.0 + DAMPING_ROUNDING))
        return report_error(r, where,
                            "damping: the slowest mode swings at %.4g Hz and needs %.4g seconds to "
                            "die out however it is damped, more than the %g asked for; give it "
                            "that time, or make the body stiffer",
                            w / TWO_PI, FALL / w, seconds);
    *out = (damping){rate, rate / lowest};
    return true;
}

static bool from_swings(double swings, const double* values, int32_t count, damping* out,
                        place where, report* r) {
    if (!(swings >= FALL / TWO_PI && isfinite(swings)))
        return report_error(r, where,
                            "damping: motion is to die out in %g swings; however it is damped it "
                            "takes %.3g of them",
                            swings, FALL / TWO_PI);
    double lowest = lowest_elastic(values, count);
    if (!isfinite(lowest))
        return no_elastic(where, r);
    return from_seconds(swings * TWO_PI / sqrt(lowest), values, count, out, where, r);
}

// ----------------------------------------------------------------------------------------

bool damping_find(const damping_request* q, const double* values, int32_t count, damping* out,
                  place where, report* r) {
    SUPPLE_ASSERT(count >= 0 && (count == 0 || values != NULL));
    switch (q->form) {
    case DAMPING_BY_NUMBERS:
        if (!check_numbers(&q->numbers, where, r))
            return false;
        *out = q->numbers;
        return true;
    case DAMPING_BY_RATIOS:
        return from_ratios(q, out, where, r);
    case DAMPING_BY_SECONDS:
        return from_seconds(q->seconds, values, count, out, where, r);
    case DAMPING_BY_SWINGS:
        return from_swings(q->swings, values, count, out, where, r);
    }
    return false;
}

double damping_of(const damping* c, double value) {
    SUPPLE_ASSERT(value >= 0.0);
    return 0.5 * (c->alpha + c->beta * value);
}

double damping_seconds(double value, double d) {
    double rate = d;
    if (value == 0.0)
        rate = 2.0 * d; // of its speed; nothing brings it back
    else if (d * d > value)
        rate = value / (d + sqrt(d * d - value)); // the slower root, without cancellation
    return rate > 0.0 ? FALL / rate : INFINITY;
}
