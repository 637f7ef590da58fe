// Damping: what was asked for is what the modes then do.
// SPDX-License-Identifier: MIT
#include "bake/fem/damping.h"
#include "runtime/math/exact.h"
#include "test/kit/check.h"

static const double TURN = 2.0 * EXACT_PI;

typedef struct answer {
    arena* memory;
    report r;
    damping c;
    bool ok;
} answer;

static answer ask(damping_request q, const double* values, int32_t count) {
    answer a = {.memory = arena_create(), .c = {-7.0, -7.0}};
    a.r = report_new(a.memory);
    a.ok = damping_find(&q, values, count, &a.c, place_none(), &a.r);
    return a;
}

static damping_request by_ratios(double hz_a, double ratio_a, double hz_b, double ratio_b) {
    return (damping_request){
        .form = DAMPING_BY_RATIOS, .hz = {hz_a, hz_b}, .ratio = {ratio_a, ratio_b}};
}

static damping_request by_seconds(double seconds) {
    return (damping_request){.form = DAMPING_BY_SECONDS, .seconds = seconds};
}

static double ratio_at(const damping* c, double hz) {
    double w = TURN * hz;
    return damping_of(c, w * w) / w;
}

// A mode let go from (q, v), after `seconds`, by fourth-order steps that are far finer than it.
static void swing(double value, double d, double seconds, double* q, double* v) {
    int steps = 20000;
    double h = seconds / steps;
    for (int i = 0; i < steps; ++i) {
        double x = *q, y = *v, dx[4], dy[4];
        for (int k = 0; k < 4; ++k) {
            double part = k == 0 ? 0.0 : k == 3 ? h : 0.5 * h;
            double at = x + (k > 0 ? part * dx[k - 1] : 0.0);
            dx[k] = y + (k > 0 ? part * dy[k - 1] : 0.0);
            dy[k] = -2.0 * d * dx[k] - value * at;
        }
        *q += h / 6.0 * (dx[0] + 2.0 * dx[1] + 2.0 * dx[2] + dx[3]);
        *v += h / 6.0 * (dy[0] + 2.0 * dy[1] + 2.0 * dy[2] + dy[3]);
    }
}

TEST(two_ratios_are_met_in_whatever_order_they_are_given) {
    static const double ratios[][2] = {{0.1, 0.1}, {0.02, 0.05}, {0.3, 0.2}, {0.5, 2.0}, {0, 0}};
    for (size_t i = 0; i < sizeof ratios / sizeof *ratios; ++i)
        for (int displacement = 0; displacement < 2; ++displacement) {
            double f[2] = {1.5, 12.0}, x[2] = {ratios[i][0], ratios[i][1]};
            answer a = ask(by_ratios(f[displacement], x[displacement], f[1 - displacement],
                                     x[1 - displacement]),
                           NULL, 0);
            CHECK(a.ok && a.r.error_count == 0 && a.c.alpha >= 0.0 && a.c.beta >= 0.0);
            CHECK_NEAR(ratio_at(&a.c, f[0]), x[0], 1e-15);
            CHECK_NEAR(ratio_at(&a.c, f[1]), x[1], 1e-15);
            CHECK(a.r.count == (x[1] >= 1.0)); // noted, not refused
            arena_destroy(a.memory);
        }
}

TEST(ratios_at_the_limit_give_pure_drag_or_pure_viscosity) {
    answer drag = ask(by_ratios(2.0, 0.3, 6.0, 0.1), NULL, 0);
    answer flesh = ask(by_ratios(2.0, 0.1, 6.0, 0.3), NULL, 0);
    CHECK(drag.ok && drag.c.beta == 0.0 && flesh.ok && flesh.c.alpha == 0.0);
    CHECK_NEAR(drag.c.alpha, 2.0 * 0.3 * TURN * 2.0, 1e-14);
    CHECK_NEAR(flesh.c.beta, 2.0 * 0.1 / (TURN * 2.0), 1e-16);
    arena_destroy(drag.memory);
    arena_destroy(flesh.memory);
}

