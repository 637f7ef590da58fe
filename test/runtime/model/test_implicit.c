// Newmark's rule against published figures, and what keeps it safe: energy, halved ways, rests.
// SPDX-License-Identifier: MIT
#include "test/kit/check.h"

#include "bake/export/asset_posed.h"
#include "runtime/math/cholesky.h"
#include "runtime/model/implicit.h"
#include "test/kit/newmark_oracle.h"
#include "test/kit/posed_maker.h"

enum { MOST = 24 };

// A model of its own memory.
typedef struct trial {
    implicit_model m;
    void* memory;
    float* terms;
    float q[MOST], v[MOST], a[MOST], load[MOST];
} trial;

static trial trial_new(const double* force, int32_t r, int32_t degree, double scale) {
    trial t = {.m = {.n = r, .stiffness = 1.0f}};
    t.terms = calloc(packed_energy((uint32_t)r, (uint32_t)degree), sizeof(float));
    memory_layout measured = {NULL, 0};
    memory_begin_line(&measured);
    implicit_lay_out(&t.m, r, degree, &measured);
    t.memory = calloc(1, measured.at);
    memory_layout placed = {t.memory, 0};
    memory_begin_line(&placed);
    implicit_lay_out(&t.m, r, degree, &placed);
    asset_posed_energy(force, (uint32_t)r, degree, t.terms);
    for (uint32_t i = 0; i < packed_energy((uint32_t)r, (uint32_t)degree); ++i)
        t.terms[i] *= (float)scale;
    t.m.energy = (quartic){t.terms, r, degree};
    return t;
}

static void trial_close(trial* t) {
    free(t->terms);
    free(t->memory);
}

static double energy_of(trial* t) {
    double sum = t->m.stiffness * t->m.value;
    for (int32_t i = 0; i < t->m.n; ++i)
        sum += 0.5 * (double)t->v[i] * (double)t->v[i] - (double)t->load[i] * (double)t->q[i];
    return sum;
}

// The oracle's mass is not one: its equation divided by it is ours.
static double worst_of_steps(const newmark_oracle_state* want, int32_t degree, int rounds) {
    trial t = trial_new(newmark_oracle_force, 3, degree, 1.0 / newmark_oracle_mass);
    double worst = 0.0;
    t.m.alpha = (float)newmark_oracle_alpha;
    t.m.beta = (float)newmark_oracle_beta; // K / m, and beta K of the oracle's is over m too
    for (int i = 0; i < 3; ++i) {
        t.q[i] = (float)newmark_oracle_q0[i];
        t.v[i] = (float)newmark_oracle_v0[i];
        t.load[i] = (float)(newmark_oracle_load[i] / newmark_oracle_mass);
    }
    implicit_update(&t.m, t.q);
    for (int i = 0; i < 3; ++i) {
        t.a[i] = t.load[i] - t.m.force[i] - t.m.alpha * t.v[i];
        for (int j = 0; j < 3; ++j)
            t.a[i] -= t.m.beta * t.m.slope[i * t.m.stride + j] * t.v[j];
    }
    for (int step = 0; step < NEWMARK_ORACLE_STEPS; ++step) {
        implicit_newmark(&t.m, (float)newmark_oracle_h, t.load, rounds, t.q, t.v, t.a);
        implicit_update(&t.m, t.q);
        for (int i = 0; i < 3; ++i) {
            worst = fmax(worst, fabs((double)t.q[i] - want[step].q[i]) / 0.02);
            worst = fmax(worst, fabs((double)t.v[i] - want[step].v[i]) / 3.0);
            worst = fmax(worst, fabs((double)t.a[i] - want[step].a[i]) / 400.0);
        }
    }
    trial_close(&t);
    return worst;
}

TEST(steps_are_those_of_an_independent_program) {
    double one = worst_of_steps(newmark_oracle_one, 3, 1),
           converged = worst_of_steps(newmark_oracle_converged, 3, 12),
           linear = worst_of_steps(newmark_oracle_linear, 1, 1);
    printf("one Newton step %.1e, converged %.1e, linear %.1e\n", one, converged, linear);
    CHECK(one < 1e-4 && converged < 1e-4 && linear < 1e-4);
}

