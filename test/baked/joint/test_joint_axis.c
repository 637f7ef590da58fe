// What joints leave free: limits, motors and springs of hinges and sliders, cones, ropes, and what they tell of their loads.
// SPDX-License-Identifier: MIT
#include "runtime/joint/joint_axis.h"
#include "test/kit/check.h"
#include "test/kit/world_kit.h"

static const float DT = 1.0f / 60.0f;
static const double PI = 3.14159265358979324, G = 9.81;

// A box of 10 cm and about a kilogram, nearly rigid.
static toy_options hard_box(void) {
    toy_options o = kit_small();
    o.first = 3000.0;
    o.ratio = 0.5;
    return o;
}

static supple_vec3 at(double x, double y, double z) {
    return (supple_vec3){(float)x, (float)y, (float)z};
}

static supple_body* put(world_kit* k, const toy* t, double x, double y, double z, bool weight) {
    supple_body* b = kit_throw(k, t, kit_pose(x, y, z), at(0, 0, 0));
    supple_body_options o = b->state->options;
    o.gravity = weight ? at(0, -G, 0) : at(0, 0, 0);
    supple_body_set_options(b, &o);
    supple_dynamics d = supple_body_dynamics(b);
    d.may_sleep = false;
    supple_body_set_dynamics(b, &d);
    return b;
}

static double mass_of(const toy* t) {
    return (double)supple_asset_part(&t->asset, 0).mass;
}

// kg m^2 about z through the centre.
static double inertia_of(const supple_body* b) {
    free_measure m;
    free_measure_now(b, &m);
    return m.inertia[2][2];
}

static double position_of(const world_kit* k, supple_joint j) {
    return (double)supple_world_joint_state(k->world, j).position;
}

static supple_joint join(world_kit* k, supple_joint_options o) {
    return supple_world_add_joint(k->world, &o);
}

// About z or along x.
static supple_joint_options on_axis(supple_joint_kind kind, supple_body* b, supple_body* other,
                                    supple_vec3 where) {
    supple_joint_options o = supple_joint_options_default(kind, b, other, where);
    o.axis = kind == SUPPLE_JOINT_HINGE ? at(0, 0, 1) : at(1, 0, 0);
    return o;
}

TEST(a_motor_accelerates_by_its_torque_and_keeps_its_speed) {
    world_kit k = kit_new(NULL);
    toy t = kit_toy(&k, hard_box());
    supple_body* b = put(&k, &t, 0, 0, 0, false);
    double torque = 0.01, inertia = inertia_of(b), speed = 3.0;
    supple_joint_options o = on_axis(SUPPLE_JOINT_HINGE, b, NULL, at(0, 0, 0));
    o.motor_strength = (float)torque;
    o.motor_speed = (float)speed;
    supple_joint j = join(&k, o);
    double worst = 0.0;
    for (int32_t i = 1; i <= 120; ++i) {
        supple_world_step(k.world, DT);
        double wanted = fmin(torque / inertia * i * (double)DT, speed),
               is = (double)supple_body_motion(b).spin.z;
        worst = fmax(worst, fabs(is - wanted));
        supple_joint_state s = supple_world_joint_state(k.world, j);
        if (wanted < 0.95 * speed)
            CHECK_NEAR((double)s.applied_torque.z, torque, 1e-4 * torque);
    }
    printf("        at speed after %.2f s; off by %.1e rad/s at most\n", speed * inertia / torque,
           worst);
    CHECK(worst < 2e-3 * speed);
    CHECK_NEAR((double)supple_world_joint_state(k.world, j).applied_torque.z, 0.0, 1e-3 * torque);
    o.motor_speed = 0.0f; // a brake
    CHECK(supple_world_change_joint(k.world, j, &o));
    for (int32_t i = 0; i < 120; ++i)
        supple_world_step(k.world, DT);
    CHECK_NEAR((double)supple_body_motion(b).spin.z, 0.0, 1e-4);
    kit_close(&k);
}

// x of an oscillator from 1 at rest.
static double oscillation(double f, double z, double t) {
    double w = 2.0 * PI * f;
    if (fabs(z - 1.0) < 1e-9)
        return exp(-w * t) * (1.0 + w * t);
    if (z < 1.0) {
        double d = w * sqrt(1.0 - z * z);
        return exp(-z * w * t) * (cos(d * t) + z * w / d * sin(d * t));
    }
    double d = w * sqrt(z * z - 1.0);
    return exp(-z * w * t) * (cosh(d * t) + z * w / d * sinh(d * t));
}

