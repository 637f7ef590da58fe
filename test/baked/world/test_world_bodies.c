// Bodies in contact with each other: momentum, rebound, nothing passes through.
// SPDX-License-Identifier: MIT
#include "test/kit/check.h"
#include "test/kit/world_kit.h"

static toy_options ball(void) {
    toy_options o = toy_default();
    o.kind = TOY_BALL;
    o.cells[0] = o.cells[1] = o.cells[2] = 4;
    o.first = 30.0;
    o.ratio = 0.02;
    return o;
}

static void weightless(supple_body* b) {
    supple_body_options o = b->state->options;
    o.gravity = (supple_vec3){0.0f, 0.0f, 0.0f};
    supple_body_set_options(b, &o);
}

// Of all bodies: linear, and angular about the origin.
static void momentum(const world_kit* k, double p[6]) {
    memset(p, 0, 6 * sizeof *p);
    for (int32_t i = 0; i < k->count; ++i) {
        const free_state* f = &k->bodies[i]->state->free;
        double mass = k->bodies[i]->parts[0].asset.record->mass;
        for (int a = 0; a < 3; ++a) {
            int b = (a + 1) % 3, c = (a + 2) % 3;
            p[a] += mass * f->velocity[a];
            p[3 + a] += f->momentum[a] +
                        mass * (f->place[b] * f->velocity[c] - f->place[c] * f->velocity[b]);
        }
    }
}

TEST(collisions_keep_momentum) {
    world_kit k = kit_new(NULL);
    toy_options box = ball();
    box.kind = TOY_BOX;
    toy a = kit_toy(&k, ball()), b = kit_toy(&k, box);
    kit_throw(&k, &a, kit_pose(-0.2, 0.0, 0.0), (supple_vec3){3.0f, 0.0f, 0.2f});
    kit_throw(&k, &b, kit_pose(0.0, 0.03, 0.01), (supple_vec3){0.0f, 0.0f, 0.0f});
    kit_throw(&k, &b, kit_pose(0.2, -0.02, 0.0), (supple_vec3){-2.0f, 0.1f, 0.0f});
    for (int32_t i = 0; i < k.count; ++i)
        weightless(k.bodies[i]);
    double before[6], after[6];
    int contacts = 0;
    momentum(&k, before);
    for (int i = 0; i < 60; ++i) {
        supple_world_step(k.world, 1.0f / 60.0f);
        contacts += supple_world_stats(k.world).contacts;
    }
    momentum(&k, after);
    CHECK(contacts > 10);
    for (int a2 = 0; a2 < 6; ++a2)
        CHECK_NEAR(after[a2], before[a2], a2 < 3 ? 1e-13 : 1e-13);
    kit_close(&k);
}

// Two equal bodies head on: outgoing speeds (1 - e) v / 2 and (1 + e) v / 2.
static double rebound(int32_t modes, double* slow, double* fast) {
    world_kit k = kit_new(NULL);
    toy_options o = ball();
    o.modes = modes;
    o.ratio = 0.005;
    toy t = kit_toy(&k, o);
    kit_throw(&k, &t, kit_pose(-0.08, 0.0, 0.0), (supple_vec3){1.0f, 0.0f, 0.0f});
    kit_throw(&k, &t, kit_pose(0.08, 0.0, 0.0), (supple_vec3){0.0f, 0.0f, 0.0f});
    for (int32_t i = 0; i < k.count; ++i)
        weightless(k.bodies[i]);
    for (int i = 0; i < 120; ++i)
        supple_world_step(k.world, 1.0f / 120.0f);
    *slow = k.bodies[0]->state->free.velocity[0];
    *fast = k.bodies[1]->state->free.velocity[0];
    kit_close(&k);
    return *fast - *slow;
}

TEST(rebound_comes_out_of_the_modes) {
    static const int32_t modes[5] = {1, 5, 10, 20, 40};
    double last = -1.0, slow, fast;
    for (int i = 0; i < 5; ++i) {
        double e = rebound(modes[i], &slow, &fast);
        printf("    %2d modes: e = %.3f, speeds %.3f and %.3f\n", modes[i], e, slow, fast);
        CHECK(e >= -1e-6 && e <= 1.0);
        CHECK_NEAR(slow + fast, 1.0, 1e-6);
        CHECK(e > last - 0.05);
        last = fmax(e, last);
    }
    CHECK(last > 0.3);
}

