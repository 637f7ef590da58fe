// Joints: what they hold, how far they open, what they keep, and when they break.
// SPDX-License-Identifier: MIT
#include "test/kit/check.h"
#include "test/kit/world_kit.h"

static const float DT = 1.0f / 60.0f;

// A box of 10 cm and a kilogram, of rubber rather than jelly, that calms down soon.
static toy_options rubber(void) {
    toy_options o = toy_default();
    o.first = 25.0;
    o.ratio = 0.3;
    return o;
}

static supple_body* put(world_kit* k, const toy* t, double x, double y, double z) {
    return kit_throw(k, t, kit_pose(x, y, z), (supple_vec3){0.0f, 0.0f, 0.0f});
}

static supple_vec3 at(double x, double y, double z) {
    return (supple_vec3){(float)x, (float)y, (float)z};
}

static void run(world_kit* k, int32_t steps) {
    for (int32_t i = 0; i < steps; ++i)
        supple_world_step(k->world, DT);
}

static double gap_of(const world_kit* k, supple_joint joint) {
    return fabs((double)supple_world_joint_state(k->world, joint).gap);
}

static void weightless(world_kit* k) {
    for (int32_t i = 0; i < k->count; ++i) {
        supple_body_options o = k->bodies[i]->state->options;
        o.gravity = at(0, 0, 0);
        supple_body_set_options(k->bodies[i], &o);
    }
}

// Boxes below each other, the first hung from the world at the origin.
static void hang_chain(world_kit* k, const toy* t, int32_t count, supple_joint* joints) {
    for (int32_t i = 0; i < count; ++i) {
        supple_body* b = put(k, t, 0.0, -0.06 - 0.12 * i, 0.0);
        supple_joint_options o = supple_joint_options_default(
            SUPPLE_JOINT_POINT, b, i > 0 ? k->bodies[i - 1] : NULL, at(0.0, -0.12 * i, 0.0));
        joints[i] = supple_world_add_joint(k->world, &o);
    }
}

TEST(a_chain_of_ten_hangs_closed_and_comes_to_rest) {
    world_kit k = kit_new(NULL);
    toy t = kit_toy(&k, rubber());
    supple_joint joints[10];
    hang_chain(&k, &t, 10, joints);
    double worst = 0.0, rest = 0.0, weight = 9.81 * (double)supple_asset_part(&t.asset, 0).mass;
    for (int32_t i = 0; i < 800; ++i) {
        supple_world_step(k.world, DT);
        for (int32_t n = 0; n < 10; ++n)
            worst = fmax(worst, gap_of(&k, joints[n]));
    }
    for (int32_t n = 0; n < 10; ++n) {
        rest = fmax(rest, gap_of(&k, joints[n]));
        double force = supple_world_joint_state(k.world, joints[n]).force;
        CHECK_NEAR(force, (10 - n) * weight, 0.05 * (10 - n) * weight);
    }
    printf("        open by %.1e m at most, by %.1e m after 13 s\n", worst, rest);
    CHECK(worst < 5e-4 && rest < 1e-5);
    kit_close(&k);
}

TEST(overloaded_jelly_stays_in_one_piece) {
    world_kit k = kit_new(NULL);
    toy t = kit_toy(&k, toy_default()); // 6 Hz: ten of it would stretch it by more than its size
    supple_joint joints[10];
    hang_chain(&k, &t, 10, joints);
    double before = 0.0, after = 0.0;
    for (int32_t i = 0; i < 10; ++i)
        before += kit_energy(k.bodies[i]);
    run(&k, 150);
    for (int32_t i = 0; i < 10; ++i) {
        after += kit_energy(k.bodies[i]);
        CHECK(gap_of(&k, joints[i]) < 1e-3);
    }
    CHECK(after < before);
    kit_close(&k);
}

