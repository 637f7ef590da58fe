// Who has contacts with whom, and what is in a world: filtered pairs never touch, all others move to the same bits; lists
// have all that is there, also after some have gone.
// SPDX-License-Identifier: MIT
#include "test/kit/check.h"
#include "test/kit/random.h"
#include "test/kit/world_kit.h"

static const supple_vec3 nothing = {0.0f, 0.0f, 0.0f};
enum { HEAP = 9, MOST = 256 };

static bool filters_let(supple_filter a, supple_filter b) {
    bool sees = (a.mask & b.category) != 0, seen = (b.mask & a.category) != 0;
    return sees && seen && !(a.group != 0 && a.group == b.group);
}

static supple_filter random_filter(void) {
    return (supple_filter){(uint32_t)random_in(1, 8), (uint32_t)random_in(0, 8),
                           (int32_t)random_in(-1.5, 2.5)};
}

// Bodies that fall into one corner, so that all would touch.
static supple_collider heap(world_kit* k, const toy* t) {
    for (int i = 0; i < HEAP; ++i)
        kit_throw(k, t, kit_pose(random_in(-0.1, 0.1), 0.1 + 0.06 * i, random_in(-0.1, 0.1)),
                  nothing);
    return kit_plane(k, kit_pose(0, 0, 0), -1.0f);
}

TEST(pairs_that_filters_part_never_touch_and_others_do) {
    int met = 0, parted = 0;
    for (int trial = 0; trial < 12; ++trial) {
        world_kit k = kit_new(NULL);
        seed = (uint64_t)(100 + trial);
        toy t = kit_toy(&k, kit_small());
        supple_collider ground = heap(&k, &t);
        for (int i = 0; i < HEAP; ++i)
            supple_body_set_filter(k.bodies[i], random_filter());
        supple_filter f = random_filter();
        f.mask = 7;
        supple_world_set_collider_filter(k.world, ground, f);
        for (int frame = 0; frame < 40; ++frame) {
            supple_contact c[MOST];
            supple_world_step(k.world, 1.0f / 60.0f);
            int count = supple_world_contacts(k.world, c, MOST);
            for (int i = 0; i < count && i < MOST; ++i) {
                supple_filter other = c[i].other_or_null != NULL
                                          ? supple_body_filter(c[i].other_or_null)
                                          : supple_world_collider_filter(k.world, c[i].collider);
                CHECK(filters_let(supple_body_filter(c[i].body), other));
                ++met;
            }
        }
        for (int i = 0; i < HEAP; ++i)
            parted += !filters_let(supple_body_filter(k.bodies[i]), f) &&
                      supple_body_motion(k.bodies[i]).pose.m[13] < -0.5f;
        kit_close(&k);
    }
    printf("    %d contacts, %d bodies fell through\n", met, parted);
    CHECK(met > 1000 && parted > 10);
}

// A pile without the ghosts, and one that ghosts fall through: the pile has the same bits.
TEST(what_is_filtered_out_changes_no_bit_of_others) {
    supple_motion end[2][4];
    for (int with = 0; with < 2; ++with) {
        world_kit k = kit_new(NULL);
        toy t = kit_toy(&k, kit_small());
        kit_plane(&k, kit_pose(0, 0, 0), -1.0f);
        for (int i = 0; i < 4; ++i)
            kit_throw(&k, &t, kit_pose(0.01 * i, 0.06 + 0.11 * i, 0), nothing);
        for (int i = 0; i < 3 * with; ++i) {
            supple_body* ghost = kit_throw(&k, &t, kit_pose(0.0, 0.2 + 0.1 * i, 0.01), nothing);
            supple_body_set_filter(ghost, (supple_filter){2, 2, 7}); // nor with each other
        }
        for (int i = 0; i < 90; ++i)
            supple_world_step(k.world, 1.0f / 60.0f);
        for (int i = 0; i < 4; ++i)
            end[with][i] = supple_body_motion(k.bodies[i]);
        CHECK(with == 0 || supple_body_motion(k.bodies[5]).pose.m[13] < -1.0f);
        kit_close(&k);
    }
    CHECK(memcmp(end[0], end[1], sizeof end[0]) == 0);
}

typedef struct asked {
    const supple_body* through; // falls through everything
    int count;
} asked;

static bool let(void* user, const supple_body* body, const supple_body* other_or_null,
                supple_collider id) {
    asked* a = user;
    ++a->count;
    (void)id;
    return body != a->through && other_or_null != a->through;
}

TEST(the_callers_word_on_pairs_counts) {
    world_kit k = kit_new(NULL);
    toy t = kit_toy(&k, kit_small());
    kit_plane(&k, kit_pose(0, 0, 0), -1.0f);
    supple_body *a = kit_throw(&k, &t, kit_pose(0, 0.06, 0), nothing),
                *b = kit_throw(&k, &t, kit_pose(0, 0.18, 0), nothing);
    asked word = {b, 0};
    supple_pair_filter filter = {let, &word};
    supple_world_set_pair_filter(k.world, &filter);
    for (int i = 0; i < 60; ++i)
        supple_world_step(k.world, 1.0f / 60.0f);
    CHECK(word.count > 0 && supple_body_motion(b).pose.m[13] < -1.0f);
    CHECK(supple_body_motion(a).pose.m[13] > 0.04f);
    supple_world_set_pair_filter(k.world, NULL);
    kit_close(&k);
}

