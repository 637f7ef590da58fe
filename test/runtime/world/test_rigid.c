// Rigid bodies by the laws of mechanics: slopes, tops, collisions, towers, colliders of every kind.
// SPDX-License-Identifier: MIT
#include "test/kit/check.h"
#include "test/kit/rigid_kit.h"

enum { MOST = 64 };

static void step(supple_world* w, int frames) {
    for (int i = 0; i < frames; ++i)
        supple_world_step(w, 1.0f / 60.0f);
}

// Speed down the slope.
static double down(const supple_body* b, double slope) {
    supple_motion m = supple_body_motion(b);
    return (double)m.velocity.x * cos(slope) - (double)m.velocity.y * sin(slope);
}

// m/s^2 between half a second and one and a half; asleep: whether it slept.
static double acceleration(const supple_shape* s, double up, double slope, double friction,
                           bool* asleep) {
    supple_world* w = supple_world_create(NULL, NULL);
    rigid_ground(w, slope, friction);
    supple_body* b = rigid_add(w, s, rigid_turned(-slope, sin(slope) * up, cos(slope) * up, 0));
    rigid_set_rolling(b, 0.0);
    step(w, 30);
    double before = down(b, slope);
    step(w, 60);
    double a = down(b, slope) - before;
    *asleep = supple_body_asleep(b);
    rigid_destroy(w);
    return a;
}

TEST(a_box_slides_by_the_angle_of_friction) {
    supple_shape s = rigid_box(0.2, 0.1, 0.15, 500);
    for (int i = 0; i < 3; ++i) {
        double mu = 0.2 + 0.3 * i, rest = atan(mu) - 0.01;
        bool asleep;
        for (int k = 1; k < 3; ++k) {
            double slope = atan(mu) + 0.08 * k, a = acceleration(&s, 0.1, slope, mu, &asleep);
            CHECK_NEAR(a / 9.81, sin(slope) - mu * cos(slope), 2e-4);
        }
        CHECK_NEAR(acceleration(&s, 0.1, rest, mu, &asleep), 0.0, 1e-6);
        CHECK(asleep);
    }
}

TEST(a_ball_rolls_with_five_sevenths_of_gravity) {
    supple_shape ball = rigid_sphere(0.1, 500), rod = rigid_capsule(0.1, 0.3, 500);
    bool asleep;
    CHECK_NEAR(acceleration(&ball, 0.1, 0.3, 0.5, &asleep) / 9.81, 5.0 / 7.0 * sin(0.3), 1e-4);
    CHECK_NEAR(acceleration(&ball, 0.1, 0.3, 0.02, &asleep) / 9.81, sin(0.3) - 0.02 * cos(0.3),
               1e-4);
    // a capsule across the slope, by its own inertia
    supple_world* w = supple_world_create(NULL, NULL);
    rigid_ground(w, 0.2, 0.9);
    supple_matrix across = {{1, 0, 0, 0, 0, 0, 1, 0, 0, -1, 0, 0, (float)(0.1 * sin(0.2)),
                             (float)(0.1 * cos(0.2)), 0, 1}};
    supple_body* b = rigid_add(w, &rod, across);
    rigid_set_rolling(b, 0.0);
    supple_prepared* p = supple_shape_prepare(&rod, NULL);
    supple_measures m = supple_prepared_measures(p);
    supple_prepared_release(p);
    step(w, 30);
    double before = down(b, 0.2);
    step(w, 60);
    CHECK_NEAR((down(b, 0.2) - before) / 9.81,
               sin(0.2) / (1.0 + (double)m.inertia[4] / ((double)m.mass * 0.01)), 5e-4);
    rigid_destroy(w);
}

