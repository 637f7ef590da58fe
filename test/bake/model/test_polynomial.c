// Packed symmetric polynomials: exact numbers of an independent program, and laws of calculus.
// SPDX-License-Identifier: MIT
#include "bake/model/polynomial.h"
#include "test/kit/check.h"
#include "test/kit/stvk_oracle.h"

enum { COUNT = 3 };

static polynomial block(arena* a) {
    polynomial p = polynomial_zero(COUNT, true, a);
    memcpy(p.linear, stvk_linear, sizeof stvk_linear);
    memcpy(p.square, stvk_square, sizeof stvk_square);
    memcpy(p.cube, stvk_cube, sizeof stvk_cube);
    return p;
}

TEST(force_stiffness_and_energy_are_those_of_an_independent_program) {
    arena* a = arena_create();
    polynomial p = block(a);
    for (int n = 0; n < 3; ++n) {
        const stvk_sample* s = &stvk_samples[n];
        double force[3], stiffness[6];
        polynomial_force(&p, s->q, force);
        polynomial_stiffness(&p, s->q, stiffness);
        for (int32_t i = 0; i < 3; ++i) {
            CHECK_NEAR(force[i], s->force[i], 1e-9);
            for (int32_t k = 0; k <= i; ++k)
                CHECK_NEAR(stiffness[polynomial_place(2, (int32_t[]){i, k})], s->tangent[i][k],
                           1e-8);
        }
        CHECK_NEAR(polynomial_energy(&p, s->q), s->energy, 1e-10);
    }
    arena_destroy(a);
}

TEST(shift_is_that_of_an_independent_program) {
    static const double offset[3] = {0.03, -0.02, 0.04}, y[3] = {0.05, 0.01, -0.02};
    static const double constant[3] = {-4.664669786755933, 8.455557093750004, -40.78836405887052};
    static const double force_at_y[3] = {17.14787238995538, 14.80403834561012, -54.942644753898676};
    static const double shifted[16] = {
        990.8136019940487,  -330.3634247023807, 891.2858035714288,   -666.8369179352677,
        223.14154542410722, 996.0151182573653, // P, then Q
        -33178.96489955359, 8130.951078869044,  -11196.588541666672, 30973.66071428574,
        9747.789223772323,  1709.3786328124997, 10234.939174107147,  -5566.663804827013,
        1870.345637555803,  12584.337637839017};
    arena* a = arena_create();
    polynomial p = block(a), s = polynomial_shift(&p, offset, a);
    double force[3];
    polynomial_force(&s, y, force);
    for (int i = 0; i < 3; ++i) {
        CHECK_NEAR(s.constant[i], constant[i], 1e-10);
        CHECK_NEAR(force[i], force_at_y[i], 1e-10);
    }
    for (int i = 0; i < 6; ++i)
        CHECK_NEAR(s.linear[i], shifted[i], 1e-9);
    for (int i = 0; i < 10; ++i)
        CHECK_NEAR(s.square[i], shifted[6 + i], 1e-7);
    CHECK(memcmp(s.cube, stvk_cube, sizeof stvk_cube) == 0);
    arena_destroy(a);
}

// Some polynomial without any structure; values by multiplying and taking remainders.
static polynomial any(int32_t count, bool cubic, arena* a) {
    polynomial p = polynomial_zero(count, cubic, a);
    double* parts[4] = {p.constant, p.linear, p.square, p.cube};
    uint32_t state = 7;
    for (int rank = 1; rank <= (cubic ? 4 : 2); ++rank)
        for (size_t i = 0; i < polynomial_size(count, rank); ++i) {
            state = state * 1664525u + 1013904223u;
            parts[rank - 1][i] = (double)(state >> 8) / 8388608.0 - 1.0;
        }
    return p;
}

TEST(shifting_keeps_force_stiffness_and_energy_of_every_place) {
    static const double offset[5] = {0.3, -0.2, 0.5, 0.1, -0.4}, y[5] = {0.7, 0.2, -0.6, 0.4, 0.9};
    arena* a = arena_create();
    for (int cubic = 0; cubic < 2; ++cubic) {
        polynomial p = any(5, cubic != 0, a), s = polynomial_shift(&p, offset, a);
        polynomial back = polynomial_shift(&s, (double[5]){-0.3, 0.2, -0.5, -0.1, 0.4}, a);
        double q[5], one[15], other[15];
        for (int i = 0; i < 5; ++i)
            q[i] = y[i] - offset[i];
        CHECK_NEAR(polynomial_energy(&p, q), polynomial_energy(&s, y), 1e-13);
        polynomial_force(&p, q, one);
        polynomial_force(&s, y, other);
        for (int i = 0; i < 5; ++i)
            CHECK_NEAR(one[i], other[i], 1e-13);
        polynomial_stiffness(&p, q, one);
        polynomial_stiffness(&s, y, other);
        for (int i = 0; i < 15; ++i)
            CHECK_NEAR(one[i], other[i], 1e-13);
        CHECK_NEAR(back.energy, p.energy, 1e-13);
        for (int i = 0; i < 5; ++i)
            CHECK_NEAR(back.constant[i], p.constant[i], 1e-13);
    }
    arena_destroy(a);
}

