// A step on several threads has the bits of one thread: any number of them, any order of tasks.
// SPDX-License-Identifier: MIT
#include "examples/threads/pool.h"
#include "test/kit/check.h"
#include "test/kit/hash.h"
#include "test/kit/world_kit.h"

enum { PILES = 5, HIGH = 3, FRAMES = 30, EVENTS = 64 };

// Piles of jellies apart from each other, one that hangs on joints, one that flies alone.
static void build(world_kit* k, const toy* t) {
    kit_plane(k, kit_pose(0, 0, 0), 0.5f);
    for (int32_t i = 0; i < PILES; ++i)
        for (int32_t n = 0; n < (i == PILES - 1 ? 2 : HIGH); ++n)
            kit_throw(k, t, kit_pose(0.5 * i + 0.01 * n, 0.06 + 0.13 * n, 0.0),
                      (supple_vec3){0.1f * (float)i, 0.0f, 0.0f});
    supple_body* last = k->bodies[k->count - 1];
    supple_joint_options o = supple_joint_options_default(SUPPLE_JOINT_HINGE, last, k->bodies[0],
                                                          (supple_vec3){1.0f, 0.2f, 0.0f});
    o.axis = (supple_vec3){0.0f, 0.0f, 1.0f};
    o.motor_speed = 2.0f, o.motor_strength = 0.1f;
    supple_world_add_joint(k->world, &o);
    kit_throw(k, t, kit_pose(0, 5, 0), (supple_vec3){0.0f, 3.0f, 0.0f});
}

// Everything that a frame tells, frame after frame.
static uint64_t play(const supple_tasks* tasks_or_null) {
    world_kit k = kit_new(NULL);
    toy t = kit_toy(&k, kit_small());
    build(&k, &t);
    supple_world_set_tasks(k.world, tasks_or_null);
    size_t size = supple_world_state_size(k.world);
    uint8_t* state = arena_alloc(k.memory, size, 1);
    static supple_contact contacts[512];
    static supple_event events[EVENTS];
    uint64_t hash = HASH_BEGIN;
    for (int32_t i = 0; i < FRAMES; ++i) {
        supple_world_step(k.world, 1.0f / 60.0f);
        supple_world_save(k.world, state);
        hash = hash_add(hash, state, size);
        int count = supple_world_contacts(k.world, contacts, 512);
        for (int c = 0; c < count && c < 512; ++c) {
            const float told[3] = {contacts[c].impulse, contacts[c].place.x, contacts[c].depth};
            hash = hash_add(hash, told, sizeof told);
        }
        int happened = supple_world_events(k.world, events, EVENTS);
        for (int e = 0; e < happened && e < EVENTS; ++e) {
            const float told[3] = {(float)events[e].kind, events[e].impulse, events[e].place.x};
            hash = hash_add(hash, told, sizeof told);
        }
        supple_world_counts s = supple_world_stats(k.world);
        hash = hash_add(hash, &s.rows_swept, sizeof s.rows_swept);
        hash = hash_add(hash, &s.residual, sizeof s.residual);
    }
    kit_close(&k);
    return hash;
}

TEST(one_two_and_three_threads_have_the_same_bits) {
    uint64_t alone = play(NULL);
    for (int threads = 1; threads <= 3; ++threads) {
        pool workers;
        CHECK(pool_start(&workers, threads));
        supple_tasks tasks = {pool_run, &workers};
        CHECK(play(&tasks) == alone);
        printf("        %d threads: %d tasks, %d of them not by the first\n", threads,
               atomic_load(&workers.tasks), atomic_load(&workers.others));
        CHECK(atomic_load(&workers.tasks) > FRAMES);
        CHECK(threads > 1 || atomic_load(&workers.others) == 0);
        pool_stop(&workers);
    }
}

// Backwards, then the odd ones first, in turns.
static void run_hostile(void* user, int32_t count, void (*task)(void* data, int32_t index),
                        void* data) {
    int32_t* turn = user;
    if (++*turn % 2 == 0) {
        for (int32_t i = count; i-- > 0;)
            task(data, i);
        return;
    }
    for (int32_t i = 1; i < count; i += 2)
        task(data, i);
    for (int32_t i = 0; i < count; i += 2)
        task(data, i);
}

TEST(a_hostile_order_of_tasks_has_the_same_bits) {
    int32_t turn = 0;
    supple_tasks tasks = {run_hostile, &turn};
    CHECK(play(&tasks) == play(NULL));
    CHECK(turn > FRAMES);
}

TEST_MAIN(CASE(one_two_and_three_threads_have_the_same_bits),
          CASE(a_hostile_order_of_tasks_has_the_same_bits))
