// A world of free bodies and colliders: what contacts keep, hold back and let go.
// SPDX-License-Identifier: MIT
#include "runtime/math/exact.h"
#include "test/kit/check.h"
#include "test/kit/world_kit.h"

static const supple_vec3 nothing = {0.0f, 0.0f, 0.0f};

static toy_options firm(void) { // hardly sags, and does not squeal when it slides
    toy_options o = toy_default();
    o.ratio = 0.5;
    o.cells[0] = o.cells[1] = o.cells[2] = 3;
    o.first = 40.0;
    o.modes = 12;
    return o;
}

static void step(world_kit* k, int count) {
    for (int i = 0; i < count; ++i)
        supple_world_step(k->world, 1.0f / 60.0f);
}

TEST(what_has_no_contacts_moves_as_if_it_were_alone) {
    world_kit k = kit_new(NULL);
    toy t = kit_toy(&k, firm());
    supple_body* in = kit_throw(&k, &t, kit_pose(0.0, 3.0, 0.0), (supple_vec3){1.0f, 2.0f, 0.0f});
    supple_body* out = kit_throw(&k, &t, kit_pose(0.0, 3.0, 0.0), (supple_vec3){1.0f, 2.0f, 0.0f});
    supple_world_remove_body(k.world, out);
    kit_plane(&k, kit_pose(0.0, 0.0, 0.0), -1.0f);
    for (int i = 0; i < 30; ++i) {
        supple_point at = {{0, 1, 2}, {0.5f, 0.25f, 0.25f}};
        supple_body_impulse(in, at, (supple_vec3){0.01f, 0.0f, 0.02f});
        supple_body_impulse(out, at, (supple_vec3){0.01f, 0.0f, 0.02f});
        supple_world_step(k.world, 1.0f / 60.0f);
        supple_body_step(out, 1.0f / 60.0f);
    }
    CHECK(supple_world_stats(k.world).substeps == 0);
    CHECK(memcmp(in->state, out->state, in->state_size) == 0);
    kit_close(&k);
}

// Runs a block on a plane that is `degrees` steeper than the friction holds; returns its acceleration
// along it over three seconds, and the one expected.
static double slide(double friction, double degrees, double* expected, bool* asleep) {
    world_kit k = kit_new(NULL);
    toy t = kit_toy(&k, firm());
    double s, c;
    exact_sincos(exact_atan2(friction, 1.0) + degrees * EXACT_PI / 180.0, &s, &c);
    supple_matrix pose = {
        {(float)c, (float)s, 0, 0, (float)-s, (float)c, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}};
    kit_plane(&k, pose, (float)friction);
    pose.m[12] = (float)(-0.05 * s);
    pose.m[13] = (float)(0.05 * c);
    supple_body* b = kit_throw(&k, &t, pose, nothing);
    step(&k, 60);
    supple_vec3 before = supple_body_motion(b).velocity;
    step(&k, 180);
    supple_vec3 after = supple_body_motion(b).velocity;
    *expected = (double)9.81f * (s - friction * c);
    *asleep = supple_body_asleep(b);
    kit_close(&k);
    return -((double)(after.x - before.x) * c + (double)(after.y - before.y) * s) / 3.0;
}

TEST(a_block_rests_half_a_degree_below_the_angle_of_friction_and_slides_half_a_degree_above) {
    for (int i = 0; i < 3; ++i) {
        double friction = 0.2 + 0.3 * i, expected;
        bool asleep;
        CHECK(fabs(slide(friction, -0.5, &expected, &asleep)) < 1e-4 && asleep);
        double a = slide(friction, 0.5, &expected, &asleep);
        CHECK(!asleep);
        CHECK_NEAR(a, expected, 0.02 * expected);
        a = slide(friction, 5.0, &expected, &asleep);
        CHECK_NEAR(a, expected, 0.02 * expected);
    }
}

