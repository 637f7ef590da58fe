// Saved worlds that were damaged: refused, or played on within all arrays.
// SPDX-License-Identifier: MIT
#include "test/kit/check.h"
#include "test/kit/world_kit.h"

enum { TRIES = 300, STEPS = 3 };

static uint64_t any(uint64_t* state) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return *state >> 33;
}

// A heap with a joint, a pin and a collider that rides on a body on bones.
static world_kit make_world(void) {
    world_kit k = kit_new(NULL);
    toy_options o = toy_default();
    o.modes = 6;
    toy t = kit_toy(&k, o);
    kit_plane(&k, kit_pose(0.0, 0.0, 0.0), -1.0f);
    supple_vec3 still = {0.0f, 0.0f, 0.0f};
    supple_body* a = kit_throw(&k, &t, kit_pose(0.0, 0.05, 0.0), still);
    supple_body* b = kit_throw(&k, &t, kit_pose(0.02, 0.151, 0.0), still);
    supple_body* c = kit_throw(&k, &t, kit_pose(0.3, 0.06, 0.0), still);
    supple_joint_options how =
        supple_joint_options_default(SUPPLE_JOINT_HINGE, a, c, (supple_vec3){0.15f, 0.05f, 0.0f});
    supple_world_add_joint(k.world, &how);
    supple_point at = {{0, 0, 0}, {1.0f, 0.0f, 0.0f}};
    supple_body_pin(b, at, supple_body_position(b, at));
    supple_body* held = supple_body_create(&t.asset, NULL, NULL);
    k.bodies[k.count++] = held;
    supple_world_add_body(k.world, held);
    supple_matrix beside = kit_pose(-0.3, 0.05, 0.0), pose = kit_pose(0.0, 0.1, 0.0);
    supple_body_place(held, &beside);
    supple_shape ball = {.kind = SUPPLE_SPHERE, .radius = 0.03f, .friction = -1.0f};
    supple_collider id = supple_world_add_collider(k.world, &ball, &pose);
    supple_world_attach_collider(k.world, id, held, 0, &pose);
    for (int i = 0; i < 20; ++i)
        supple_world_step(k.world, 1.0f / 60.0f);
    return k;
}

TEST(a_damaged_state_of_a_world_does_no_harm) {
    world_kit k = make_world();
    size_t size = supple_world_state_size(k.world);
    uint8_t *good = malloc(size), *bad = malloc(size);
    int taken = 0;
    uint64_t random = 11;
    supple_world_save(k.world, good);
    for (int n = 0; n < TRIES; ++n) {
        memcpy(bad, good, size);
        for (int i = 0; i <= n % 4; ++i) {
            size_t at = (size_t)(any(&random) % size);
            while (n % 8 != 0 && bad[at] == 0) // most of it is room
                at = (size_t)(any(&random) % size);
            bad[at] = (uint8_t)(n % 3 == 0 ? any(&random) : bad[at] ^ 1u << any(&random) % 8);
        }
        if (supple_world_restore(k.world, bad, size)) {
            ++taken;
            for (int i = 0; i < STEPS; ++i)
                supple_world_step(k.world, 1.0f / 60.0f);
        }
        CHECK(supple_world_restore(k.world, good, size));
    }
    printf("    %d of %d taken\n", taken, TRIES);
    CHECK(taken > 10);
    free(good);
    free(bad);
    kit_close(&k);
}

TEST_MAIN(CASE(a_damaged_state_of_a_world_does_no_harm))