TEST(a_factored_matrix_solves) {
    float a[20 * MOST] = {0}, kept[20 * MOST], x[20], right[20] = {0};
    uint64_t seed = 1;
    for (int i = 0; i < 20; ++i)
        for (int j = 0; j <= i; ++j)
            a[i * MOST + j] = a[j * MOST + i] =
                (float)posed_maker_random(&seed) + (i == j ? 8.0f : 0.0f);
    memcpy(kept, a, sizeof a);
    for (int i = 0; i < 20; ++i)
        x[i] = (float)posed_maker_random(&seed);
    for (int i = 0; i < 20; ++i)
        for (int j = 0; j < 20; ++j)
            right[i] += kept[i * MOST + j] * x[j];
    CHECK(cholesky_factor(a, 20, MOST, 1e-6f) == 0);
    cholesky_solve(a, 20, MOST, right);
    for (int i = 0; i < 20; ++i)
        CHECK_NEAR((double)right[i], (double)x[i], 1e-5);
    float bad[8] = {-1.0f};
    CHECK(cholesky_factor(bad, 1, 8, 0.25f) == 1);
    CHECK_NEAR((double)bad[0], 2.0, 1e-6); // 1 / sqrt(1 / 4)
}

// Without damping and thrown hard: the bare rule multiplies its energy; the safe one never adds any.
TEST(no_step_ends_with_more_energy_than_it_began_with) {
    double bare_most = 0.0;
    for (int safe = 0; safe < 2; ++safe) {
        trial t = trial_new(newmark_oracle_force, 3, 3, 1.0 / newmark_oracle_mass);
        t.v[0] = 60.0f, t.v[1] = -25.0f, t.v[2] = 40.0f;
        implicit_update(&t.m, t.q);
        double start = energy_of(&t), before = start;
        for (int step = 0; step < 2000; ++step) {
            if (safe) {
                implicit_step(&t.m, 1.0f / 60.0f, t.load, t.q, t.v);
                double now = energy_of(&t);
                CHECK(now <= before * 1.0001);
                before = now;
            } else {
                for (int i = 0; i < 3; ++i)
                    t.a[i] = -t.m.force[i];
                implicit_newmark(&t.m, 1.0f / 60.0f, t.load, 1, t.q, t.v, t.a);
                implicit_update(&t.m, t.q);
                bare_most = fmax(bare_most, energy_of(&t) / start);
            }
        }
        trial_close(&t);
    }
    printf("the bare rule reaches %.3g times its energy\n", bare_most);
    CHECK(bare_most > 2.0);
}

TEST(small_motion_keeps_its_energy_and_damped_motion_comes_to_rest_under_the_load) {
    trial t = trial_new(newmark_oracle_force, 3, 3, 1.0 / newmark_oracle_mass);
    t.v[0] = 0.02f;
    implicit_update(&t.m, t.q);
    double start = energy_of(&t);
    for (int step = 0; step < 4000; ++step)
        implicit_step(&t.m, 1.0f / 480.0f, t.load, t.q, t.v);
    printf("energy after 8 s: %.4f of it\n", energy_of(&t) / start);
    CHECK_NEAR(energy_of(&t) / start, 1.0, 0.05);

    t.m.alpha = 2.0f;
    t.load[0] = 200.0f, t.load[2] = -150.0f;
    for (int step = 0; step < 8000; ++step)
        implicit_step(&t.m, 1.0f / 240.0f, t.load, t.q, t.v);
    float rest[3] = {0.0f, 0.0f, 0.0f}, lack[3];
    implicit_rest(&t.m, t.load, rest);
    implicit_residual(&t.m, t.load, lack);
    for (int i = 0; i < 3; ++i) {
        CHECK_NEAR((double)t.q[i], (double)rest[i], 1e-5 * fabs((double)rest[0]));
        CHECK_NEAR((double)lack[i], 0.0, 1e-5 * fabs((double)rest[0]));
        CHECK_NEAR((double)t.v[i], 0.0, 1e-4);
    }
    trial_close(&t);
}

// The last step of a frame whose pose moves looks at the force alone: so does every step here.
TEST(a_step_in_passing_ends_where_the_other_does_and_adds_no_energy) {
    trial t[2];
    double apart = 0.0, far = 0.0;
    for (int is_transient = 0; is_transient < 2; ++is_transient) {
        t[is_transient] = trial_new(newmark_oracle_force, 3, 3, 1.0 / newmark_oracle_mass);
        t[is_transient].m.is_transient = is_transient;
        t[is_transient].m.alpha = 1.0f, t[is_transient].m.beta = 1e-4f;
        t[is_transient].v[0] = 3.0f, t[is_transient].v[1] = -2.0f, t[is_transient].v[2] = 2.0f;
    }
    for (int step = 0; step < 500; ++step) {
        double before = 0.0;
        for (int is_transient = 0; is_transient < 2; ++is_transient) {
            implicit_update(&t[is_transient].m, t[is_transient].q);
            before = energy_of(&t[is_transient]);
            implicit_step(&t[is_transient].m, 1.0f / 240.0f, t[is_transient].load,
                          t[is_transient].q, t[is_transient].v);
        }
        CHECK(energy_of(&t[1]) <= before * 1.0001);
        for (int i = 0; i < 3; ++i) {
            far = fmax(far, fabs((double)t[0].q[i]));
            apart = fmax(apart, fabs((double)t[0].q[i] - (double)t[1].q[i]));
        }
    }
    printf("%.1e of %.1e m apart\n", apart, far);
    CHECK(apart <
          0.01 * far); // a second Newton step is taken where the first leaves 0.02 of the forces
    trial_close(&t[0]);
    trial_close(&t[1]);
}