// The sentences' frequency is where the straight formula changes its sign, and their advice holds.
TEST(ratios_that_would_feed_some_modes_are_refused_with_ratios_that_do_not) {
    static const struct {
        double x1, x2;
        const char *edge, *advice, *other;
    } cases[] = {
        {0.05, 0.4, "modes below 0.7184 Hz", "at 4 Hz it can be 0.2 at most",
         "at 1 Hz 0.1 at least"},
        {0.4, 0.05, "modes above 5.568 Hz", "at 4 Hz it must be 0.1 at least",
         "at 1 Hz 0.2 at most"},
    };
    for (int i = 0; i < 2; ++i) {
        double x1 = cases[i].x1, x2 = cases[i].x2, w1 = TURN, w2 = 4.0 * TURN;
        answer a = ask(by_ratios(1.0, x1, 4.0, x2), NULL, 0);
        CHECK(!a.ok && a.r.error_count == 1 && a.c.alpha == -7.0);
        CHECK(strstr(a.r.findings[0].text, cases[i].edge) != NULL);
        CHECK(strstr(a.r.findings[0].text, cases[i].advice) != NULL);
        CHECK(strstr(a.r.findings[0].text, cases[i].other) != NULL);
        damping wrong = {2.0 * w1 * w2 * (x1 * w2 - x2 * w1) / (w2 * w2 - w1 * w1),
                         2.0 * (x2 * w2 - x1 * w1) / (w2 * w2 - w1 * w1)};
        double edge = i == 0 ? 0.7184 : 5.568;
        CHECK(ratio_at(&wrong, edge - 0.001) * ratio_at(&wrong, edge + 0.001) < 0.0);
        arena_destroy(a.memory);
        answer better = ask(by_ratios(1.0, x1, 4.0, i == 0 ? 0.2 : 0.1), NULL, 0);
        answer also = ask(by_ratios(1.0, i == 0 ? 0.1 : 0.2, 4.0, x2), NULL, 0);
        CHECK(better.ok && also.ok);
        arena_destroy(better.memory);
        arena_destroy(also.memory);
    }
}

// (v + d q)^2 + (lambda - d^2) q^2 is the square of what the swing encloses: its hundredth part of a
// hundredth is left when the swing is at a hundredth, whatever the phase.
TEST(the_slowest_mode_is_at_a_hundredth_after_the_seconds_asked_for) {
    static const double values[] = {0.0, 0.0, 900.0, 144.0, 2500.0};
    for (int i = 0; i < 3; ++i) {
        double seconds = (const double[]){0.4, 1.0, 3.0}[i];
        answer a = ask(by_seconds(seconds), values, 5);
        CHECK(a.ok);
        double d = damping_of(&a.c, 144.0), q = 0.3, v = -1.7;
        double before = (v + d * q) * (v + d * q) + (144.0 - d * d) * q * q;
        swing(144.0, d, seconds, &q, &v);
        double after = (v + d * q) * (v + d * q) + (144.0 - d * d) * q * q;
        CHECK_NEAR(sqrt(after / before), 0.01, 1e-8);
        CHECK_NEAR(damping_seconds(144.0, d), seconds, 1e-14);
        arena_destroy(a.memory);
    }
}

// The first time is the shortest there is: critical damping, where a root knows half its digits.
TEST(no_higher_mode_takes_longer_or_has_a_smaller_ratio_than_the_slowest) {
    double w = 5.0, lowest = w * w;
    for (int i = 0; i < 4; ++i) {
        double seconds = 4.605170185988091 / w * (const double[]){1.0, 1.001, 2.0, 20.0}[i];
        answer a = ask(by_seconds(seconds), &lowest, 1);
        CHECK(a.ok);
        double least = damping_of(&a.c, lowest) / w;
        for (double value = lowest; value < 1e9; value *= 1.003) {
            double d = damping_of(&a.c, value);
            CHECK(damping_seconds(value, d) <= seconds * (1.0 + (i == 0 ? 1e-7 : 1e-14)));
            CHECK(d / sqrt(value) >= least * (1.0 - 1e-14));
        }
        // Any less beta, with the slowest mode damped as much, and the next one is below it.
        damping less = {1.01 * a.c.alpha, 0.99 * a.c.beta};
        CHECK_NEAR(damping_of(&less, lowest), damping_of(&a.c, lowest), 1e-14);
        CHECK(damping_of(&less, 1.005 * lowest) / sqrt(1.005 * lowest) < least);
        arena_destroy(a.memory);
    }
}

// The creep of an over-damped mode that starts on its slower root stays on it.
TEST(an_over_damped_mode_creeps_to_a_hundredth_in_its_own_time) {
    double value = 30.0, d = 40.0, seconds = damping_seconds(value, d);
    double rate = d - sqrt(d * d - value), q = 1.0, v = -rate;
    CHECK(seconds > damping_seconds(value, sqrt(value))); // more damping is slower here
    swing(value, d, seconds, &q, &v);
    CHECK_NEAR(q, 0.01, 1e-10);
}