// The farthest that a spring is from the closed form, over how far it was stretched.
static double spring_error(supple_joint_kind kind, bool two, double f, double z) {
    world_kit k = kit_new(NULL);
    toy t = kit_toy(&k, hard_box());
    supple_body *b = put(&k, &t, 0, 0, 0, false),
                *other = two ? put(&k, &t, 0.15, 0.02, 0.01, false) : NULL;
    supple_joint_options o = on_axis(kind, b, other, at(0.04, 0.03, 0.0)); // off the centre
    double stretch = kind == SUPPLE_JOINT_HINGE ? 2e-3 : 2e-4; // so that two keep their inertia
    o.spring_frequency = (float)f;
    o.spring_damping = (float)z;
    o.spring_target = (float)stretch;
    supple_joint j = join(&k, o);
    double worst = 0.0;
    for (int32_t i = 1; i <= 60; ++i) {
        supple_world_step(k.world, DT);
        double wanted = stretch * (1.0 - oscillation(f, z, i * (double)DT));
        worst = fmax(worst, fabs(position_of(&k, j) - wanted) / stretch);
    }
    kit_close(&k);
    return worst;
}

TEST(a_spring_swings_what_is_joined_as_the_closed_form_does) {
    static const double rates[3] = {1.0, 4.0, 12.0}, ratios[4] = {0.0, 0.2, 1.0, 3.0};
    double worst = 0.0;
    for (int r = 0; r < 3; ++r)
        for (int z = 0; z < 4; ++z)
            for (int c = 0; c < 4; ++c) {
                supple_joint_kind kind = c < 2 ? SUPPLE_JOINT_HINGE : SUPPLE_JOINT_SLIDER;
                double off = spring_error(kind, c % 2 == 1, rates[r], ratios[z]);
                if (off > 0.02)
                    printf("        %d of %d: %.0f Hz, ratio %.1f: off by %.3f\n", (int)kind, c % 2,
                           rates[r], ratios[z], off);
                worst = fmax(worst, off);
            }
    printf("        off by %.4f of the stretch at most\n", worst);
    CHECK(worst < 0.06); // of 12 swings
}

static double energy_of(const world_kit* k) {
    double sum = 0.0;
    for (int32_t i = 0; i < k->count; ++i)
        sum += kit_energy(k->bodies[i]);
    return sum;
}

TEST(a_limit_stops_and_gives_nothing) {
    world_kit k = kit_new(NULL);
    toy t = kit_toy(&k, hard_box());
    supple_body* b = put(&k, &t, 0.08, 0, 0, true);
    supple_joint_options o = on_axis(SUPPLE_JOINT_HINGE, b, NULL, at(0, 0, 0));
    o.lower = -0.7f;
    supple_joint j = join(&k, o);
    double least = 0.0, before = energy_of(&k), gained = 0.0;
    for (int32_t i = 0; i < 240; ++i) {
        supple_world_step(k.world, DT);
        double now = energy_of(&k);
        gained = fmax(gained, now - before);
        before = fmin(before, now);
        least = fmin(least, position_of(&k, j));
    }
    printf("        went to %.5f of -0.7, rests at %.5f, gained %.1e J\n", least,
           position_of(&k, j), gained);
    CHECK(least > -0.71);
    CHECK_NEAR(position_of(&k, j), -0.7, 2e-3);
    CHECK(gained < 1e-4 * mass_of(&t) * G * 0.08);
    // what the stop bears: the weight on its lever
    double lever = 0.08 * cos(position_of(&k, j));
    CHECK_NEAR((double)supple_world_joint_state(k.world, j).applied_torque.z,
               mass_of(&t) * G * lever, 0.01 * mass_of(&t) * G * lever);
    kit_close(&k);
}

