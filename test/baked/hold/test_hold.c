// Holds: sets of points told where to be or how to move, on driven and on free bodies.
// SPDX-License-Identifier: MIT
#include "runtime/body/body.h"
#include "scenes/toy.h"
#include "test/kit/check.h"

#include <math.h>

static const float DT = 1.0f / 60.0f;
enum { MOST = 64 };

typedef struct held {
    arena* memory;
    report r;
    toy toy;
    supple_body* body;
    supple_point points[MOST];
    supple_vec3 rest[MOST];
    int count;
} held;

static unsigned seed;

static double any(void) { // -1 .. 1
    seed = seed * 1664525u + 1013904223u;
    return (double)(seed >> 8) / (1 << 23) - 1.0;
}

static supple_vec3 plus(supple_vec3 a, double x, double y, double z) {
    return (supple_vec3){(float)(a.x + x), (float)(a.y + y), (float)(a.z + z)};
}

static double apart(supple_vec3 a, supple_vec3 b) {
    double x = (double)a.x - b.x, y = (double)a.y - b.y, z = (double)a.z - b.z;
    return sqrt(x * x + y * y + z * z);
}

// A box of 10 cm. `count` vertices spread over its surface are the points; its limit is far off.
static held held_new(int modes, int count, bool loose) {
    held h = {.memory = arena_create(), .count = count};
    h.r = report_new(h.memory);
    toy_options o = toy_default();
    o.modes = modes;
    o.first = loose ? 20.0 : 6.0; // Hz; what hangs by a corner needs some
    if (!toy_make(&o, h.memory, &h.toy, &h.r))
        return h;
    supple_body_options how = supple_body_options_default(&h.toy.asset);
    how.max_pins = 128;
    how.free = loose;
    if (!loose)
        how.gravity = (supple_vec3){0.0f, 0.0f, 0.0f};
    h.body = supple_body_create(&h.toy.asset, &how, NULL);
    for (int i = 0; i < count; ++i) {
        uint32_t at = (uint32_t)(i * h.toy.asset.vertex_count / count);
        h.points[i] = (supple_point){{at, at, at}, {1.0f, 0.0f, 0.0f}};
        h.rest[i] = supple_body_position(h.body, h.points[i]);
    }
    return h;
}

static void held_close(held* h) {
    supple_body_destroy(h->body);
    arena_destroy(h->memory);
}

static void steps(held* h, int count) {
    for (int i = 0; i < count; ++i)
        supple_body_step(h->body, DT);
}

static double worst_of(const held* h, const supple_vec3* targets, int count) {
    double worst = 0.0;
    for (int i = 0; i < count; ++i)
        worst = fmax(worst, apart(supple_body_position(h->body, h->points[i]), targets[i]));
    return worst;
}

// Where the points are when coordinates have any small values: all of them are reachable together.
static void reachable(held* h, double size, supple_vec3* targets) {
    double reach = 0.0;
    for (int32_t i = 0; i < h->body->coord_count; ++i) {
        h->body->q[i] = (float)(any() / (1 + i));
        reach += fabs((double)h->body->q[i]) * (double)supple_asset_reach(&h->toy.asset, i);
    }
    for (int32_t i = 0; i < h->body->coord_count; ++i)
        h->body->q[i] *= (float)(size / reach);
    body_show(h->body);
    for (int i = 0; i < h->count; ++i)
        targets[i] = supple_body_position(h->body, h->points[i]);
    body_rest(h->body);
}

TEST(independent_points_are_held_to_a_ten_thousandth_of_the_size) {
    for (int loose = 0; loose < 2; ++loose) {
        held h = held_new(40, 6, loose);
        CHECK(h.body != NULL);
        supple_vec3 targets[MOST];
        seed = 5;
        reachable(&h, 0.01, targets);
        supple_body_hold(h.body, SUPPLE_HOLD_PLACE, h.points, targets, h.count, NULL, 0);
        steps(&h, 60);
        double worst = 0.0;
        for (int k = 0; k < 60; ++k) {
            steps(&h, 1);
            worst = fmax(worst, worst_of(&h, targets, h.count));
        }
        printf("        %s: off by %.2g m of 0.1, %d substeps\n", loose ? "free" : "driven", worst,
               supple_body_stats(h.body).substeps);
        CHECK(worst < 1e-5);
        held_close(&h);
    }
}