// Dzhanibekov's turn about the middle axis: energy and angular momentum stay, and it does turn over.
TEST(a_tumbling_box_keeps_energy_and_momentum) {
    supple_world* w = supple_world_create(NULL, NULL);
    supple_shape s = rigid_box(0.3, 0.1, 0.2, 500);
    supple_body* b = rigid_add(w, &s, rigid_at(0, 0, 0));
    supple_dynamics d = supple_body_dynamics(b);
    d.gravity_scale = 0.0f;
    supple_body_set_dynamics(b, &d);
    supple_motion m = supple_body_motion(b);
    m.spin = (supple_vec3){0.01f, 0.01f, 8.0f};
    supple_body_set_motion(b, &m);
    supple_measures began = supple_body_measures(b);
    double low = 1.0;
    for (int i = 0; i < 1200; ++i) {
        step(w, 1);
        low = fmin(low, (double)supple_body_motion(b).pose.m[10]); // its z axis along the world's
        supple_measures now = supple_body_measures(b);
        CHECK_NEAR(now.kinetic, began.kinetic, 1e-5 * (double)began.kinetic);
        CHECK_NEAR(now.angular_momentum.z, began.angular_momentum.z,
                   1e-5 * (double)began.angular_momentum.z);
    }
    CHECK(low < -0.9);
    rigid_destroy(w);
}

// Shapes of all kinds thrown at each other in empty space: momenta stay, energy does not grow.
static void fill_shapes(supple_shape out[5], supple_shape_part parts[3], float points[6][3]) {
    const float corners[6][3] = {{0.12f, 0, 0}, {-0.12f, 0, 0}, {0, 0.15f, 0},
                                 {0, -0.1f, 0}, {0, 0, 0.1f},   {0.02f, 0, -0.1f}};
    memcpy(points, corners, sizeof corners);
    parts[0] = (supple_shape_part){rigid_sphere(0.08, 800), rigid_at(-0.12, 0, 0)};
    parts[1] = (supple_shape_part){rigid_box(0.14, 0.03, 0.03, 500), rigid_at(0.04, 0, 0)};
    parts[2] = (supple_shape_part){rigid_capsule(0.04, 0.06, 300), rigid_at(0.16, 0, 0)};
    out[0] = rigid_sphere(0.1, 500);
    out[1] = rigid_box(0.1, 0.06, 0.08, 500);
    out[2] = rigid_capsule(0.05, 0.1, 500);
    out[3] = (supple_shape){.kind = SUPPLE_HULL,
                            .positions = points[0],
                            .vertex_count = 6,
                            .density = 500,
                            .friction = SUPPLE_UNSET};
    out[4] = (supple_shape){
        .kind = SUPPLE_COMPOUND, .parts = parts, .part_count = 3, .friction = SUPPLE_UNSET};
}

typedef struct sums {
    double momentum[3], turning[3], energy, scale;
} sums;

static sums sum_of(supple_world* w) {
    supple_body* all[MOST];
    sums s = {{0}, {0}, 0, 0};
    int n = supple_world_bodies(w, all, MOST);
    for (int i = 0; i < n; ++i) {
        supple_measures m = supple_body_measures(all[i]);
        double p[3] = {m.momentum.x, m.momentum.y, m.momentum.z},
               x[3] = {m.centre.x, m.centre.y, m.centre.z},
               l[3] = {m.angular_momentum.x, m.angular_momentum.y, m.angular_momentum.z};
        for (int k = 0; k < 3; ++k) {
            int a = (k + 1) % 3, c = (k + 2) % 3;
            s.momentum[k] += p[k];
            s.turning[k] += l[k] + x[a] * p[c] - x[c] * p[a];
            s.scale += fabs(p[k]);
        }
        s.energy += (double)m.kinetic;
    }
    return s;
}