static void momentum_of(const world_kit* k, double linear[3], double angular[3]) {
    memset(linear, 0, 3 * sizeof *linear);
    memset(angular, 0, 3 * sizeof *angular);
    for (int32_t i = 0; i < k->count; ++i) {
        const free_state* f = &k->bodies[i]->state->free;
        double mass = k->bodies[i]->parts[0].asset.record->mass;
        for (int a = 0; a < 3; ++a) {
            int b = (a + 1) % 3, c = (a + 2) % 3;
            linear[a] += mass * f->velocity[a];
            angular[a] += f->momentum[a] +
                          mass * (f->place[b] * f->velocity[c] - f->place[c] * f->velocity[b]);
        }
    }
}

TEST(joints_keep_momentum) {
    for (int kind = 0; kind <= SUPPLE_JOINT_DISTANCE; ++kind) {
        world_kit k = kit_new(NULL);
        toy t = kit_toy(&k, rubber());
        for (int32_t i = 0; i < 3; ++i)
            put(&k, &t, 0.12 * i, 0.0, 0.0);
        weightless(&k);
        for (int32_t i = 1; i < 3; ++i) {
            supple_joint_options o =
                supple_joint_options_default((supple_joint_kind)kind, k.bodies[i - 1], k.bodies[i],
                                             at(0.12 * i - 0.06, 0.02, 0.0));
            o.there = at(0.12 * i, 0.05, 0.0);
            CHECK(supple_world_add_joint(k.world, &o).generation != 0);
        }
        supple_motion m = supple_body_motion(k.bodies[2]);
        m.velocity = at(0.0, 1.0, 0.4);
        m.spin = at(3.0, 1.0, 2.0);
        supple_body_set_motion(k.bodies[2], &m);
        double p0[3], l0[3], p1[3], l1[3];
        momentum_of(&k, p0, l0);
        run(&k, 120);
        momentum_of(&k, p1, l1);
        for (int a = 0; a < 3; ++a) {
            CHECK_NEAR(p1[a], p0[a], 1e-11);
            CHECK_NEAR(l1[a], l0[a], 1e-10);
        }
        kit_close(&k);
    }
}

// Soft balls in a row, 3 cm apart, weightless; the first comes at 0.5 m/s. Their speeds in the end.
static void run_cradle(int32_t count, double* speeds, double* lost) {
    world_kit k = kit_new(NULL);
    toy_options o = toy_default();
    o.kind = TOY_BALL;
    o.first = 60.0;
    o.ratio = 0.02;
    toy t = kit_toy(&k, o);
    for (int32_t i = 0; i < count; ++i)
        kit_throw(&k, &t, kit_pose(0.13 * i, 0.0, 0.0), at(i == 0 ? 0.5 : 0.0, 0.0, 0.0));
    weightless(&k);
    double before = kit_energy(k.bodies[0]), after = 0.0;
    run(&k, 30 * count);
    for (int32_t i = 0; i < count; ++i) {
        speeds[i] = k.bodies[i]->state->free.velocity[0];
        after += kit_energy(k.bodies[i]);
    }
    *lost = 1.0 - after / before;
    kit_close(&k);
}

TEST(a_cradle_of_soft_balls_does_as_its_rebound_says) {
    double two[2], four[4], lost, sum = 0.0;
    run_cradle(2, two, &lost);
    double e = (two[1] - two[0]) / 0.5;
    CHECK(e > 0.0 && e <= 1.0 && lost >= 0.0);
    CHECK_NEAR(two[0] + two[1], 0.5, 1e-9);
    run_cradle(4, four, &lost);
    double fraction = 0.5 * (1.0 + e), last = 0.5 * fraction * fraction * fraction;
    printf("        e is %.3f; the last of four leaves at %.3f m/s, %.3f by e\n", e, four[3], last);
    for (int32_t i = 0; i < 4; ++i)
        sum += four[i];
    CHECK_NEAR(sum, 0.5, 1e-9);
    printf("        %.3f %.3f %.3f %.3f m/s, %.3f of the energy lost\n", four[0], four[1], four[2],
           four[3], lost);
    CHECK(lost >= 0.0 && four[3] > 2.0 * four[2] && four[2] > 0.0);
    CHECK_NEAR(four[3], last, 0.05 * last);
}