TEST(a_slider_goes_along_its_axis_between_its_limits) {
    world_kit k = kit_new(NULL);
    toy t = kit_toy(&k, hard_box());
    supple_body* b = put(&k, &t, 0, 0, 0, true);
    supple_joint_options o = on_axis(SUPPLE_JOINT_SLIDER, b, NULL, at(0, 0, 0));
    o.lower = -0.1f;
    o.upper = 0.3f;
    o.motor_speed = 0.4f;
    o.motor_strength = 5.0f;
    supple_joint j = join(&k, o);
    double far = 0.0, off = 0.0;
    for (int32_t i = 0; i < 180; ++i) {
        supple_world_step(k.world, DT);
        supple_joint_state s = supple_world_joint_state(k.world, j);
        far = fmax(far, (double)s.position);
        off = fmax(off, (double)s.gap);
        if (i == 30) {
            CHECK_NEAR((double)supple_body_motion(b).velocity.x, 0.4, 1e-4);
            CHECK_NEAR((double)s.applied_force.y, mass_of(&t) * G, 1e-3 * mass_of(&t) * G);
        }
    }
    printf("        %.6f of 0.3 along, %.1e off the axis\n", far, off);
    CHECK(off < 1e-5 && far < 0.3 + 1e-4 && far > 0.3 - 1e-3);
    kit_close(&k);
}

TEST(a_rope_swings_as_a_pendulum_and_hangs_slack_without_force) {
    world_kit k = kit_new(NULL);
    toy t = kit_toy(&k, hard_box());
    double length = 0.5, angle = 0.05;
    supple_body* b = put(&k, &t, length * sin(angle), -length * cos(angle), 0, true);
    supple_joint_options o = supple_joint_options_default(
        SUPPLE_JOINT_ROPE, b, NULL, at(length * sin(angle), -length * cos(angle), 0));
    o.there = at(0, 0, 0);
    supple_joint j = join(&k, o);
    double period = 2.0 * PI * sqrt(length / G) * (1.0 + angle * angle / 16.0), last = 0.0,
           first_cross = 0.0, x = 0.0;
    int crossings = 0;
    for (int32_t i = 1; crossings < 5 && i < 600; ++i) {
        double was = x;
        supple_world_step(k.world, DT);
        x = b->state->free.place[0];
        if ((was > 0.0) != (x > 0.0) && i > 1) {
            last = (i - 1 + was / (was - x)) * (double)DT;
            first_cross = crossings++ == 0 ? last : first_cross;
        }
    }
    double is = 0.5 * (last - first_cross);
    printf("        a period of %.5f s, %.5f by the formula\n", is, period);
    CHECK_NEAR(is, period, 1e-3 * period);
    supple_motion up = supple_body_motion(b);
    up.pose.m[13] += 0.1f; // slack, and thrown to the side
    up.velocity = at(0.3, 1.0, 0.0);
    supple_body_set_motion(b, &up);
    for (int32_t i = 0; i < 10; ++i) {
        supple_world_step(k.world, DT);
        CHECK(supple_world_joint_state(k.world, j).force == 0.0f);
    }
    double before = energy_of(&k), gained = 0.0, far = 0.0;
    for (int32_t i = 0; i < 300; ++i) {
        supple_world_step(k.world, DT);
        gained = fmax(gained, energy_of(&k) - before);
        far = fmax(far, position_of(&k, j));
    }
    printf("        %.5f of %.1f m far, gained %.1e J of %.2f\n", far, length, gained, before);
    CHECK(far < length * 1.01 && gained < 1e-5);
    kit_close(&k);
}

// A box is whirled about a place, by a rope at its own face: that face goes round the centre while the substep's row stays as it is.
TEST(a_rope_holds_what_is_whirled_at_its_length) {
    world_kit k = kit_new(NULL);
    toy t = kit_toy(&k, hard_box());
    double length = 0.1, arm = 0.05, rate = 12.0, out = length + arm;
    supple_body* b = put(&k, &t, out, 0, 0, false);
    supple_joint_options o =
        supple_joint_options_default(SUPPLE_JOINT_ROPE, b, NULL, at(length, 0, 0));
    o.there = at(0, 0, 0);
    supple_joint j = join(&k, o);
    supple_motion m = supple_body_motion(b);
    m.velocity = at(0, rate * out, 0);
    m.spin = at(0, 0, rate);
    supple_body_set_motion(b, &m);
    double off = 0.0, force = 0.0, wanted = mass_of(&t) * rate * rate * out;
    for (int32_t i = 0; i < 120; ++i) {
        supple_world_step(k.world, DT);
        off = fmax(off, fabs(position_of(&k, j) - length));
        force += (double)supple_world_joint_state(k.world, j).force / 120.0;
    }
    printf("        %.2e m off its length, %.5f of the force of what goes round\n", off,
           force / wanted);
    CHECK(off < 1e-5);
    CHECK_NEAR(force, wanted, 0.01 * wanted);
    kit_close(&k);
}