TEST(collisions_of_all_shapes_keep_momentum_and_gain_nothing) {
    supple_shape shapes[5];
    supple_shape_part parts[3];
    float points[6][3];
    fill_shapes(shapes, parts, points);
    rigid_seed = 3;
    for (int round = 0; round < 12; ++round) {
        supple_world* w = supple_world_create(NULL, NULL);
        for (int i = 0; i < 10; ++i) {
            double x = rigid_any(-0.6, 0.6), y = rigid_any(-0.6, 0.6), z = rigid_any(-0.6, 0.6);
            supple_body* b = rigid_add(w, &shapes[i % 5], rigid_turned(rigid_any(-3, 3), x, y, z));
            CHECK(b != NULL);
            supple_dynamics d = supple_body_dynamics(b);
            d.gravity_scale = 0.0f;
            d.restitution = round % 3 == 0 ? 0.8f : 0.0f;
            supple_body_set_dynamics(b, &d);
            supple_motion m = supple_body_motion(b);
            m.velocity = (supple_vec3){(float)(-3 * x), (float)(-3 * y), (float)(-3 * z)};
            m.spin = (supple_vec3){(float)rigid_any(-5, 5), (float)rigid_any(-5, 5), 0};
            supple_body_set_motion(b, &m);
        }
        sums began = sum_of(w);
        double most = began.energy;
        for (int i = 0; i < 90; ++i) {
            step(w, 1);
            sums now = sum_of(w);
            for (int k = 0; k < 3; ++k) {
                CHECK_NEAR(now.momentum[k], began.momentum[k], 1e-5 * began.scale);
                CHECK_NEAR(now.turning[k], began.turning[k], 1e-5 * began.scale);
            }
            CHECK(now.energy < most * 1.001 + 1e-6);
            most = fmin(most, now.energy);
        }
        rigid_destroy(w);
    }
}

TEST(a_body_of_a_world_is_stepped_by_it_alone) {
    supple_shape ball = rigid_sphere(0.1, 700);
    supple_world* w = supple_world_create(NULL, NULL);
    supple_body* body = rigid_add(w, &ball, rigid_at(0, 5, 0));
    step(w, 1);
    supple_motion before = supple_body_motion(body);
    supple_body_step(body, 0.1f);
    supple_motion after = supple_body_motion(body);
    CHECK(memcmp(&before, &after, sizeof before) == 0 && supple_body_stats(body).rejected == 1);
    supple_world_remove_body(w, body);
    supple_body_step(body, 0.1f);
    CHECK(supple_body_motion(body).pose.m[13] < after.pose.m[13] &&
          supple_body_stats(body).rejected == 1);
    supple_body_destroy(body);
    supple_world_destroy(w);
}

// Whenever within a step it is struck, and however soon what strikes it has left again.
TEST(what_sleeps_takes_the_momentum_of_a_blow) {
    supple_shape shapes[5];
    supple_shape_part parts[3];
    float points[6][3];
    fill_shapes(shapes, parts, points);
    supple_shape ball = rigid_sphere(0.1, 700);
    rigid_seed = 11;
    for (int round = 0; round < 60; ++round) {
        supple_world* w = supple_world_create(NULL, NULL);
        supple_body* still = rigid_add(w, &shapes[round % 5], rigid_at(0, 0, 0));
        supple_body* thrown = rigid_add(w, &ball, rigid_at(-1.0 - rigid_any(0, 0.3), 0, 0));
        supple_dynamics d = supple_body_dynamics(thrown);
        d.gravity_scale = 0.0f;
        supple_body_set_dynamics(still, &d);
        d.restitution = 0.15f * (float)(round % 7);
        supple_body_set_dynamics(thrown, &d);
        supple_motion m = supple_body_motion(thrown);
        m.velocity.x = (float)rigid_any(1, 12);
        supple_body_set_motion(thrown, &m);
        supple_body_sleep(still);
        sums began = sum_of(w);
        for (int i = 0; i < 90; ++i) {
            step(w, 1);
            sums now = sum_of(w);
            for (int k = 0; k < 3; ++k)
                CHECK_NEAR(now.momentum[k], began.momentum[k], 1e-5 * began.scale);
            CHECK(now.energy < began.energy * 1.001);
        }
        CHECK((double)supple_body_motion(still).velocity.x > 0.01);
        rigid_destroy(w);
    }
}