TEST(a_filter_that_changes_lets_what_slept_fall_and_is_restored) {
    world_kit k = kit_new(NULL);
    toy t = kit_toy(&k, kit_small());
    supple_collider ground = kit_plane(&k, kit_pose(0, 0, 0), -1.0f);
    supple_body* b = kit_throw(&k, &t, kit_pose(0, 0.055, 0), nothing);
    for (int i = 0; i < 300; ++i)
        supple_world_step(k.world, 1.0f / 60.0f);
    CHECK(supple_body_asleep(b));
    size_t size = supple_world_state_size(k.world);
    void* state = malloc(size);
    supple_world_save(k.world, state);
    supple_world_set_collider_filter(k.world, ground, (supple_filter){2, UINT32_MAX, 0});
    supple_body_set_filter(b, (supple_filter){1, 1, 0});
    for (int i = 0; i < 60; ++i)
        supple_world_step(k.world, 1.0f / 60.0f);
    CHECK(supple_body_motion(b).pose.m[13] < -1.0f);
    CHECK(supple_world_restore(k.world, state, size));
    CHECK(supple_world_collider_filter(k.world, ground).category == 1 &&
          supple_body_filter(b).mask == UINT32_MAX);
    for (int i = 0; i < 60; ++i)
        supple_world_step(k.world, 1.0f / 60.0f);
    CHECK(supple_body_motion(b).pose.m[13] > 0.04f);
    free(state);
    kit_close(&k);
}

TEST(flesh_of_a_part_that_has_no_contacts_has_none) {
    world_kit k = kit_new(NULL);
    toy t = kit_toy(&k, kit_small());
    kit_plane(&k, kit_pose(0, 0, 0), -1.0f);
    supple_body* b = kit_throw(&k, &t, kit_pose(0, 0.06, 0), nothing);
    CHECK(supple_body_part_contacts(b, 0) && !supple_body_part_contacts(b, 1));
    supple_body_set_part_contacts(b, 0, false);
    CHECK(!supple_body_part_contacts(b, 0));
    for (int i = 0; i < 60; ++i)
        supple_world_step(k.world, 1.0f / 60.0f);
    CHECK(supple_body_motion(b).pose.m[13] < -1.0f);
    supple_body_set_part_contacts(b, 1, false);
    CHECK(supple_body_stats(b).rejected == 1);
    kit_close(&k);
}

// ---- lists -----------------------------------------------------------------------------

TEST(lists_have_what_is_there_and_users_stay_on_it) {
    world_kit k = kit_new(NULL);
    toy t = kit_toy(&k, kit_small());
    int marks[HEAP];
    supple_collider c[3], found[3];
    supple_body* bodies[HEAP];
    for (int i = 0; i < HEAP; ++i) {
        supple_body* b = kit_throw(&k, &t, kit_pose(i, 0, 0), nothing);
        supple_body_set_user(b, &marks[i]);
    }
    for (int i = 0; i < 3; ++i) {
        c[i] = kit_plane(&k, kit_pose(0, -1 - i, 0), 0.25f);
        supple_world_set_collider_user(k.world, c[i], &marks[i]);
    }
    supple_joint_options o =
        supple_joint_options_default(SUPPLE_JOINT_POINT, k.bodies[0], k.bodies[1], nothing);
    supple_joint j = supple_world_add_joint(k.world, &o), one;
    supple_world_set_joint_user(k.world, j, &marks[7]);
    supple_world_remove_body(k.world, k.bodies[4]);
    supple_world_remove_collider(k.world, c[1]);
    CHECK(supple_world_bodies(k.world, bodies, 3) == HEAP - 1 && bodies[2] == k.bodies[2]);
    CHECK(supple_world_bodies(k.world, bodies, HEAP) == HEAP - 1 && bodies[4] == k.bodies[5]);
    for (int i = 0; i < HEAP - 1; ++i)
        CHECK(supple_body_world(bodies[i]) == k.world &&
              supple_body_user(bodies[i]) == &marks[i < 4 ? i : i + 1]);
    CHECK(supple_body_world(k.bodies[4]) == NULL && supple_body_user(k.bodies[4]) == &marks[4]);
    CHECK(supple_world_colliders(k.world, found, 3) == 2 && found[1].index == c[2].index);
    CHECK(supple_world_collider_user(k.world, c[2]) == &marks[2]);
    CHECK(supple_world_collider_user(k.world, c[1]) == NULL);
    supple_collider_state is = supple_world_collider_state(k.world, c[2]);
    CHECK(is.shape != NULL && is.shape->friction == 0.25f && is.pose.m[13] == -3.0f);
    CHECK(supple_world_collider_state(k.world, c[1]).shape == NULL);
    CHECK(supple_world_joints(k.world, &one, 1) == 1 && one.index == j.index);
    CHECK(supple_world_joint_user(k.world, j) == &marks[7]);
    CHECK(supple_world_joint_bodies(k.world, j, &bodies[0], &bodies[1]) &&
          bodies[0] == k.bodies[0] && bodies[1] == k.bodies[1]);
    supple_world_remove_joint(k.world, j);
    CHECK(supple_world_joints(k.world, &one, 1) == 0 &&
          supple_world_joint_user(k.world, j) == NULL &&
          !supple_world_joint_bodies(k.world, j, &bodies[0], &bodies[1]));
    kit_close(&k);
}

TEST_MAIN(CASE(pairs_that_filters_part_never_touch_and_others_do),
          CASE(what_is_filtered_out_changes_no_bit_of_others),
          CASE(the_callers_word_on_pairs_counts),
          CASE(a_filter_that_changes_lets_what_slept_fall_and_is_restored),
          CASE(flesh_of_a_part_that_has_no_contacts_has_none),
          CASE(lists_have_what_is_there_and_users_stay_on_it))