TEST(a_hinge_keeps_its_axis_and_turns_about_it) {
    world_kit k = kit_new(NULL);
    toy t = kit_toy(&k, rubber());
    supple_body* b = put(&k, &t, 0.06, 0.0, 0.0);
    supple_joint_options o = supple_joint_options_default(SUPPLE_JOINT_HINGE, b, NULL, at(0, 0, 0));
    o.axis = at(0, 0, 2);
    supple_joint joint = supple_world_add_joint(k.world, &o);
    double lowest = 1.0, tilt = 0.0;
    for (int32_t i = 0; i < 300; ++i) {
        if (i < 20) // against the hinge
            supple_body_force(b, (supple_point){{0, 0, 0}, {1, 0, 0}}, at(0, 0, 3));
        supple_world_step(k.world, DT);
        supple_motion m = supple_body_motion(b);
        lowest = fmin(lowest, (double)m.pose.m[13]);
        tilt = fmax(tilt, hypot((double)m.pose.m[8], (double)m.pose.m[9]));
    }
    printf("        tilted by %.1e rad, swung down by %.3f m\n", tilt, -lowest);
    CHECK(lowest < -0.055); // it swings down as a pendulum
    CHECK(tilt < 0.05);     // the flesh gives way by a little
    supple_motion m = supple_body_motion(b);
    CHECK(hypot((double)m.pose.m[8], (double)m.pose.m[9]) < 5e-3);
    CHECK(gap_of(&k, joint) < 1e-4);
    kit_close(&k);
}

TEST(a_weld_holds_places_and_turns) {
    world_kit k = kit_new(NULL);
    toy t = kit_toy(&k, rubber());
    supple_body *a = put(&k, &t, 0.0, 0.0, 0.0), *b = put(&k, &t, 0.1, 0.0, 0.0);
    weightless(&k);
    supple_joint_options o = supple_joint_options_default(SUPPLE_JOINT_WELD, a, b, at(0.05, 0, 0));
    supple_joint joint = supple_world_add_joint(k.world, &o);
    supple_motion m = supple_body_motion(b);
    m.velocity = at(0, 0.5, 0);
    supple_body_set_motion(b, &m);
    run(&k, 300);
    supple_motion ma = supple_body_motion(a), mb = supple_body_motion(b);
    double turn = 0.0;
    for (int i = 0; i < 12; ++i)
        turn = i % 4 < 3 ? fmax(turn, fabs((double)ma.pose.m[i] - (double)mb.pose.m[i])) : turn;
    CHECK(hypot((double)ma.spin.x, hypot((double)ma.spin.y, (double)ma.spin.z)) > 0.5);
    printf("        turned against each other by %.1e, open by %.1e m\n", turn, gap_of(&k, joint));
    CHECK(turn < 2e-2 && gap_of(&k, joint) < 1e-4); // spin stretches the flesh between them
    kit_close(&k);
}

TEST(a_distance_stays) {
    world_kit k = kit_new(NULL);
    toy t = kit_toy(&k, rubber());
    supple_body* b = put(&k, &t, 0.5, 0.0, 0.0);
    supple_joint_options o =
        supple_joint_options_default(SUPPLE_JOINT_DISTANCE, b, NULL, at(0.45, 0, 0));
    o.there = at(0, 0, 0);
    supple_joint joint = supple_world_add_joint(k.world, &o);
    double worst = 0.0;
    for (int32_t i = 0; i < 300; ++i) {
        supple_world_step(k.world, DT);
        worst = fmax(worst, gap_of(&k, joint));
    }
    printf("        open by %.1e m at most\n", worst);
    CHECK(worst < 2e-4);
    kit_close(&k);
}