TEST(sixty_four_points_on_forty_coordinates_go_where_they_can) {
    held h = held_new(40, MOST, false);
    CHECK(h.body != NULL);
    supple_vec3 targets[MOST];
    seed = 7;
    reachable(&h, 0.01, targets);
    supple_pin id = supple_body_hold(h.body, SUPPLE_HOLD_PLACE, h.points, targets, MOST, NULL, 0);
    CHECK(id.generation != 0);
    double before = worst_of(&h, targets, MOST);
    steps(&h, 120);
    double after = worst_of(&h, targets, MOST);
    printf("        off by %.2g m at first, then %.2g m of 0.1\n", before, after);
    CHECK(before > 1e-3 && after < 1e-5);
    held_close(&h);
}

TEST(sets_that_contradict_themselves_stay_calm) {
    for (int loose = 0; loose < 2; ++loose) {
        held h = held_new(40, MOST, loose);
        CHECK(h.body != NULL);
        supple_vec3 targets[MOST];
        seed = 11;
        supple_pin id =
            supple_body_hold(h.body, SUPPLE_HOLD_PLACE, h.points, h.rest, MOST, NULL, 0);
        double most = 0.0;
        for (int k = 0; k < 100; ++k) {
            if (k % 20 == 0) {
                for (int i = 0; i < MOST; ++i)
                    targets[i] = plus(h.rest[i], 0.3 * any(), 0.3 * any(), 0.3 * any());
                supple_body_move_hold(h.body, id, targets);
            }
            steps(&h, 1);
            for (int i = 0; i < MOST; ++i)
                most = fmax(most, apart(supple_body_position(h.body, h.points[i]), h.rest[i]));
        }
        printf("        %s: targets up to 0.5 m away, points up to %.3f m\n",
               loose ? "free" : "driven", most);
        CHECK(isfinite(most) && most < 0.3);
        CHECK(supple_body_stats(h.body).rejected == 0);
        held_close(&h);
    }
}

TEST(a_hold_of_several_points_is_as_many_pins) {
    held a = held_new(20, 5, false), b = held_new(20, 5, false);
    CHECK(a.body != NULL && b.body != NULL);
    supple_vec3 targets[MOST];
    seed = 3;
    for (int i = 0; i < a.count; ++i)
        targets[i] = plus(a.rest[i], 0.004 * any(), 0.0, 0.004 * any());
    supple_pin id = supple_body_hold(a.body, SUPPLE_HOLD_PLACE, a.points, a.rest, a.count, NULL, 0);
    for (int i = 0; i < b.count; ++i)
        supple_body_pin(b.body, b.points[i], targets[i]);
    supple_body_move_hold(a.body, id, targets);
    steps(&a, 10);
    steps(&b, 10);
    CHECK(memcmp(a.body->q, b.body->q, sizeof(float) * (size_t)a.body->coord_count) == 0);
    supple_body_unpin(a.body, id);
    for (int32_t i = 0; i < a.body->pin_count; ++i)
        CHECK(a.body->pins[i].used == PIN_UNUSED);
    held_close(&a);
    held_close(&b);
}

TEST(places_by_force_are_reached_without_a_jump_of_velocity) {
    for (int loose = 0; loose < 2; ++loose) {
        held h = held_new(20, 2, loose);
        CHECK(h.body != NULL);
        supple_vec3 targets[2];
        seed = 15;
        reachable(&h, 0.005, targets);
        supple_body_hold(h.body, SUPPLE_HOLD_PLACE_FORCE, h.points, targets, 2, NULL, 0);
        steps(&h, 120);
        CHECK(worst_of(&h, targets, 2) < 1e-5);
        CHECK(supple_body_stats(h.body).substeps == 1 || loose);
        held_close(&h);
    }
}

TEST(velocities_at_the_end_are_what_was_asked) {
    for (int loose = 0; loose < 2; ++loose) {
        held h = held_new(20, 3, loose);
        CHECK(h.body != NULL);
        supple_vec3 targets[3];
        seed = 9;
        reachable(&h, 0.01, targets);
        for (int i = 0; i < 3; ++i)
            targets[i] = plus(targets[i], -h.rest[i].x, -h.rest[i].y, -h.rest[i].z);
        supple_body_hold(h.body, SUPPLE_HOLD_VELOCITY_END, h.points, targets, 3, NULL, 0);
        double worst = 0.0;
        for (int k = 0; k < 20; ++k) {
            steps(&h, 1);
            for (int i = 0; i < 3; ++i)
                worst = fmax(worst, apart(supple_body_velocity(h.body, h.points[i]), targets[i]));
        }
        printf("        %s: off by %.2g m/s of some 0.003\n", loose ? "free" : "driven", worst);
        CHECK(worst < (loose ? 1e-3 : 1e-6)); // falling adds 0.16 m/s a step
        held_close(&h);
    }
}

