// Balls on slopes, of chance sizes, rates and stiffness: rolling resistance takes energy and never gives any.
//
// On a slope below its coefficient a ball that rolls comes to rest and sleeps; well above it one from rest rolls off, no
// faster than 5/7 g (sin - coefficient cos), which a rigid ball would do: this one has facets to tip over and flesh that
// is damped. The slope is gravity that leans.
// SPDX-License-Identifier: MIT
#include "runtime/body/body.h"
#include "scenes/world_run.h"
#include "test/kit/check.h"
#include "test/kit/random.h"

#define ROLLING 0.08 // runtime/world/world_roll.c
#define G       9.81

enum { TRIES = 8 };

// Lying on the ground, rolling at `speed`, on a slope whose tangent is this.
static void roll(world_script* s, double slope, double speed) {
    script_begin(s, "roll");
    script_add_ground(s);
    double over = 1.0 / sqrt(1.0 + slope * slope);
    s->gravity = v3(G * slope * over, -G * over, 0.0);
    s->dt = 1.0 / random_in(50.0, 240.0);
    script_body b = script_body_default(SCRIPT_BALL);
    b.size = exp(random_in(log(0.03), log(3.0)));
    b.first = random_in(30.0, 60.0) / sqrt(b.size / 0.1);
    b.ratio = random_in(0.05, 0.3);
    b.place = v3(0.0, 0.5 * b.size, 0.0);
    b.velocity = v3(speed * sqrt(G * b.size), 0.0, 0.0);
    b.spin = v3(0.0, 0.0, -b.velocity.x / (0.5 * b.size));
    script_add_body(s, b);
}

static double speed_of(const world_run* r) {
    return r->bodies[0].body->state->free.velocity[0];
}

// Speeds along the slope at half of the time and at its end.
static bool watch(const world_script* s, script_stock* stock, run_measures* m, double speeds[2]) {
    static world_run r;
    bool ok = run_begin(&r, s, stock);
    while (ok && run_frame(&r)) {
        if (r.time <= 0.5 * s->seconds)
            speeds[0] = speed_of(&r);
        speeds[1] = speed_of(&r);
    }
    *m = r.m;
    run_end(&r);
    return ok;
}

TEST(what_rolls_on_a_gentle_slope_comes_to_rest_and_gains_nothing) {
    script_stock stock = script_stock_new();
    for (int i = 0; i < TRIES; ++i) {
        static world_script s;
        run_measures m;
        double slope = random_in(0.0, 0.5 * ROLLING), speed = 0.3, speeds[2] = {0};
        roll(&s, slope, speed);
        double slowest = 5.0 / 7.0 * G * (ROLLING - slope);
        s.seconds = 1.5 * s.bodies[0].velocity.x / slowest + 2.0;
        CHECK(watch(&s, &stock, &m, speeds));
        printf("    tangent %.3f, %.2g m: asleep at %.2f of %.2f s, gain %.1e\n", slope,
               s.bodies[0].size, m.last_awake, s.seconds, m.gain);
        CHECK(m.awake == 0 && m.gain < 1e-3 && !m.broken);
    }
    script_stock_close(&stock);
}

TEST(on_a_steep_slope_a_ball_rolls_off_and_no_faster_than_a_rigid_one) {
    script_stock stock = script_stock_new();
    for (int i = 0; i < TRIES; ++i) {
        static world_script s;
        run_measures m;
        double slope = random_in(4.0 * ROLLING, 6.0 * ROLLING), speeds[2] = {0};
        roll(&s, slope, 0.0);
        s.seconds = 8.0 * sqrt(s.bodies[0].size / G);
        CHECK(watch(&s, &stock, &m, speeds));
        double found = (speeds[1] - speeds[0]) / (0.5 * s.seconds),
               wanted = 5.0 / 7.0 * G * (slope - ROLLING) / sqrt(1.0 + slope * slope);
        printf("    tangent %.3f, %.2g m: %.3f m/s^2 of %.3f, gain %.1e\n", slope, s.bodies[0].size,
               found, wanted, m.gain);
        CHECK(found > 0.4 * wanted && found < 1.02 * wanted);
        CHECK(m.awake == 1 && m.gain < 1e-3 && !m.broken);
    }
    script_stock_close(&stock);
}

TEST_MAIN(CASE(what_rolls_on_a_gentle_slope_comes_to_rest_and_gains_nothing),
          CASE(on_a_steep_slope_a_ball_rolls_off_and_no_faster_than_a_rigid_one))