// Undamped, so stiff that its flesh takes nothing, let go level: it swings, and its energy stays.
TEST(a_pendulum_gains_nothing) {
    world_kit k = kit_new(NULL);
    toy_options stiff = rubber();
    stiff.first = 2000.0;
    stiff.ratio = 0.0;
    toy t = kit_toy(&k, stiff);
    supple_body* b = put(&k, &t, 0.2, 0.0, 0.0);
    supple_joint_options o =
        supple_joint_options_default(SUPPLE_JOINT_DISTANCE, b, NULL, at(0.2, 0, 0));
    o.there = at(0, 0, 0);
    supple_world_add_joint(k.world, &o);
    double first = kit_energy(b), most = -INFINITY, lowest = 0.0;
    for (int32_t i = 0; i < 600; ++i) {
        supple_world_step(k.world, 1.0f / 30.0f);
        most = fmax(most, kit_energy(b) - first);
        lowest = fmin(lowest, b->state->free.place[1]);
    }
    double weight = b->parts[0].asset.record->mass * 9.81 * 0.2;
    printf("        gains %.1e of the work of its weight\n", most / weight);
    CHECK(lowest < -0.15 && most < 0.01 * weight);
    kit_close(&k);
}

// A body on a joint is put elsewhere, into another one: it comes back no faster than a size a second, about.
TEST(a_joint_that_is_torn_open_closes_slowly) {
    world_kit k = kit_new(NULL);
    toy t = kit_toy(&k, rubber());
    supple_body *a = put(&k, &t, 0.0, 0.0, 0.0), *b = put(&k, &t, 0.3, 0.0, 0.0);
    weightless(&k);
    supple_joint_options o =
        supple_joint_options_default(SUPPLE_JOINT_WELD, a, NULL, at(-0.05, 0, 0));
    supple_joint joint = supple_world_add_joint(k.world, &o);
    run(&k, 10);
    supple_motion m = supple_body_motion(a);
    m.pose.m[12] += 0.27f;
    supple_body_set_motion(a, &m);
    double fastest = 0.0;
    for (int32_t i = 0; i < 300; ++i) {
        supple_world_step(k.world, DT);
        for (int n = 0; n < 2; ++n) {
            const double* v = (n == 0 ? a : b)->state->free.velocity;
            fastest = fmax(fastest, sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]));
        }
    }
    printf("        at %.2f m/s, then open by %.1e m\n", fastest, gap_of(&k, joint));
    CHECK(fastest < 0.3 && gap_of(&k, joint) < 1e-3);
    kit_close(&k);
}

TEST(a_soft_joint_sags_as_its_frequency_says) {
    world_kit k = kit_new(NULL);
    toy_options stiff = rubber();
    stiff.first = 60.0;
    toy t = kit_toy(&k, stiff);
    supple_body* b = put(&k, &t, 0.0, -0.05, 0.0);
    supple_joint_options o = supple_joint_options_default(SUPPLE_JOINT_POINT, b, NULL, at(0, 0, 0));
    o.frequency = 2.0f;
    o.damping = 0.7f;
    supple_joint joint = supple_world_add_joint(k.world, &o);
    run(&k, 400);
    double rate = 2.0 * 3.14159265 * 2.0;
    printf("        sags by %.4f m, a spring of the whole mass by %.4f\n", gap_of(&k, joint),
           9.81 / (rate * rate));
    CHECK_NEAR(gap_of(&k, joint) * rate * rate / 9.81, 1.0, 0.1);
    kit_close(&k);
}