TEST(velocities_at_the_start_stop_a_free_body) {
    held h = held_new(20, 8, true);
    CHECK(h.body != NULL);
    supple_vec3 none[8] = {{0.0f, 0.0f, 0.0f}};
    supple_motion m = supple_body_motion(h.body);
    m.velocity = (supple_vec3){1.0f, 0.5f, 0.0f};
    m.spin = (supple_vec3){0.0f, 3.0f, 1.0f};
    supple_body_set_motion(h.body, &m);
    supple_body_hold(h.body, SUPPLE_HOLD_VELOCITY, h.points, none, 8, NULL, 0);
    steps(&h, 1);
    m = supple_body_motion(h.body);
    // what is left is a sixtieth of a second of falling, and of what the flesh gives back
    CHECK(apart(m.velocity, (supple_vec3){0.0f, -9.81f / 60.0f, 0.0f}) < 0.15);
    held_close(&h);
}

TEST(a_constant_acceleration_is_followed) {
    for (int loose = 0; loose < 2; ++loose) {
        held h = held_new(20, 1, loose);
        CHECK(h.body != NULL);
        supple_vec3 target = {0.1f, 0.0f, -0.05f};
        supple_body_hold(h.body, SUPPLE_HOLD_ACCELERATION, h.points, &target, 1, NULL, 0);
        for (int k = 0; k < 1000; ++k)
            supple_body_step(h.body, 1e-4f);
        supple_vec3 expected = {0.01f, 0.0f, -0.005f};
        double off = apart(supple_body_velocity(h.body, h.points[0]), expected);
        printf("        %s: off by %.2g m/s of 0.011\n", loose ? "free" : "driven", off);
        CHECK(off < (loose ? 1e-2 : 2e-4)); // falling would be 1 m/s
        held_close(&h);
    }
}

TEST(levers_move_points_that_no_force_acts_on) {
    held h = held_new(20, 12, false);
    CHECK(h.body != NULL);
    supple_vec3 target = plus(h.rest[0], 0.001, 0.0, 0.0);
    int sound = 0, fallen = 0;
    for (int lever = 1; lever < h.count; ++lever) {
        uint32_t before = supple_body_stats(h.body).fallbacks;
        supple_pin id =
            supple_body_hold(h.body, SUPPLE_HOLD_PLACE, h.points, &target, 1, &h.points[lever], 1);
        CHECK(id.generation != 0);
        steps(&h, 1);
        bool fell = supple_body_stats(h.body).fallbacks > before;
        sound += !fell;
        fallen += fell;
        double most = 0.0;
        for (int k = 0; k < 600; ++k) {
            steps(&h, 1);
            for (int i = 0; i < h.count; ++i)
                most = fmax(most, apart(supple_body_position(h.body, h.points[i]), h.rest[i]));
        }
        CHECK(supple_body_stats(h.body).fallbacks == before + (fell ? 1u : 0u)); // looked at once
        CHECK(most < 0.15);
        CHECK(apart(supple_body_position(h.body, h.points[0]), target) < 5e-5);
        supple_body_unpin(h.body, id);
        steps(&h, 300);
    }
    printf("        %d levers of one point are sound, %d fell back\n", sound, fallen);
    CHECK(fallen > 0);
    held_close(&h);
}

TEST(levers_beside_the_point_are_sound_and_push_only_themselves) {
    held h = held_new(20, 1, false);
    CHECK(h.body != NULL);
    // three corners of a triangle with the point: they can put it anywhere
    const uint32_t* corner = h.toy.asset.triangles;
    supple_point middle = {{corner[0], corner[1], corner[2]}, {0.4f, 0.3f, 0.3f}}, levers[3];
    for (int i = 0; i < 3; ++i)
        levers[i] = (supple_point){{corner[i], corner[i], corner[i]}, {1.0f, 0.0f, 0.0f}};
    supple_vec3 target = plus(supple_body_position(h.body, middle), 0.002, 0.001, 0.0);
    supple_body_hold(h.body, SUPPLE_HOLD_PLACE, &middle, &target, 1, levers, 3);
    steps(&h, 120);
    CHECK(supple_body_stats(h.body).fallbacks == 0);
    CHECK(apart(supple_body_position(h.body, middle), target) < 1e-6);
    held_close(&h);
}