TEST(two_balls_meet_by_their_restitution) {
    for (int i = 0; i <= 4; ++i) {
        supple_world* w = supple_world_create(NULL, NULL);
        supple_shape s = rigid_sphere(0.1, 500);
        supple_body* b[2];
        for (int k = 0; k < 2; ++k) {
            b[k] = rigid_add(w, &s, rigid_at(0.3 * k, 0, 0));
            supple_dynamics d = supple_body_dynamics(b[k]);
            d.gravity_scale = 0.0f;
            d.restitution = 0.25f * (float)i;
            supple_body_set_dynamics(b[k], &d);
        }
        supple_motion m = supple_body_motion(b[0]);
        m.velocity.x = 2.0f;
        supple_body_set_motion(b[0], &m);
        step(w, 30);
        double e = 0.25 * i, first = (double)supple_body_motion(b[0]).velocity.x,
               second = (double)supple_body_motion(b[1]).velocity.x;
        CHECK_NEAR(first + second, 2.0, 1e-5);
        CHECK_NEAR(second - first, 2.0 * e, 0.05); // an impulse leaves a hundredth of the approach
        rigid_destroy(w);
    }
}

TEST(a_tower_of_ten_boxes_stands_and_sleeps) {
    supple_world* w = supple_world_create(NULL, NULL);
    supple_body* t[10];
    supple_shape s = rigid_box(0.1, 0.1, 0.1, 500);
    rigid_ground(w, 0, 0.5);
    for (int i = 0; i < 10; ++i)
        t[i] = rigid_add(w, &s, rigid_at(0, 0.1 + 0.2 * i, 0));
    step(w, 90);
    for (int i = 0; i < 10; ++i) {
        supple_motion m = supple_body_motion(t[i]);
        CHECK(supple_body_asleep(t[i]));
        CHECK_NEAR(m.pose.m[12], 0.0, 2e-3);
        CHECK_NEAR(m.pose.m[13], 0.1 + 0.2 * i, 3e-3);
    }
    rigid_destroy(w);
}

// Twenty-five of all kinds onto a heap: nothing goes through the ground, all of it sleeps.
TEST(a_heap_of_all_shapes_comes_to_rest) {
    supple_shape shapes[5];
    supple_shape_part parts[3];
    float points[6][3];
    fill_shapes(shapes, parts, points);
    supple_world* w = supple_world_create(NULL, NULL);
    supple_body* all[MOST];
    rigid_ground(w, 0, 0.5);
    for (int i = 0; i < 25; ++i)
        CHECK(rigid_add(w, &shapes[i % 5],
                        rigid_turned(i, 0.05 * (i % 3), 0.3 + 0.25 * i, 0.04 * (i % 2))) != NULL);
    step(w, 900);
    CHECK(supple_world_stats(w).awake == 0);
    int n = supple_world_bodies(w, all, MOST);
    for (int i = 0; i < n; ++i)
        CHECK(supple_body_measures(all[i]).centre.y > 0.02f);
    rigid_destroy(w);
}

TEST(a_saved_heap_goes_on_with_the_same_bits) {
    supple_shape shapes[5];
    supple_shape_part parts[3];
    float points[6][3];
    fill_shapes(shapes, parts, points);
    supple_world* w = supple_world_create(NULL, NULL);
    supple_body* all[MOST];
    rigid_ground(w, 0, 0.5);
    for (int i = 0; i < 15; ++i)
        rigid_add(w, &shapes[i % 5], rigid_turned(i, 0.05 * (i % 3), 0.3 + 0.2 * i, 0));
    step(w, 50);
    size_t size = supple_world_state_size(w);
    void* state = malloc(size);
    supple_world_save(w, state);
    supple_motion first[MOST], second[MOST];
    for (int round = 0; round < 2; ++round) {
        CHECK(round == 0 || supple_world_restore(w, state, size));
        step(w, 60);
        int n = supple_world_bodies(w, all, MOST);
        for (int i = 0; i < n; ++i)
            (round == 0 ? first : second)[i] = supple_body_motion(all[i]);
    }
    CHECK(memcmp(first, second, 15 * sizeof *first) == 0);
    free(state);
    rigid_destroy(w);
}