TEST(a_rope_keeps_apart_by_its_lower_limit) {
    world_kit k = kit_new(NULL);
    toy t = kit_toy(&k, hard_box());
    supple_body* b = put(&k, &t, 0, 0.3, 0, true);
    supple_joint_options o =
        supple_joint_options_default(SUPPLE_JOINT_ROPE, b, NULL, at(0, 0.3, 0));
    o.there = at(0, 0, 0);
    o.lower = 0.2f;
    o.upper = 0.4f;
    supple_joint j = join(&k, o);
    for (int32_t i = 0; i < 60; ++i)
        supple_world_step(k.world, DT);
    CHECK_NEAR(position_of(&k, j), 0.2, 1e-3); // on its head, as on a rod
    CHECK_NEAR((double)supple_world_joint_state(k.world, j).applied_force.y, mass_of(&t) * G,
               0.01 * mass_of(&t) * G);
    kit_close(&k);
}

TEST(a_weld_tells_the_weight_and_its_lever) {
    world_kit k = kit_new(NULL);
    toy t = kit_toy(&k, hard_box());
    supple_body* b = put(&k, &t, 0.3, 0, 0.1, true);
    supple_joint j =
        join(&k, supple_joint_options_default(SUPPLE_JOINT_WELD, b, NULL, at(0, 0, 0)));
    for (int32_t i = 0; i < 240; ++i)
        supple_world_step(k.world, DT);
    supple_joint_state s = supple_world_joint_state(k.world, j);
    double weight = mass_of(&t) * G;
    const double* c = b->state->free.place;
    printf("        pulls with %.5f of the weight, turns with %.5f and %.5f of its levers\n",
           (double)s.applied_force.y / weight, (double)s.applied_torque.z / (weight * c[0]),
           -(double)s.applied_torque.x / (weight * c[2]));
    CHECK_NEAR((double)s.applied_force.y, weight, 1e-3 * weight);
    CHECK_NEAR((double)s.applied_torque.z, weight * c[0], 2e-3 * weight * c[0]);
    CHECK_NEAR((double)s.applied_torque.x, -weight * c[2], 2e-3 * weight * c[2]);
    CHECK(s.load == 0.0f);
    kit_close(&k);
}

TEST(a_cone_leans_and_twists_within_its_limits) {
    world_kit k = kit_new(NULL);
    toy t = kit_toy(&k, hard_box());
    supple_body* b = put(&k, &t, 0, 0.1, 0, true); // stands on its tip, and falls
    supple_joint_options o = supple_joint_options_default(SUPPLE_JOINT_CONE, b, NULL, at(0, 0, 0));
    o.axis = at(0, 1, 0);
    o.swing = 0.5f;
    o.lower = -0.2f;
    o.upper = 0.3f;
    supple_joint j = join(&k, o);
    supple_motion m = supple_body_motion(b);
    m.velocity = at(0.05, 0, 0.02);
    m.spin = at(0, 2.0, -0.5);
    supple_body_set_motion(b, &m);
    double lean = 0.0, twist = 0.0;
    for (int32_t i = 0; i < 300; ++i) {
        supple_world_step(k.world, DT);
        patch_pose looks[2];
        joint_sample(k.world, &k.world->joints[0], looks);
        lean = fmax(lean, position_of(&k, j));
        double w = sqrt(1.0 + looks[0].turn[0][0] + looks[0].turn[1][1] + looks[0].turn[2][2]) / 2,
               y = (looks[0].turn[0][2] - looks[0].turn[2][0]) / (4 * w);
        twist = fmax(twist, 2.0 * atan2(y, w));
    }
    printf("        leans by %.4f of 0.5, twists by %.4f of 0.3\n", lean, twist);
    CHECK(lean < 0.51 && lean > 0.495);
    CHECK(twist < 0.31 && twist > 0.29);
    kit_close(&k);
}