// A push at another point holds one of a free body and spins the rest about it, faster and faster: from 0 to 4e6 m/s in a
// second, of a ball that the generator of worlds drew. So it hangs from its point, as from a pin, and keeps its energy.
TEST(levers_of_a_free_body_do_not_spin_it_up) {
    held h = held_new(20, 12, true);
    CHECK(h.body != NULL);
    for (int lever = 1; lever < h.count; ++lever) {
        supple_vec3 at = supple_body_position(h.body, h.points[0]);
        supple_pin id =
            supple_body_hold(h.body, SUPPLE_HOLD_PLACE, h.points, &at, 1, &h.points[lever], 1);
        CHECK(id.generation != 0);
        CHECK(supple_body_stats(h.body).fallbacks == (uint32_t)lever);
        double fastest = 0.0;
        for (int k = 0; k < 120; ++k) {
            steps(&h, 1);
            supple_vec3 v = supple_body_motion(h.body).velocity;
            fastest = fmax(fastest, sqrt((double)(v.x * v.x + v.y * v.y + v.z * v.z)));
        }
        CHECK(apart(supple_body_position(h.body, h.points[0]), at) < 1e-3);
        CHECK(fastest < 2.5); // a fall by twice its diagonal, from where the one before let it go
        supple_body_unpin(h.body, id);
        supple_motion still = supple_body_motion(h.body);
        still.velocity = still.spin = (supple_vec3){0.0f, 0.0f, 0.0f};
        supple_body_set_motion(h.body, &still);
    }
    held_close(&h);
}

TEST(what_is_cached_between_steps_changes_no_bit) {
    // A body that was restored has nothing cached; one that went on has all.
    for (int run = 0; run < 4; ++run) {
        bool levers = run % 2 == 1;
        held a = held_new(12, 9, run >= 2), b = held_new(12, 9, run >= 2);
        CHECK(a.body != NULL && b.body != NULL);
        supple_vec3 targets[MOST];
        seed = 13;
        for (int i = 0; i < a.count; ++i)
            targets[i] = plus(a.rest[i], 0.002 * any(), 0.002 * any(), 0.002 * any());
        supple_body_hold(a.body, SUPPLE_HOLD_PLACE, a.points, targets, levers ? 2 : 7,
                         levers ? a.points + 2 : NULL, levers ? 4 : 0);
        supple_body_hold(a.body, SUPPLE_HOLD_VELOCITY, a.points + 8, targets + 8, 1, NULL, 0);
        size_t size = supple_body_state_size(a.body);
        void *middle = malloc(size), *end = malloc(size);
        bool restored = false;
        for (int k = 0; k < 60; ++k) {
            supple_matrix palette = {
                {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0.0005f * (float)k, 0, 0, 1}};
            if (k % 7 < 3)
                supple_body_drive(a.body, &palette);
            if (restored && k % 7 < 3)
                supple_body_drive(b.body, &palette);
            steps(&a, 1);
            if (restored)
                steps(&b, 1);
            if (k == 20) {
                supple_body_save(a.body, middle);
                restored = supple_body_restore(b.body, middle, size);
            }
        }
        supple_body_save(a.body, middle);
        supple_body_save(b.body, end);
        bool same = memcmp(middle, end, size) == 0;
        free(middle);
        free(end);
        CHECK(restored && same);
        held_close(&a);
        held_close(&b);
    }
}

TEST(a_free_body_hangs_from_its_pin) {
    held h = held_new(20, 6, true);
    CHECK(h.body != NULL);
    supple_pin pin = supple_body_pin(h.body, h.points[0], h.rest[0]);
    double worst = 0.0;
    for (int k = 0; k < 600; ++k) {
        steps(&h, 1);
        worst = fmax(worst, apart(supple_body_position(h.body, h.points[0]), h.rest[0]));
    }
    supple_motion m = supple_body_motion(h.body);
    printf("        off by %.2g m of 0.1 while it swings at up to some rad/s\n", worst);
    CHECK(worst < 1e-5);
    CHECK(m.pose.m[13] < h.rest[0].y); // below it
    // Let go, it falls as anything does.
    supple_body_unpin(h.body, pin);
    double speed = (double)supple_body_motion(h.body).velocity.y;
    steps(&h, 30);
    CHECK_NEAR((double)supple_body_motion(h.body).velocity.y, speed - 9.81 * 0.5, 1e-4);
    held_close(&h);
}