TEST(a_jelly_at_60_metres_a_second_stays_on_its_side_of_a_plate) {
    for (int kind = 0; kind < 3; ++kind)
        for (int turned = 0; turned < 2; ++turned) {
            world_kit k = kit_new(NULL);
            toy_options o = toy_default();
            o.size = v3(0.05, 0.05, 0.05);
            o.first = 8.0;
            toy t = kit_toy(&k, o);
            static const float corners[12] = {-5, 0, -5, 5, 0, -5, 5, 0, 5, -5, 0, 5};
            static const uint32_t triangles[6] = {0, 1, 2, 0, 2, 3};
            supple_shape plate = {.kind = kind == 0   ? SUPPLE_BOX
                                          : kind == 1 ? SUPPLE_MESH
                                                      : SUPPLE_PLANE,
                                  .half = {5.0f, 0.0005f, 5.0f},
                                  .positions = corners,
                                  .triangles = triangles,
                                  .vertex_count = 4,
                                  .triangle_count = 2,
                                  .friction = -1.0f};
            supple_matrix still = kit_pose(0.0, 0.0, 0.0);
            CHECK(supple_world_add_collider(k.world, &plate, &still).generation != 0);
            supple_matrix pose = kit_pose(0.0, 2.3, 0.0);
            if (turned)
                pose = (supple_matrix){
                    {0.6f, 0.8f, 0, 0, -0.8f, 0.6f, 0, 0, 0, 0, 1, 0, 0, 2.3f, 0, 1}};
            supple_body* b = kit_throw(&k, &t, pose, (supple_vec3){0.0f, -60.0f, 0.0f});
            double lowest = INFINITY;
            for (int i = 0; i < 60; ++i) {
                step(&k, 1);
                lowest = fmin(lowest, b->state->free.place[1]);
            }
            printf("    its centre came to %.4f, its size is 0.05\n", lowest);
            CHECK(lowest > 0.0);
            kit_close(&k);
        }
}

TEST(impulses_never_add_energy) {
    supple_world_options o = supple_world_options_default();
    o.response = SUPPLE_RESPONSE_ACCELERATION;
    world_kit k = kit_new(&o);
    toy_options how = firm();
    how.first = 10.0;
    how.ratio = 0.0;
    how.spin = false;
    toy t = kit_toy(&k, how);
    kit_plane(&k, kit_pose(0.0, 0.0, 0.0), 0.4f);
    supple_matrix pose = {{0.6f, 0.8f, 0, 0, -0.8f, 0.6f, 0, 0, 0, 0, 1, 0, 0, 0.2f, 0, 1}};
    supple_body* b = kit_throw(&k, &t, pose, (supple_vec3){1.0f, -2.0f, 0.5f});
    supple_body_set_motion(b, &(supple_motion){pose, {1.0f, -2.0f, 0.5f}, {1.0f, 5.0f, -3.0f}});
    double most = 0.0;
    int impacts = 0;
    for (int i = 0; i < 200; ++i) {
        step(&k, 1);
        // once more the same contacts, from outside: a solve on what is left
        if (k.world->found_count == 0)
            continue;
        supple_body_impulse(b, (supple_point){{0, 1, 2}, {1.0f, 0.0f, 0.0f}},
                            (supple_vec3){0.0f, -0.2f, 0.1f});
        double before = kit_energy(b);
        free_measure_now(b, &b->measured);
        world_begin_mobility(&k.world->bodies[0]);
        world_find_sides(k.world);
        world_spare_flesh(k.world, 1.0 / 60.0);
        world_solve(k.world, WORLD_IMPULSES, 1.0 / 60.0);
        double after = kit_energy(b);
        most = fmax(most, (after - before) / before);
        impacts += after < before;
    }
    printf("    %d impacts, the largest gain is %.1e of the energy\n", impacts, most);
    CHECK(impacts > 20 && most < 1e-6);
    kit_close(&k);
}