TEST(a_linear_one_shifts_by_its_constant_alone) {
    arena* a = arena_create();
    polynomial p = polynomial_zero(2, false, a);
    memcpy(p.linear, (double[3]){4.0, 1.0, 3.0}, 3 * sizeof *p.linear);
    polynomial s = polynomial_shift(&p, (double[2]){0.5, -0.25}, a);
    CHECK_NEAR(s.constant[0], -1.75, 1e-15);
    CHECK_NEAR(s.constant[1], 0.25, 1e-15);
    CHECK(memcmp(s.linear, p.linear, 3 * sizeof *p.linear) == 0);
    arena_destroy(a);
}

TEST(force_is_the_slope_of_energy_and_stiffness_that_of_force) {
    enum { N = 6 };
    const double step = 1e-4;
    arena* a = arena_create();
    polynomial p = any(N, true, a);
    double q[N] = {0.3, -0.7, 0.5, 0.2, -0.4, 0.6}, force[N], stiffness[21];
    polynomial_force(&p, q, force);
    polynomial_stiffness(&p, q, stiffness);
    for (int32_t i = 0; i < N; ++i) {
        double energy[2], at[2][N], middle = q[i];
        for (int side = 0; side < 2; ++side) {
            q[i] = middle + (side ? step : -step);
            energy[side] = polynomial_energy(&p, q);
            polynomial_force(&p, q, at[side]);
        }
        q[i] = middle;
        CHECK_NEAR((energy[1] - energy[0]) / (2.0 * step), force[i], 1e-6);
        for (int32_t k = 0; k < N; ++k)
            CHECK_NEAR((at[1][k] - at[0][k]) / (2.0 * step),
                       stiffness[polynomial_place(2, (int32_t[]){i, k})], 1e-6);
    }
    arena_destroy(a);
}

TEST(every_tuple_has_a_place_of_its_own_in_any_order) {
    uint8_t taken[70] = {0};
    size_t next = 0;
    for (int32_t i = 0; i < 5; ++i)
        for (int32_t j = 0; j <= i; ++j)
            for (int32_t k = 0; k <= j; ++k)
                for (int32_t l = 0; l <= k; ++l) {
                    size_t at = polynomial_place(4, (int32_t[]){k, i, l, j});
                    CHECK(at == next++ && !taken[at]++);
                }
    CHECK(next == polynomial_size(5, 4) && next == 70);
    CHECK(polynomial_size(19, 2) + polynomial_size(19, 3) + polynomial_size(19, 4) == 8835);
}

TEST(leading_coordinates_are_a_model_of_their_own) {
    arena* a = arena_create();
    polynomial p = any(6, true, a), small = polynomial_leading(&p, 4);
    static const double q[6] = {0.3, -0.7, 0.5, 0.2}; // the others are held
    double all[21], few[21];
    polynomial_force(&p, q, all);
    polynomial_force(&small, q, few);
    for (int i = 0; i < 4; ++i)
        CHECK_NEAR(few[i], all[i], 1e-14);
    polynomial_stiffness(&p, q, all);
    polynomial_stiffness(&small, q, few);
    for (int i = 0; i < 10; ++i)
        CHECK_NEAR(few[i], all[i], 1e-14);
    CHECK_NEAR(polynomial_energy(&small, q), polynomial_energy(&p, q), 1e-14);
    arena_destroy(a);
}

TEST_MAIN(CASE(force_stiffness_and_energy_are_those_of_an_independent_program),
          CASE(shift_is_that_of_an_independent_program),
          CASE(shifting_keeps_force_stiffness_and_energy_of_every_place),
          CASE(a_linear_one_shifts_by_its_constant_alone),
          CASE(force_is_the_slope_of_energy_and_stiffness_that_of_force),
          CASE(every_tuple_has_a_place_of_its_own_in_any_order),
          CASE(leading_coordinates_are_a_model_of_their_own))