// It turns as if nothing held it until it is there: a limit gives way by all that is left.
TEST(a_twist_comes_to_its_limit_in_its_time) {
    world_kit k = kit_new(NULL);
    toy t = kit_toy(&k, hard_box());
    supple_body* b = put(&k, &t, 0, 0, 0, false);
    supple_joint_options o = supple_joint_options_default(SUPPLE_JOINT_CONE, b, NULL, at(0, 0, 0));
    o.axis = at(0, 1, 0);
    o.swing = 0.5f;
    o.lower = -0.2f;
    o.upper = 0.3f;
    join(&k, o);
    supple_motion m = supple_body_motion(b);
    m.spin = at(0, 2.0, 0);
    supple_body_set_motion(b, &m);
    double off = 0.0;
    for (int32_t i = 1; i <= 9; ++i) { // 0.3 rad
        supple_world_step(k.world, DT);
        patch_pose looks[2];
        joint_sample(k.world, &k.world->joints[0], looks);
        double is = fabs(joint_twist(&k.world->joints[0], &looks[0], &looks[1]));
        off = fmax(off, fabs(is - 2.0 * i * (double)DT));
    }
    printf("        %.1e rad off on its way\n", off);
    CHECK(off < 1e-5);
    kit_close(&k);
}

// A couple that leans it and one that twists it about the mean of both axes are all borne by the two limits: nothing is left that
// would take it round the cone, whichever way it leans.
TEST(a_cone_at_both_limits_does_not_go_round) {
    world_kit k = kit_new(NULL);
    toy t = kit_toy(&k, hard_box());
    for (int n = 0; n < 8; ++n) {
        double way = 0.3 + n * PI / 4, lean = 0.0;
        supple_body* b = put(&k, &t, 0, 0, 3 * n, false);
        supple_joint_options o =
            supple_joint_options_default(SUPPLE_JOINT_CONE, b, NULL, at(0, 0, 3 * n));
        o.axis = at(0, 1, 0);
        o.swing = 0.5f;
        o.lower = -0.2f;
        o.upper = 0.3f;
        supple_joint j = join(&k, o);
        double own[3] = {0, 1, 0}, inertia = inertia_of(b);
        for (int i = 0; i < 240; ++i) { // from upright it is led the wanted way at first
            double across[3] = {own[2], 0, -own[0]}, mean[3] = {own[0], 1 + own[1], own[2]},
                   sine = sqrt(dot3(across, across)), length = sqrt(dot3(mean, mean));
            supple_vec3 turn = at(sin(way), 0, -cos(way));
            if (sine > 0.1)
                turn = at(across[0] / sine, 0, across[2] / sine);
            double by = 20.0 * inertia, about = 8.0 * inertia / length;
            supple_body_force_centre(b, at(0, 0, 0),
                                     at(by * (double)turn.x + about * mean[0], about * mean[1],
                                        by * (double)turn.z + about * mean[2]));
            supple_world_step(k.world, DT);
            supple_matrix pose = supple_body_motion(b).pose;
            for (int a = 0; a < 3; ++a)
                own[a] = (double)pose.m[4 + a];
            if (i == 119)
                lean = atan2(own[2], own[0]);
        }
        double round = remainder(atan2(own[2], own[0]) - lean, 2 * PI);
        CHECK_NEAR(position_of(&k, j), 0.5, 2e-3);
        CHECK_NEAR(round, 0.0, 0.03); // flesh gives way a little
    }
    kit_close(&k);
}

TEST(a_rope_that_is_too_weak_breaks) {
    world_kit k = kit_new(NULL);
    toy t = kit_toy(&k, hard_box());
    supple_body* b = put(&k, &t, 0, 0, 0, true);
    supple_joint_options o = supple_joint_options_default(SUPPLE_JOINT_ROPE, b, NULL, at(0, 0, 0));
    o.there = at(0, 0.3, 0);
    o.strength = (float)(1.2 * mass_of(&t) * G);
    supple_joint j = join(&k, o);
    for (int32_t i = 0; i < 60; ++i)
        supple_world_step(k.world, DT);
    supple_joint_state s = supple_world_joint_state(k.world, j);
    CHECK(!s.broken);
    CHECK_NEAR((double)s.load, 1.0 / 1.2, 0.01);
    supple_body_force(b, (supple_point){{0, 0, 0}, {1, 0, 0}}, at(0, -0.3 * mass_of(&t) * G, 0));
    supple_world_step(k.world, DT);
    CHECK(supple_world_joint_state(k.world, j).broken);
    kit_close(&k);
}