TEST(nothing_passes_through_a_body_at_20_metres_a_second) {
    for (int i = 0; i < 6; ++i) {
        world_kit k = kit_new(NULL);
        toy_options box = ball();
        box.kind = TOY_BOX;
        box.size = i < 3 ? v3(0.1, 0.1, 0.1) : v3(0.02, 0.2, 0.2); // a slab
        box.cells[0] = i < 3 ? 4 : 1;
        toy a = kit_toy(&k, ball()), b = kit_toy(&k, box);
        double aside = (i < 3 ? 0.02 : 0.01) * (i % 3);
        supple_body* thrown =
            kit_throw(&k, &a, kit_pose(-0.5, aside, 0.0), (supple_vec3){20.0f, 0.0f, 0.0f});
        supple_body* hit = kit_throw(&k, &b, kit_pose(0.0, 0.0, 0.0), (supple_vec3){0});
        double nearest = INFINITY;
        for (int n = 0; n < 30; ++n) {
            supple_world_step(k.world, 1.0f / 60.0f);
            const double *x = thrown->state->free.place, *y = hit->state->free.place;
            double displacement = y[0] - x[0]; // it cannot go round the slab
            if (i < 3)
                displacement = sqrt(displacement * displacement + (y[1] - x[1]) * (y[1] - x[1]));
            nearest = fmin(nearest, displacement);
        }
        printf("    the centres came within %.3f\n", nearest);
        CHECK(nearest > (i < 3 ? 0.05 : 0.0));
        kit_close(&k);
    }
}

// Three seconds of a heap of boxes with a ball that is pushed through it, and back.
static void stir(world_kit* k, supple_collider pusher, int from, int to) {
    for (int i = from; i < to; ++i) {
        supple_matrix at = kit_pose(0.3 - 0.005 * (i % 120), 0.06, 0.0);
        supple_world_move_collider(k->world, pusher, &at);
        supple_world_step(k->world, (float)(1 + i % 3) / 120.0f);
    }
}

static world_kit heap(supple_collider* pusher) {
    world_kit k = kit_new(NULL);
    toy_options box = ball();
    box.kind = TOY_BOX;
    toy t = kit_toy(&k, box);
    kit_plane(&k, kit_pose(0.0, 0.0, 0.0), -1.0f);
    supple_shape round = {.kind = SUPPLE_SPHERE, .radius = 0.05f, .friction = -1.0f};
    supple_matrix at = kit_pose(0.3, 0.06, 0.0);
    *pusher = supple_world_add_collider(k.world, &round, &at);
    for (int i = 0; i < 4; ++i)
        kit_throw(&k, &t, kit_pose(0.03 * (i % 2), 0.06 + 0.11 * i, 0.02 * (i % 3)),
                  (supple_vec3){0.0f, 0.0f, 0.0f});
    return k;
}

TEST(a_restored_world_goes_on_with_the_same_bits) {
    supple_collider pushers[2];
    world_kit a = heap(&pushers[0]), b = heap(&pushers[1]);
    stir(&a, pushers[0], 0, 100);
    size_t size = supple_world_state_size(a.world);
    void* state = arena_alloc(a.memory, size, 1);
    supple_world_save(a.world, state);
    CHECK(!supple_world_restore(b.world, state, size - 1));
    CHECK(supple_world_restore(b.world, state, size));
    stir(&a, pushers[0], 100, 200);
    stir(&b, pushers[1], 100, 200);
    for (int32_t i = 0; i < a.count; ++i)
        CHECK(memcmp(a.bodies[i]->state, b.bodies[i]->state, a.bodies[i]->state_size) == 0);
    void* after = arena_alloc(a.memory, 2 * size, 1);
    supple_world_save(a.world, after);
    supple_world_save(b.world, (uint8_t*)after + size);
    CHECK(memcmp(after, (uint8_t*)after + size, size) == 0);
    // and back in the same world
    CHECK(supple_world_restore(a.world, state, size));
    stir(&a, pushers[0], 100, 200);
    CHECK(memcmp(a.bodies[2]->state, b.bodies[2]->state, a.bodies[2]->state_size) == 0);
    kit_close(&a);
    kit_close(&b);
}

TEST_MAIN(CASE(collisions_keep_momentum), CASE(rebound_comes_out_of_the_modes),
          CASE(nothing_passes_through_a_body_at_20_metres_a_second),
          CASE(a_restored_world_goes_on_with_the_same_bits))