TEST(a_body_that_bounces_comes_back_with_less) {
    world_kit k = kit_new(NULL);
    toy_options how = firm();
    how.kind = TOY_BALL;
    how.first = 10.0;
    how.ratio = 0.02;
    toy t = kit_toy(&k, how);
    kit_plane(&k, kit_pose(0.0, 0.0, 0.0), -1.0f);
    supple_body* b = kit_throw(&k, &t, kit_pose(0.0, 0.5, 0.0), nothing);
    double energy = kit_energy(b), most = energy, height = 0.0;
    bool in_contact = false;
    for (int i = 0; i < 120; ++i) {
        step(&k, 1);
        in_contact |= supple_world_stats(k.world).contacts > 0;
        most = fmax(most, kit_energy(b));
        height = in_contact ? fmax(height, b->state->free.place[1]) : 0.0;
    }
    printf("    fell 0.45, rose %.3f; energy at most %.5f of the first\n", height - 0.05,
           most / energy);
    CHECK(in_contact && height > 0.08 && height < 0.45 && most < 1.001 * energy);
    kit_close(&k);
}

TEST(what_lies_still_sleeps_and_wakes_by_a_contact) {
    world_kit k = kit_new(NULL);
    toy t = kit_toy(&k, firm());
    supple_collider ground = kit_plane(&k, kit_pose(0.0, 0.0, 0.0), -1.0f);
    supple_body* b = kit_throw(&k, &t, kit_pose(0.0, 0.1, 0.0), nothing);
    step(&k, 180);
    CHECK(supple_body_asleep(b) && supple_world_stats(k.world).awake == 0);
    supple_contact contacts[64];
    int count = supple_world_contacts(k.world, contacts, 64);
    CHECK(count > 0 && contacts[0].body == b && contacts[0].collider.index == ground.index);
    CHECK(!contacts[0].began && contacts[0].normal.y > 0.999f);
    float state[3] = {b->q[0], b->q[1], (float)b->state->free.place[1]};
    step(&k, 60);
    CHECK(state[0] == b->q[0] && state[1] == b->q[1] && state[2] == (float)b->state->free.place[1]);

    supple_body_impulse(b, (supple_point){{0, 1, 2}, {1.0f, 0.0f, 0.0f}},
                        (supple_vec3){0.0f, 1.0f, 0.0f}); // pushed
    step(&k, 2);
    CHECK(!supple_body_asleep(b));
    step(&k, 240);
    CHECK(supple_body_asleep(b));

    supple_shape ball = {.kind = SUPPLE_SPHERE, .radius = 0.05f, .friction = -1.0f};
    supple_matrix at = supple_body_motion(b).pose;
    at = kit_pose((double)at.m[12] + 0.5, 0.05, (double)at.m[14]);
    supple_collider pusher = supple_world_add_collider(k.world, &ball, &at);
    step(&k, 120);
    CHECK(supple_body_asleep(b));
    float before = supple_body_motion(b).pose.m[12];
    for (int i = 0; i < 60; ++i) { // a ball runs into it
        at.m[12] -= 0.01f;
        supple_world_move_collider(k.world, pusher, &at);
        step(&k, 1);
    }
    CHECK(!supple_body_asleep(b));
    CHECK(supple_body_motion(b).pose.m[12] < before - 0.05f);

    step(&k, 300);
    CHECK(supple_body_asleep(b));
    supple_world_remove_collider(k.world, ground); // nothing holds it
    step(&k, 30);
    CHECK(!supple_body_asleep(b) && supple_body_motion(b).pose.m[13] < -0.5f);
    // slept through, woken in the middle or made awake: each step is counted once
    CHECK(supple_body_stats(b).steps == supple_world_stats(k.world).steps);
    kit_close(&k);
}

TEST(contacts_say_when_they_begin_and_what_they_bear) {
    world_kit k = kit_new(NULL);
    toy t = kit_toy(&k, firm());
    kit_plane(&k, kit_pose(0.0, 0.0, 0.0), -1.0f);
    supple_body* b = kit_throw(&k, &t, kit_pose(0.0, 0.07, 0.0), nothing);
    double mass = b->parts[0].asset.record->mass, sum = 0.0;
    int began = 0;
    for (int i = 0; i < 60; ++i) {
        step(&k, 1);
        supple_contact contacts[64];
        int count = supple_world_contacts(k.world, contacts, 64);
        bool any = false;
        sum = 0.0;
        for (int c = 0; c < count; ++c) {
            any |= contacts[c].began;
            sum += (double)contacts[c].impulse;
        }
        began += any;
    }
    CHECK(began >= 1 && began < 6);
    CHECK_NEAR(sum, mass * 9.81 / 60.0, 0.01 * mass * 9.81 / 60.0);
    kit_close(&k);
}

