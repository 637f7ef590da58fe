// The step of an oscillator against 40-digit numbers, other people's forms of it, and its laws.
// SPDX-License-Identifier: MIT
#include "runtime/math/exact.h"
#include "runtime/model/propagator.h"
#include "test/kit/check.h"
#include "test/kit/oscillator_oracle.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

TEST(every_regime_agrees_with_forty_digits) {
    for (int i = 0; i < COUNT(oracle_steps); ++i) {
        const oracle_step* o = &oracle_steps[i];
        propagator_matrix m = propagator_of(o->lambda, o->decay, o->h);
        CHECK_NEAR(m.e11, o->e11, 1e-13);
        CHECK_NEAR(m.e22, o->e22, 1e-13);
        CHECK_NEAR(m.e12, o->e12, 1e-13 * o->h);
        CHECK_NEAR(m.e12, o->g2, 1e-13 * o->h);
        CHECK_NEAR(m.e21, o->e21, 1e-13 * o->lambda * o->h);
        CHECK_NEAR(m.g1, o->g1, 1e-13 * fabs(o->g1));
    }
}

TEST(steps_of_unequal_length_are_exact) {
    for (int i = 0; i < COUNT(oracle_all_series); ++i) {
        const oracle_series* o = &oracle_all_series[i];
        double q = 0.0, v = 0.5;
        for (int k = 0; k < ORACLE_SERIES_STEPS; ++k) {
            propagator_matrix m = propagator_of(o->lambda, o->decay, oracle_series_h[k]);
            double f = oracle_series_f[k], next = m.e11 * q + m.e12 * v + m.g1 * f;
            v = m.e21 * q + m.e22 * v + m.e12 * f;
            q = next;
            CHECK_NEAR(q, o->qv[k][0], 1e-13);
            CHECK_NEAR(v, o->qv[k][1], 1e-12);
        }
    }
}

TEST(it_is_the_complex_form_of_hauser_without_its_trouble_near_critical_damping) {
    for (int i = 0; i < COUNT(oracle_hausers); ++i)
        for (int k = 1; k < 5; ++k) { // the first is t = 0
            const oracle_hauser* o = &oracle_hausers[i];
            double decay = 0.5 * (o->alpha1 * o->lambda + o->alpha2);
            propagator_matrix m = propagator_of(o->lambda, decay, o->t[k]);
            CHECK_NEAR(m.e11 * o->z0 + m.e12 * o->v0, o->z[k], 1e-12);
            CHECK_NEAR(m.e12, o->impulse[k], 1e-12);
        }
}

TEST(the_exact_two_tap_filter_follows_from_it) {
    for (int i = 0; i < COUNT(oracle_filters); ++i) {
        const oracle_filter* o = &oracle_filters[i];
        propagator_matrix m = propagator_of(o->omega * o->omega, o->ratio * o->omega, o->h);
        CHECK_NEAR(m.e11 + m.e22, o->a1, 1e-12);
        CHECK_NEAR(m.e12 * m.e21 - m.e11 * m.e22, o->a2, 1e-12);
        CHECK_NEAR(m.g1, o->b1, 1e-12 * fabs(o->b1));
        CHECK_NEAR(m.e12 * m.e12 - m.e22 * m.g1, o->b2, 1e-12 * fabs(o->b1));
        CHECK_NEAR(m.e12, o->impulse, 1e-12);
    }
}

// James & Pai 2002, eq. (19), with gamma = sign * arcsin(ratio).
static double printed_coefficient(double omega, double ratio, double h, double sign) {
    double damped = omega * sqrt(1.0 - ratio * ratio), e = exp(-ratio * omega * h);
    double theta = damped * h, gamma = sign * asin(ratio);
    return 2.0 * (e * cos(theta + gamma) - e * e * cos(2.0 * theta + gamma)) /
           (3.0 * omega * damped);
}

// What the filter makes of a constant force, over what it should.
static double printed_gain(double angle, double ratio, double sign) { // omega = 1
    double e = exp(-ratio * angle), c = cos(angle * sqrt(1.0 - ratio * ratio));
    return printed_coefficient(1.0, ratio, angle, sign) / (1.0 - 2.0 * e * c + e * e);
}

TEST(the_printed_filter_has_the_wrong_gain) {
    for (int i = 0; i < COUNT(oracle_filters); ++i) {
        const oracle_filter* o = &oracle_filters[i];
        CHECK_NEAR(printed_coefficient(o->omega, o->ratio, o->h, 1.0), o->printed, 1e-14);
        CHECK_NEAR(printed_coefficient(o->omega, o->ratio, o->h, -1.0), o->sign_mended, 1e-14);
    }
    static const double angles[4] = {0.05, 0.2, 1.0, 2.0}, ratios[4] = {0.01, 0.05, 0.1, 0.3};
    static const double gains[4][4] = {{1.26, 2.32, 3.63, 8.73},
                                       {1.05, 1.29, 1.59, 2.65},
                                       {0.69, 0.68, 0.66, 0.56},
                                       {0.049, 0.024, -0.003, -0.067}};
    for (int i = 0; i < 4; ++i)
        for (int k = 0; k < 4; ++k) {
            CHECK_NEAR(printed_gain(angles[i], ratios[k], 1.0), gains[i][k], 6e-3);
            propagator_matrix m = propagator_of(1.0, ratios[k], angles[i]);
            double at_rest = (m.g1 * (1.0 - m.e22) + m.e12 * m.e12) /
                             ((1.0 - m.e11) * (1.0 - m.e22) - m.e12 * m.e21);
            CHECK_NEAR(at_rest, 1.0, 1e-12); // ours: exactly what a constant force should give
        }
}

