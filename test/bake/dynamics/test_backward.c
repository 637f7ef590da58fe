// Steps that take energy: BDF2, begun by backward Euler.
// SPDX-License-Identifier: MIT
#include "test/kit/check.h"
#include "test/kit/spring_stepper.h"

static newmark_options backward(void) {
    newmark_options o = newmark_default();
    o.rule = NEWMARK_BACKWARD;
    return o;
}

// Steps of any length in turn, over a second.
static double after_a_second(spring s, int steps, double uneven) {
    arena* memory = arena_create();
    report r = report_new(memory);
    newmark_options o = backward();
    newmark n = spring_stepper(&s, &o, 1.0, 0.0, memory);
    bool sound = true;
    for (int i = 0; i < steps; ++i)
        sound = sound && newmark_step(&n, (i % 2 == 0 ? 1.0 + uneven : 1.0 - uneven) / steps, &r);
    double u = sound ? n.u[0] : NAN;
    arena_destroy(memory);
    return u;
}

TEST(the_error_falls_with_the_square_of_the_step_even_of_uneven_ones) {
    const spring springs[2] = {{.stiffness = 30.0, .d = 1.0, .wall = INFINITY},
                               {.stiffness = 20.0, .cubic = 50.0, .d = 0.5, .wall = INFINITY}};
    for (int i = 0; i < 2; ++i)
        for (int k = 0; k < 2; ++k) {
            double uneven = 0.3 * k, truth = after_a_second(springs[i], 200000, 0.0);
            double coarse = after_a_second(springs[i], 2000, uneven) - truth;
            double fine = after_a_second(springs[i], 4000, uneven) - truth;
            CHECK_NEAR(coarse / fine, 4.0, 0.15);
        }
}

// The largest root z of (3/2 - i w) z^2 - 2 z + 1/2: what is left of a swing of w rad a step.
static double root(double w) {
    // z = (2 + sqrt(1 + 2 i w)) / (3 - 2 i w)
    double size = sqrt(1.0 + 4.0 * w * w), x = sqrt(0.5 * (size + 1.0)), y = w / x;
    return sqrt(((2.0 + x) * (2.0 + x) + y * y) / (9.0 + 4.0 * w * w));
}

TEST(a_swing_loses_what_theory_says) {
    const double turns[4] = {0.1, 0.5, 2.0, 10.0};
    CHECK_NEAR(root(10.0), 0.30, 0.005);
    for (int k = 0; k < 4; ++k) {
        arena* memory = arena_create();
        report r = report_new(memory);
        spring s = {.stiffness = 1.0, .wall = INFINITY};
        newmark_options o = backward();
        newmark n = spring_stepper(&s, &o, 1.0, 0.0, memory);
        double size[2];
        for (int i = 0; i < 12; ++i) {
            CHECK(newmark_step(&n, turns[k], &r));
            if (i >= 10)
                size[i - 10] = sqrt(n.u[0] * n.u[0] + n.v[0] * n.v[0]);
        }
        // the other root is gone; the axes of an ellipse remain where the swing is coarse
        CHECK_NEAR(size[1] / size[0], root(turns[k]), turns[k] < 1.0 ? 1e-3 : 0.1 * root(turns[k]));
        arena_destroy(memory);
    }
}

// However large the swing and long the step, there is never more than at first, and little is left.
TEST(energy_is_lost_and_never_won) {
    const double steps[3] = {0.002, 0.01, 0.05}; // of swings of 0.02 s at first
    for (int k = 0; k < 3; ++k) {
        arena* memory = arena_create();
        report r = report_new(memory);
        spring s = {.stiffness = 20.0, .cubic = 5e4, .wall = INFINITY};
        newmark_options o = backward();
        newmark n = spring_stepper(&s, &o, 1.0, 0.0, memory);
        double first = 10.0 + 1.25e4, energy = first;
        for (int i = 0; i < 400; ++i) {
            CHECK(newmark_step(&n, steps[k], &r));
            double u = n.u[0], v = n.v[0];
            energy = 0.5 * v * v + 10.0 * u * u + 1.25e4 * u * u * u * u;
            CHECK(energy < first);
        }
        CHECK(energy < 0.2 * first);
        arena_destroy(memory);
    }
}

// A blow between two steps is as if it had been there from the start: the next step is still one of two.
TEST(a_kick_leaves_no_trace_in_what_is_remembered) {
    arena* memory = arena_create();
    report r = report_new(memory);
    spring s = {.stiffness = 0.0, .wall = INFINITY}; // free: it must go on at its new speed
    newmark_options o = backward();
    newmark n = spring_stepper(&s, &o, 1.0, 2.0, memory);
    CHECK(newmark_step(&n, 0.1, &r) && newmark_step(&n, 0.1, &r));
    CHECK(newmark_kick(&n, &(double){-5.0}, &r));
    for (int i = 1; i <= 10; ++i) {
        CHECK(newmark_step(&n, i % 3 == 0 ? 0.05 : 0.1, &r));
        CHECK_NEAR(n.v[0], -3.0, 1e-12);
    }
    CHECK_NEAR(n.u[0], 1.4 - 3.0 * 0.85, 1e-12);
    arena_destroy(memory);
}

TEST_MAIN(CASE(the_error_falls_with_the_square_of_the_step_even_of_uneven_ones),
          CASE(a_swing_loses_what_theory_says), CASE(energy_is_lost_and_never_won),
          CASE(a_kick_leaves_no_trace_in_what_is_remembered))