TEST(it_breaks_under_more_than_it_bears) {
    for (int strong = 0; strong < 2; ++strong) {
        world_kit k = kit_new(NULL);
        toy t = kit_toy(&k, rubber());
        supple_body* b = put(&k, &t, 0.0, -0.05, 0.0);
        supple_joint_options o =
            supple_joint_options_default(SUPPLE_JOINT_POINT, b, NULL, at(0, 0, 0));
        o.strength = (strong ? 4.0f : 0.8f) * 9.81f * supple_asset_part(&t.asset, 0).mass;
        supple_joint joint = supple_world_add_joint(k.world, &o);
        int32_t broke = 0;
        for (int32_t i = 0; i < 60; ++i) {
            supple_world_step(k.world, DT);
            broke += supple_world_joint_state(k.world, joint).broke;
        }
        supple_joint_state s = supple_world_joint_state(k.world, joint);
        CHECK(s.exists && s.broken == !strong && broke == !strong);
        double y = (double)supple_body_motion(b).pose.m[13];
        CHECK(strong ? y > -0.1 : y < -1.0);
        supple_world_remove_joint(k.world, joint);
        CHECK(!supple_world_joint_state(k.world, joint).exists);
        kit_close(&k);
    }
}

TEST(a_saved_world_has_its_joints) {
    world_kit k = kit_new(NULL);
    toy t = kit_toy(&k, rubber());
    supple_joint joints[2];
    hang_chain(&k, &t, 2, joints);
    run(&k, 20);
    size_t size = supple_world_state_size(k.world);
    void *early = arena_alloc(k.memory, size, 1), *late = arena_alloc(k.memory, size, 1),
         *again = arena_alloc(k.memory, size, 1);
    supple_world_save(k.world, early);
    run(&k, 30);
    supple_world_save(k.world, late);
    supple_world_remove_joint(k.world, joints[1]);
    run(&k, 5);
    CHECK(supple_world_restore(k.world, early, size));
    CHECK(supple_world_joint_state(k.world, joints[1]).exists);
    run(&k, 30);
    supple_world_save(k.world, again);
    CHECK(memcmp(late, again, size) == 0);
    kit_close(&k);
}

TEST(what_is_no_joint_is_refused) {
    supple_world_options small = supple_world_options_default();
    small.max_joints = 1;
    world_kit k = kit_new(&small);
    toy t = kit_toy(&k, rubber());
    supple_body *a = put(&k, &t, 0.0, 0.0, 0.0), *b = put(&k, &t, 1.0, 0.0, 0.0);
    supple_joint_options o = supple_joint_options_default(SUPPLE_JOINT_HINGE, a, a, at(0, 0, 0));
    CHECK(supple_world_add_joint(k.world, &o).generation == 0); // with itself
    o.other_or_null = b;
    o.axis = at(0, 0, 0);
    CHECK(supple_world_add_joint(k.world, &o).generation == 0);
    o.axis = at(0, 0, 1);
    o.place.x = NAN;
    CHECK(supple_world_add_joint(k.world, &o).generation == 0);
    o.place.x = 0.5f;
    supple_joint first = supple_world_add_joint(k.world, &o);
    CHECK(first.generation != 0 && supple_world_add_joint(k.world, &o).generation == 0);
    supple_world_remove_body(k.world, b);
    CHECK(!supple_world_joint_state(k.world, first).exists); // it went with the body
    o.other_or_null = NULL;
    supple_joint next = supple_world_add_joint(k.world, &o);
    CHECK(next.index == first.index && next.generation != first.generation);
    CHECK(supple_world_stats(k.world).rejected == 4);
    kit_close(&k);
}

TEST_MAIN(CASE(a_chain_of_ten_hangs_closed_and_comes_to_rest),
          CASE(overloaded_jelly_stays_in_one_piece), CASE(joints_keep_momentum),
          CASE(a_cradle_of_soft_balls_does_as_its_rebound_says),
          CASE(a_hinge_keeps_its_axis_and_turns_about_it), CASE(a_weld_holds_places_and_turns),
          CASE(a_distance_stays), CASE(a_pendulum_gains_nothing),
          CASE(a_joint_that_is_torn_open_closes_slowly),
          CASE(a_soft_joint_sags_as_its_frequency_says), CASE(it_breaks_under_more_than_it_bears),
          CASE(a_saved_world_has_its_joints), CASE(what_is_no_joint_is_refused))