// Two taps at alternating 1/60 and 1/30 s, 10 Hz without damping: the product of the companion matrices
// has determinant 1, so its larger eigenvalue follows from its trace.
TEST(the_two_tap_filter_diverges_when_dt_changes_and_the_state_form_does_not) {
    double w = 20.0 * EXACT_PI, a = 2.0 * cos(w / 60.0), b = 2.0 * cos(w / 30.0);
    double trace = a * b - 2.0; // of [b -1; 1 0] [a -1; 1 0]
    CHECK(fabs(trace) / 2.0 + sqrt(trace * trace / 4.0 - 1.0) > 2.6);

    propagator_matrix m[2] = {propagator_of(w * w, 0.0, 1.0 / 60.0),
                              propagator_of(w * w, 0.0, 1.0 / 30.0)};
    double q = 1.0, v = 0.0;
    for (int k = 0; k < 1000; ++k) {
        double next = m[k % 2].e11 * q + m[k % 2].e12 * v;
        v = m[k % 2].e21 * q + m[k % 2].e22 * v;
        q = next;
    }
    CHECK_NEAR(q * q + v * v / (w * w), 1.0, 1e-11);
}

enum { N = 24 };

typedef struct row {
    float memory[PROPAGATOR_ROWS][N], q[N], v[N], f[N];
    propagator_table t;
} row;

// Coordinates from free to far beyond critical damping.
static void make(row* r, double h) {
    memset(r, 0, sizeof *r);
    r->t = (propagator_table){r->memory[0], N};
    for (int i = 0; i < N; ++i) {
        double w = i % 8 == 0 ? 0.0 : 0.05 * exact_exp(i % 8), ratio = 0.6 * (i / 8);
        propagator_matrix m = propagator_of(w * w, ratio * w, h);
        propagator_set(&r->t, i, &m);
        r->q[i] = i % 8 == 0 ? 0.0f : 1.0f;
    }
}

TEST(no_dt_gains_energy) {
    for (double h = 1e-5; h < 2000.0; h *= 3.7) {
        row r;
        make(&r, h);
        for (int k = 0; k < 2000; ++k)
            propagator_step(&r.t, 0, N, r.q, r.v, r.f);
        for (int i = 0; i < N; ++i) {
            double w = i % 8 == 0 ? 1.0 : 0.05 * exact_exp(i % 8);
            CHECK((double)r.q[i] * r.q[i] + r.v[i] / w * (r.v[i] / w) < 1.001);
        }
    }
}

TEST(a_constant_force_is_held_where_it_should_be) {
    row r;
    make(&r, 0.25);
    for (int i = 0; i < N; ++i)
        r.f[i] = 2.0f;
    for (int k = 0; k < 20000; ++k)
        propagator_step(&r.t, 0, N, r.q, r.v, r.f);
    for (int i = 8; i < N; ++i)
        if (i % 8 != 0) {
            double w = 0.05 * exact_exp(i % 8);
            CHECK_NEAR(r.q[i] * w * w, 2.0, 1e-4);
        }
}

TEST(what_dies_out_never_becomes_denormal) {
    row r;
    make(&r, 1.0 / 60.0);
    for (int k = 0; k < 200000; ++k) {
        propagator_step(&r.t, 0, N, r.q, r.v, r.f);
        for (int i = 0; i < N; ++i) {
            CHECK(r.q[i] == 0.0f || fabsf(r.q[i]) > 1e-37f);
            CHECK(r.v[i] == 0.0f || fabsf(r.v[i]) > 1e-37f);
        }
    }
    for (int i = 17; i < N; ++i)
        CHECK(fabsf(r.q[i]) < 1e-20f && fabsf(r.v[i]) < 1e-20f);
}

TEST(only_the_coordinates_asked_for_are_stepped) {
    row r;
    make(&r, 1.0 / 60.0);
    propagator_step(&r.t, 9, 5, r.q, r.v, r.f);
    for (int i = 0; i < N; ++i)
        CHECK((r.v[i] != 0.0f) == (i >= 9 && i < 14));
}

TEST_MAIN(CASE(every_regime_agrees_with_forty_digits), CASE(steps_of_unequal_length_are_exact),
          CASE(it_is_the_complex_form_of_hauser_without_its_trouble_near_critical_damping),
          CASE(the_exact_two_tap_filter_follows_from_it),
          CASE(the_printed_filter_has_the_wrong_gain),
          CASE(the_two_tap_filter_diverges_when_dt_changes_and_the_state_form_does_not),
          CASE(no_dt_gains_energy), CASE(a_constant_force_is_held_where_it_should_be),
          CASE(what_dies_out_never_becomes_denormal),
          CASE(only_the_coordinates_asked_for_are_stepped))