TEST(the_speed_of_a_rigid_mode_is_at_a_hundredth_in_its_time_or_never) {
    damping c = {3.0, 0.1};
    double d = damping_of(&c, 0.0), q = 0.0, v = 2.0;
    CHECK(d == 1.5);
    swing(0.0, d, damping_seconds(0.0, d), &q, &v);
    CHECK_NEAR(v, 0.02, 1e-10);
    CHECK(isinf(damping_seconds(0.0, 0.0)) && isinf(damping_seconds(9.0, 0.0)));
}

TEST(a_body_cannot_die_out_faster_than_critical_damping_lets_it) {
    double lowest = TURN * TURN; // 1 Hz
    answer in_time = ask(by_seconds(0.7330), &lowest, 1);
    answer too_soon = ask(by_seconds(0.7329), &lowest, 1);
    CHECK(in_time.ok && !too_soon.ok && too_soon.r.error_count == 1);
    CHECK(strstr(too_soon.r.findings[0].text, "at 1 Hz and needs 0.7329 seconds") != NULL);
    arena_destroy(in_time.memory);
    arena_destroy(too_soon.memory);
}

TEST(what_is_no_damping_is_refused_with_its_own_sentence) {
    static const double values[] = {0.0, 4.0};
    static const struct {
        damping_request q;
        int32_t modes, errors;
        const char* word;
    } cases[] = {
        {{.numbers = {-1.0, 0.0}}, 2, 1, "alpha is -1"},
        {{.numbers = {0.0, -1.0}}, 2, 1, "beta is -1"},
        {{.numbers = {NAN, INFINITY}}, 2, 2, "alpha"},
        {{DAMPING_BY_RATIOS, .hz = {2.0, 2.0}, .ratio = {0.1, 0.2}}, 2, 1, "both ratios"},
        {{DAMPING_BY_RATIOS, .hz = {0.0, 2.0}, .ratio = {0.1, 0.2}}, 2, 1, "at 0 Hz"},
        {{DAMPING_BY_RATIOS, .hz = {1.0, INFINITY}, .ratio = {0.1, 0.2}}, 2, 1, "at inf Hz"},
        {{DAMPING_BY_RATIOS, .hz = {1.0, 2.0}, .ratio = {-0.1, NAN}}, 2, 2, "at 1 Hz is -0.1"},
        {{DAMPING_BY_SECONDS, .seconds = 0.0}, 2, 1, "in 0 seconds"},
        {{DAMPING_BY_SECONDS, .seconds = NAN}, 2, 1, "seconds"},
        {{DAMPING_BY_SECONDS, .seconds = INFINITY}, 2, 1, "seconds"},
        {{DAMPING_BY_SECONDS, .seconds = 2.0}, 1, 1, "no elastic mode"},
        {{DAMPING_BY_SECONDS, .seconds = 2.0}, 0, 1, "no elastic mode"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        answer a = ask(cases[i].q, values, cases[i].modes);
        CHECK(!a.ok && a.r.error_count == cases[i].errors);
        CHECK(strstr(a.r.findings[0].text, cases[i].word) != NULL);
        CHECK(a.c.alpha == -7.0 && a.c.beta == -7.0);
        arena_destroy(a.memory);
    }
    answer none = ask((damping_request){.numbers = {0.0, 0.0}}, values, 2);
    CHECK(none.ok && none.r.count == 0 && damping_of(&none.c, 4.0) == 0.0);
    arena_destroy(none.memory);
}

TEST_MAIN(CASE(two_ratios_are_met_in_whatever_order_they_are_given),
          CASE(ratios_at_the_limit_give_pure_drag_or_pure_viscosity),
          CASE(ratios_that_would_feed_some_modes_are_refused_with_ratios_that_do_not),
          CASE(the_slowest_mode_is_at_a_hundredth_after_the_seconds_asked_for),
          CASE(no_higher_mode_takes_longer_or_has_a_smaller_ratio_than_the_slowest),
          CASE(an_over_damped_mode_creeps_to_a_hundredth_in_its_own_time),
          CASE(the_speed_of_a_rigid_mode_is_at_a_hundredth_in_its_time_or_never),
          CASE(a_body_cannot_die_out_faster_than_critical_damping_lets_it),
          CASE(what_is_no_damping_is_refused_with_its_own_sentence))