TEST(a_free_body_is_dragged_turned_and_thrown) {
    held h = held_new(20, 6, true);
    CHECK(h.body != NULL);
    supple_vec3 targets[3];
    supple_pin id = supple_body_hold(h.body, SUPPLE_HOLD_PLACE, h.points, h.rest, 3, NULL, 0);
    double worst = 0.0;
    for (int k = 1; k <= 120; ++k) { // along x at 0.6 m/s, turning about y at 2 rad/s
        double s = sin(2.0 * k / 60.0), c = cos(2.0 * k / 60.0);
        for (int i = 0; i < 3; ++i) {
            double x = h.rest[i].x, z = h.rest[i].z;
            targets[i] = (supple_vec3){(float)(c * x + s * z + 0.01 * k), h.rest[i].y,
                                       (float)(c * z - s * x)};
        }
        supple_body_move_hold(h.body, id, targets);
        steps(&h, 1);
        if (k > 10) // from standstill, it needs some steps to catch up
            worst = fmax(worst, worst_of(&h, targets, 3));
    }
    supple_motion m = supple_body_motion(h.body);
    printf("        off by %.2g m of 0.1; moves at %.3f m/s and turns at %.3f rad/s\n", worst,
           (double)m.velocity.x, (double)m.spin.y);
    CHECK(worst < 1e-5);
    CHECK_NEAR((double)m.velocity.x, 0.6, 0.06);
    CHECK_NEAR((double)m.spin.y, 2.0, 0.5); // and wobbles
    held_close(&h);
}

TEST(a_target_far_away_does_not_tear_a_free_body) {
    held h = held_new(20, 2, true);
    CHECK(h.body != NULL);
    supple_vec3 targets[2] = {{1e6f, 0.0f, 0.0f}, {-1e6f, 3.0f, 0.0f}};
    supple_body_hold(h.body, SUPPLE_HOLD_PLACE, h.points, targets, 2, NULL, 0);
    for (int k = 0; k < 300; ++k) {
        steps(&h, 1);
        supple_vec3 a = supple_body_position(h.body, h.points[0]);
        supple_vec3 b = supple_body_position(h.body, h.points[1]);
        CHECK(apart(a, b) < 0.5);
    }
    held_close(&h);
}

TEST(what_is_no_hold_is_refused_and_what_has_no_room_is_none) {
    held h = held_new(6, MOST, false);
    CHECK(h.body != NULL);
    supple_vec3 bad = {NAN, 0.0f, 0.0f};
    supple_point nowhere = {{1u << 30, 0, 0}, {1.0f, 0.0f, 0.0f}};
    CHECK(supple_body_hold(h.body, SUPPLE_HOLD_PLACE, h.points, &bad, 1, NULL, 0).generation == 0);
    CHECK(supple_body_hold(h.body, SUPPLE_HOLD_PLACE, h.points, h.rest, 0, NULL, 0).generation ==
          0);
    CHECK(supple_body_hold(h.body, (supple_hold_kind)9, h.points, h.rest, 1, NULL, 0).generation ==
          0);
    CHECK(
        supple_body_hold(h.body, SUPPLE_HOLD_PLACE, h.points, h.rest, 1, &nowhere, 1).generation ==
        0);
    CHECK(supple_body_stats(h.body).rejected == 4);
    supple_pin all =
        supple_body_hold(h.body, SUPPLE_HOLD_PLACE, h.points, h.rest, MOST, h.points, MOST);
    CHECK(all.generation != 0);
    CHECK(supple_body_pin(h.body, h.points[0], h.rest[0]).generation == 0);
    supple_body_move_hold(h.body, all, h.rest);
    steps(&h, 2);
    supple_body_unpin(h.body, all);
    CHECK(supple_body_pin(h.body, h.points[0], h.rest[0]).generation != 0);
    supple_body_move_hold(h.body, all, h.rest); // stale
    held_close(&h);
}

TEST_MAIN(CASE(independent_points_are_held_to_a_ten_thousandth_of_the_size),
          CASE(sixty_four_points_on_forty_coordinates_go_where_they_can),
          CASE(sets_that_contradict_themselves_stay_calm),
          CASE(a_hold_of_several_points_is_as_many_pins),
          CASE(places_by_force_are_reached_without_a_jump_of_velocity),
          CASE(velocities_at_the_end_are_what_was_asked),
          CASE(velocities_at_the_start_stop_a_free_body), CASE(a_constant_acceleration_is_followed),
          CASE(levers_move_points_that_no_force_acts_on),
          CASE(levers_beside_the_point_are_sound_and_push_only_themselves),
          CASE(levers_of_a_free_body_do_not_spin_it_up),
          CASE(what_is_cached_between_steps_changes_no_bit), CASE(a_free_body_hangs_from_its_pin),
          CASE(a_free_body_is_dragged_turned_and_thrown),
          CASE(a_target_far_away_does_not_tear_a_free_body),
          CASE(what_is_no_hold_is_refused_and_what_has_no_room_is_none))