// Whatever their number, also where their vectors fill whole lines of memory and lie one behind the other.
TEST(coordinates_that_nothing_couples_move_as_each_does_alone) {
    static const double spring[1 + 1] = {0.0, 900.0};
    trial alone = trial_new(spring, 1, 1, 1.0);
    for (int32_t r = 1; r <= 20; ++r) {
        double force[MOST + MOST * (MOST + 1) / 2] = {0};
        for (int32_t i = 0, at = r; i < r; at += ++i + 1)
            force[at] = 900.0; // F_i = 900 q_i; 0 where i and j differ
        trial all = trial_new(force, r, 1, 1.0);
        alone.q[0] = 0.0f, alone.v[0] = 1.0f, alone.m.alpha = all.m.alpha = 3.0f;
        alone.load[0] = 5.0f;
        for (int32_t i = 0; i < r; ++i) {
            all.v[i] = 1.0f;
            all.load[i] = 5.0f;
        }
        implicit_update(&alone.m, alone.q);
        implicit_update(&all.m, all.q);
        for (int step = 0; step < 60; ++step) {
            implicit_step(&alone.m, 1.0f / 240.0f, alone.load, alone.q, alone.v);
            implicit_step(&all.m, 1.0f / 240.0f, all.load, all.q, all.v);
            for (int32_t i = 0; i < r; ++i) {
                CHECK_NEAR((double)all.q[i], (double)alone.q[0], 1e-6);
                CHECK_NEAR((double)all.v[i], (double)alone.v[0], 3e-5);
            }
        }
        trial_close(&all);
    }
    trial_close(&alone);
}

// Numbers that no elasticity has: energies without a floor, of any size, thrown at any speed.
TEST(nothing_that_is_thrown_in_comes_out_without_bounds) {
    uint64_t seed = 21;
    for (int round = 0; round < 400; ++round) {
        enum { R = 4 };
        double force[128], scale = round % 4 == 0 ? 1e28 : round % 4 == 1 ? 1e-20 : 1e3;
        uint32_t terms = packed_polynomial(R, 3);
        for (uint32_t i = 0; i < terms; ++i)
            force[i] = scale * posed_maker_random(&seed);
        trial t = trial_new(force, R, 3, 1.0);
        t.m.alpha = (float)(round % 3);
        for (int i = 0; i < R; ++i) {
            t.q[i] = (float)posed_maker_random(&seed) * (round % 5 == 0 ? 1e18f : 1.0f);
            t.v[i] = (float)posed_maker_random(&seed) * (round % 7 == 0 ? 1e18f : 1.0f);
            t.load[i] = (float)posed_maker_random(&seed) * (round % 6 == 0 ? 1e18f : 1.0f);
        }
        implicit_update(&t.m, t.q);
        for (int step = 0; step < 30; ++step) {
            implicit_step(&t.m, step % 10 == 9 ? 1e8f : 1.0f / 240.0f, t.load, t.q, t.v);
            for (int i = 0; i < R; ++i)
                CHECK(fabsf(t.q[i]) <= 2e12f && fabsf(t.v[i]) <= 1e18f);
        }
        implicit_rest(&t.m, t.load, t.q);
        for (int i = 0; i < R; ++i)
            CHECK(isfinite(t.q[i]));
        trial_close(&t);
    }
}

TEST_MAIN(CASE(steps_are_those_of_an_independent_program), CASE(a_factored_matrix_solves),
          CASE(no_step_ends_with_more_energy_than_it_began_with),
          CASE(small_motion_keeps_its_energy_and_damped_motion_comes_to_rest_under_the_load),
          CASE(a_step_in_passing_ends_where_the_other_does_and_adds_no_energy),
          CASE(nothing_that_is_thrown_in_comes_out_without_bounds),
          CASE(coordinates_that_nothing_couples_move_as_each_does_alone))