// A box, a ball and a capsule on a ring of flesh: they press it, lie still, and the ground bears both.
TEST(rigid_bodies_rest_on_a_soft_one) {
    static _Alignas(16) uint8_t bytes[1 << 20];
    FILE* file = fopen(TEST_SOURCE_FOLDER "/test/golden/ring.supple", "rb");
    CHECK(file != NULL);
    size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    supple_asset asset;
    CHECK(supple_asset_read(&asset, bytes, size) == SUPPLE_OK);
    supple_body_options o = supple_body_options_default(&asset);
    o.free = true;
    supple_shape shapes[3] = {rigid_box(0.12, 0.03, 0.12, 300), rigid_sphere(0.12, 200),
                              rigid_capsule(0.04, 0.15, 300)};
    for (int i = 0; i < 3; ++i) {
        supple_world* w = supple_world_create(NULL, NULL);
        rigid_ground(w, 0, 0.6);
        supple_body* ring = supple_body_create(&asset, &o, NULL);
        CHECK(supple_world_add_body(w, ring));
        supple_motion m = supple_body_motion(ring);
        m.pose = rigid_at(0, 0.01 - (double)supple_body_bounds(ring).low.y, 0);
        supple_body_set_motion(ring, &m);
        supple_body* b = rigid_add(w, &shapes[i], rigid_turned(i == 2 ? 1.57 : 0.0, 0, 0.4, 0));
        step(w, 120);
        supple_measures top = supple_body_measures(b), below = supple_body_measures(ring);
        CHECK(supple_body_asleep(b) && supple_body_asleep(ring));
        CHECK(top.centre.y > below.centre.y + 0.04f && below.elastic > 0.0f);
        static supple_contact contacts[256];
        int count = supple_world_contacts(w, contacts, 256);
        double bears = 0.0; // on the ground, N s a frame
        for (int k = 0; k < count; ++k)
            if (contacts[k].body == ring && contacts[k].other_or_null == NULL)
                bears += (double)contacts[k].impulse;
        CHECK_NEAR(bears * 60.0, 9.81 * ((double)top.mass + (double)below.mass),
                   0.02 * 9.81 * ((double)top.mass + (double)below.mass));
        rigid_destroy(w);
    }
}

// The shallowest contacts of all would be those of what lies.
TEST(a_heap_in_one_place_takes_no_contacts_of_what_lies_beside_it) {
    enum { ROOM = 96, DEEP = 16, STACKED = 4 };
    supple_world_options o = supple_world_options_default();
    o.max_contacts = ROOM;
    supple_world* w = supple_world_create(&o, NULL);
    rigid_ground(w, 0, 0.5);
    supple_shape box = rigid_box(0.2, 0.1, 0.2, 500);
    supple_body* stack[STACKED];
    for (int i = 0; i < STACKED; ++i)
        stack[i] = rigid_add(w, &box, rigid_at(5.0, 0.1 + 0.2 * i, 0));
    for (int i = 0; i < DEEP; ++i)
        CHECK(rigid_add(w, &box, rigid_turned(0.3 * i, 0.003 * i, 4.0, 0.002 * i)) != NULL);
    step(w, 40);
    supple_world_counts s = supple_world_stats(w);
    printf("  %u contacts were dropped, %d kept\n", s.dropped, s.contacts);
    CHECK(s.dropped > 100);
    for (int i = 0; i < STACKED; ++i)
        CHECK_NEAR((double)supple_body_measures(stack[i]).centre.y, 0.1 + 0.2 * i, 5e-3);
    rigid_destroy(w);
}

TEST_MAIN(CASE(rigid_bodies_rest_on_a_soft_one),
          CASE(a_heap_in_one_place_takes_no_contacts_of_what_lies_beside_it),
          CASE(a_box_slides_by_the_angle_of_friction),
          CASE(a_ball_rolls_with_five_sevenths_of_gravity),
          CASE(a_tumbling_box_keeps_energy_and_momentum),
          CASE(collisions_of_all_shapes_keep_momentum_and_gain_nothing),
          CASE(a_body_of_a_world_is_stepped_by_it_alone),
          CASE(what_sleeps_takes_the_momentum_of_a_blow), CASE(two_balls_meet_by_their_restitution),
          CASE(a_tower_of_ten_boxes_stands_and_sleeps), CASE(a_heap_of_all_shapes_comes_to_rest),
          CASE(a_saved_heap_goes_on_with_the_same_bits))