TEST(a_world_out_of_room_drops_contacts_and_says_so) {
    supple_world_options o = supple_world_options_default();
    o.max_contacts = 2;
    o.max_bodies = 1;
    o.max_colliders = 1;
    world_kit k = kit_new(&o);
    toy t = kit_toy(&k, firm());
    CHECK(kit_plane(&k, kit_pose(0.0, 0.0, 0.0), -1.0f).generation != 0);
    CHECK(kit_plane(&k, kit_pose(0.0, 0.0, 0.0), -1.0f).generation == 0);
    supple_body* b = kit_throw(&k, &t, kit_pose(0.0, 0.06, 0.0), nothing);
    supple_body_options how = supple_body_options_default(&t.asset);
    supple_body* more = supple_body_create(&t.asset, &how, NULL);
    CHECK(!supple_world_add_body(k.world, more) && !supple_world_add_body(k.world, b));
    step(&k, 60);
    supple_world_counts s = supple_world_stats(k.world);
    CHECK(s.dropped > 0 && s.contacts <= 2 && s.bodies == 1);
    supple_world_step(k.world, NAN);
    supple_world_step(k.world, 0.0f);
    CHECK(supple_world_stats(k.world).rejected == s.rejected + 2);
    supple_body_destroy(more);
    kit_close(&k);
}

// Flesh on bones that stand: a ball is pressed into it by 12 mm, and taken away.
TEST(a_ball_dents_flesh_on_bones_and_the_dent_goes) {
    world_kit k = kit_new(NULL);
    toy_options o = toy_default();
    toy t = kit_toy(&k, o);
    supple_body* b = supple_body_create(&t.asset, NULL, NULL);
    k.bodies[k.count++] = b;
    CHECK(supple_world_add_body(k.world, b));
    supple_matrix level = kit_pose(0.0, 0.0, 0.0), at = kit_pose(0.0, 0.085, 0.0);
    supple_body_place(b, &level);
    uint32_t top = 0;
    for (uint32_t v = 0; v < (uint32_t)t.asset.vertex_count; ++v) {
        const float *x = t.asset.positions + 3 * (size_t)v,
                    *y = t.asset.positions + 3 * (size_t)top;
        if (fabsf(x[0]) + fabsf(x[1] - 0.05f) + fabsf(x[2]) <
            fabsf(y[0]) + fabsf(y[1] - 0.05f) + fabsf(y[2]))
            top = v;
    }
    supple_point there = {{top, top, top}, {1.0f, 0.0f, 0.0f}};
    supple_shape ball = {.kind = SUPPLE_SPHERE, .radius = 0.03f, .friction = -1.0f};
    supple_collider id = supple_world_add_collider(k.world, &ball, &at);
    for (int i = 0; i < 60; ++i) {
        at.m[13] -= 0.017f / 60.0f; // to 12 mm below the rest of the surface
        supple_world_move_collider(k.world, id, &at);
        step(&k, 1);
    }
    float dented = supple_body_position(b, there).y;
    printf("    pressed to 0.038, the flesh is at %.4f\n", (double)dented);
    CHECK(dented < 0.045f && supple_world_stats(k.world).contacts > 0);
    supple_world_remove_collider(k.world, id);
    step(&k, 240);
    CHECK_NEAR(supple_body_position(b, there).y, 0.05, 1e-4);
    kit_close(&k);
}

TEST_MAIN(
    CASE(what_has_no_contacts_moves_as_if_it_were_alone),
    CASE(a_block_rests_half_a_degree_below_the_angle_of_friction_and_slides_half_a_degree_above),
    CASE(a_jelly_at_60_metres_a_second_stays_on_its_side_of_a_plate),
    CASE(impulses_never_add_energy), CASE(a_body_that_bounces_comes_back_with_less),
    CASE(what_lies_still_sleeps_and_wakes_by_a_contact),
    CASE(contacts_say_when_they_begin_and_what_they_bear),
    CASE(a_world_out_of_room_drops_contacts_and_says_so),
    CASE(a_ball_dents_flesh_on_bones_and_the_dent_goes))