TEST(a_saved_world_goes_on_with_limits_motors_and_springs) {
    world_kit k = kit_new(NULL);
    toy t = kit_toy(&k, kit_small());
    supple_body *a = put(&k, &t, 0, 0, 0, true), *b = put(&k, &t, 0.15, 0, 0, true);
    supple_joint_options o = on_axis(SUPPLE_JOINT_HINGE, a, NULL, at(0, 0, 0));
    o.motor_speed = 4.0f, o.motor_strength = 0.3f, o.upper = 1.0f;
    o.spring_frequency = 2.0f;
    join(&k, o);
    o = on_axis(SUPPLE_JOINT_SLIDER, b, a, at(0.1, 0, 0));
    o.lower = -0.01f, o.upper = 0.02f;
    join(&k, o);
    for (int32_t i = 0; i < 30; ++i)
        supple_world_step(k.world, DT);
    size_t size = supple_world_state_size(k.world);
    char *saved = arena_alloc(k.memory, size, 1), *first = arena_alloc(k.memory, size, 1),
         *second = arena_alloc(k.memory, size, 1);
    supple_world_save(k.world, saved);
    for (int round = 0; round < 2; ++round) {
        CHECK(supple_world_restore(k.world, saved, size));
        for (int32_t i = 0; i < 60; ++i)
            supple_world_step(k.world, DT);
        supple_world_save(k.world, round == 0 ? first : second);
    }
    CHECK(memcmp(first, second, size) == 0);
    kit_close(&k);
}

TEST(options_that_make_no_sense_are_refused) {
    world_kit k = kit_new(NULL);
    toy t = kit_toy(&k, kit_small());
    supple_body* b = put(&k, &t, 0, 0, 0, true);
    const supple_joint_options good = on_axis(SUPPLE_JOINT_HINGE, b, NULL, at(0, 0, 0));
    supple_joint j = join(&k, good);
    supple_joint_options bad[8] = {good, good, good, good, good, good, good, good};
    bad[0].lower = 1.0f, bad[0].upper = 0.5f;
    bad[1].upper = 4.0f; // more than pi
    bad[2].motor_strength = -1.0f;
    bad[3].motor_speed = NAN;
    bad[4].spring_frequency = INFINITY;
    bad[5].swing = -0.1f;
    bad[6].lower = NAN;
    bad[7].upper = -INFINITY, bad[7].lower = -INFINITY;
    for (int i = 0; i < 8; ++i) {
        CHECK(join(&k, bad[i]).generation == 0);
        CHECK(!supple_world_change_joint(k.world, j, &bad[i]));
    }
    supple_joint_options is = supple_world_joint_options(k.world, j);
    CHECK(is.body == b && is.other_or_null == NULL && is.kind == SUPPLE_JOINT_HINGE);
    CHECK(!supple_world_change_joint(k.world, (supple_joint){9, 9}, &good));
    CHECK(supple_world_joint_options(k.world, (supple_joint){9, 9}).body == NULL);
    kit_close(&k);
}

TEST_MAIN(CASE(a_motor_accelerates_by_its_torque_and_keeps_its_speed),
          CASE(a_spring_swings_what_is_joined_as_the_closed_form_does),
          CASE(a_limit_stops_and_gives_nothing),
          CASE(a_slider_goes_along_its_axis_between_its_limits),
          CASE(a_rope_swings_as_a_pendulum_and_hangs_slack_without_force),
          CASE(a_rope_holds_what_is_whirled_at_its_length),
          CASE(a_rope_keeps_apart_by_its_lower_limit), CASE(a_weld_tells_the_weight_and_its_lever),
          CASE(a_cone_leans_and_twists_within_its_limits),
          CASE(a_twist_comes_to_its_limit_in_its_time), CASE(a_rope_that_is_too_weak_breaks),
          CASE(a_saved_world_goes_on_with_limits_motors_and_springs),
          CASE(options_that_make_no_sense_are_refused),
          CASE(a_cone_at_both_limits_does_not_go_round))
