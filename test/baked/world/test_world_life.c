// Worlds that are made, filled and emptied: options that are refused, bodies that go while they are in one.
// SPDX-License-Identifier: MIT
#include "test/kit/check.h"
#include "test/kit/counted.h"
#include "test/kit/world_kit.h"

static const supple_vec3 nothing = {0.0f, 0.0f, 0.0f};

// ---- options ---------------------------------------------------------------------------

static bool is_refused(supple_world_options o) {
    supple_world* w = supple_world_create(&o, NULL);
    const char* wrong = supple_world_options_wrong(&o);
    bool none = w == NULL && wrong != NULL && strlen(wrong) > 10;
    supple_world_destroy(w);
    return none;
}

#define REFUSED(field, value)                                                                      \
    do {                                                                                           \
        supple_world_options o = supple_world_options_default();                                   \
        o.field = (value);                                                                         \
        CHECK(is_refused(o));                                                                      \
    } while (0)

TEST(options_out_of_range_make_no_world_and_say_why) {
    supple_world_options fine = supple_world_options_default();
    CHECK(supple_world_options_wrong(&fine) == NULL);
    REFUSED(response, (supple_response)3);
    REFUSED(response, (supple_response)-1);
    REFUSED(penalty, 0.0f);
    REFUSED(penalty, NAN);
    REFUSED(friction, -0.1f);
    REFUSED(friction, INFINITY);
    REFUSED(cluster, 1.5f);
    REFUSED(tolerance, -1e-9f);
    REFUSED(tolerance, NAN);
    REFUSED(iterations, 0);
    REFUSED(iterations, 10001);
    REFUSED(max_bodies, 0);
    REFUSED(max_bodies, WORLD_MOST_BODIES + 1);
    REFUSED(max_colliders, -1);
    REFUSED(max_colliders, 65536);
    REFUSED(max_contacts, 0);
    REFUSED(max_contacts, WORLD_MOST_CONTACTS + 1);
    REFUSED(max_joints, -1);
    REFUSED(max_joints, 65536);
}

TEST(a_world_has_the_room_that_was_asked_for) {
    supple_world_options o = supple_world_options_default();
    o.max_bodies = 100000;
    o.max_colliders = o.max_joints = 65535;
    supple_world* w = supple_world_create(&o, NULL);
    CHECK(w != NULL);
    CHECK(w->options.max_bodies == 100000 && supple_world_stats(w).rejected == 0);
    supple_world_destroy(w);
}

// ---- bodies ----------------------------------------------------------------------------

// Slots decide the bits: the first that is empty is taken, whatever went before.
TEST(the_first_empty_slot_is_taken) {
    world_kit k = kit_new(NULL);
    toy t = kit_toy(&k, toy_default());
    for (int i = 0; i < 12; ++i)
        CHECK(kit_throw(&k, &t, kit_pose(i, 0.0, 0.0), nothing)->slot == i);
    static const int gone[] = {7, 2, 9, 11, 10, 4};
    for (size_t i = 0; i < sizeof gone / sizeof *gone; ++i)
        supple_world_remove_body(k.world, k.bodies[gone[i]]);
    CHECK(k.world->body_count == 9); // 9, 10 and 11 are gone
    static const int again[] = {2, 4, 7, 9, 10, 11};
    for (size_t i = 0; i < sizeof again / sizeof *again; ++i) {
        supple_body* b = k.bodies[gone[i]];
        CHECK(supple_world_add_body(k.world, b) && !supple_world_add_body(k.world, b));
        CHECK(b->slot == again[i]);
    }
    CHECK(k.world->body_count == 12);
    kit_close(&k);
}

// What was in contact with it, was joined to it or rode on it goes on without it.
TEST(a_body_that_is_destroyed_leaves_its_world_first) {
    counted c = {0};
    supple_allocator a = {counted_allocate, counted_release, &c};
    world_kit k = {.memory = arena_create()};
    k.r = report_new(k.memory);
    k.world = supple_world_create(NULL, &a);
    toy t = kit_toy(&k, toy_default());
    kit_plane(&k, kit_pose(0.0, 0.0, 0.0), -1.0f);
    supple_body* low = kit_throw(&k, &t, kit_pose(0.0, 0.0505, 0.0), nothing);
    supple_body* high = kit_throw(&k, &t, kit_pose(0.0, 0.1515, 0.0), nothing);
    supple_body* side = kit_throw(&k, &t, kit_pose(0.3, 0.0505, 0.0), nothing);
    supple_joint_options how = supple_joint_options_default(SUPPLE_JOINT_DISTANCE, low, side,
                                                            (supple_vec3){0.05f, 0.05f, 0.0f});
    how.there = (supple_vec3){0.25f, 0.05f, 0.0f};
    supple_joint joint = supple_world_add_joint(k.world, &how);
    CHECK(supple_world_joint_state(k.world, joint).exists);
    for (int i = 0; i < 30; ++i)
        supple_world_step(k.world, 1.0f / 60.0f);
    CHECK(supple_world_stats(k.world).contacts > 1);
    k.bodies[0] = NULL;
    supple_body_destroy(low);
    supple_contact contacts[64];
    int count = supple_world_contacts(k.world, contacts, 64);
    for (int i = 0; i < count && i < 64; ++i)
        CHECK(contacts[i].body != low && contacts[i].other_or_null != low);
    CHECK(!supple_world_joint_state(k.world, joint).exists);
    double height = high->state->free.place[1];
    for (int i = 0; i < 60; ++i)
        supple_world_step(k.world, 1.0f / 60.0f);
    CHECK(supple_world_stats(k.world).bodies == 2);
    CHECK(high->state->free.place[1] < height - 0.05); // what lay on it fell
    for (int i = 1; i < k.count; ++i)
        supple_body_destroy(k.bodies[i]);
    k.count = 0;
    CHECK(k.world->body_count == 0 && k.world->coord_count == 0);
    kit_close(&k);
    CHECK(c.blocks == 0 && c.bytes == 0);
}

// Nothing rides on what is gone: the collider stays where it was.
TEST(a_collider_stays_when_the_body_that_it_rides_on_is_destroyed) {
    world_kit k = kit_new(NULL);
    toy t = kit_toy(&k, toy_default());
    supple_matrix level = kit_pose(0.0, 0.0, 0.0), at = kit_pose(0.0, 0.2, 0.0);
    supple_shape ball = {.kind = SUPPLE_SPHERE, .radius = 0.03f, .friction = -1.0f};
    supple_body* b = supple_body_create(&t.asset, NULL, NULL);
    CHECK(supple_world_add_body(k.world, b));
    supple_body_place(b, &level);
    supple_collider id = supple_world_add_collider(k.world, &ball, &at);
    supple_world_attach_collider(k.world, id, b, 0, &at);
    supple_world_step(k.world, 1.0f / 60.0f);
    CHECK(k.world->colliders.slots[id.index].attached == 1);
    supple_body_destroy(b);
    CHECK(k.world->colliders.slots[id.index].attached == 0);
    supple_world_step(k.world, 1.0f / 60.0f);
    CHECK(supple_world_stats(k.world).rejected == 0);
    kit_close(&k);
}

// ---- what others do --------------------------------------------------------------------

static toy_options firm(void) {
    toy_options o = toy_default();
    o.first = 60.0;
    o.ratio = 0.5;
    return o;
}

static int warm_starts(const supple_world* w) {
    int count = 0;
    for (int32_t i = 0; i < w->warm_used; ++i)
        count += w->warm_starts[i].key != 0 && w->warm_starts[i].force[1] > 0.0;
    return count;
}

// A step after it begins with the forces of all contacts but its own: nothing that rests beside it is shaken.
TEST(a_body_that_leaves_takes_only_its_own_forces_along) {
    world_kit k = kit_new(NULL);
    toy t = kit_toy(&k, firm());
    kit_plane(&k, kit_pose(0.0, 0.0, 0.0), -1.0f);
    supple_body* stays = kit_throw(&k, &t, kit_pose(0.0, 0.0501, 0.0), nothing);
    supple_body* leaves = kit_throw(&k, &t, kit_pose(0.5, 0.0501, 0.0), nothing);
    for (int i = 0; i < 20; ++i)
        supple_world_step(k.world, 1.0f / 60.0f);
    CHECK(!supple_body_asleep(stays));
    int all = warm_starts(k.world);
    supple_world_remove_body(k.world, leaves);
    int left = warm_starts(k.world);
    printf("    %d contacts bear, %d when the other has left\n", all, left);
    CHECK(left > 0 && all == 2 * left);
    kit_close(&k);
}

static void rest(world_kit* k) {
    for (int i = 0; i < 300 && (i == 0 || supple_world_stats(k->world).awake > 0); ++i)
        supple_world_step(k->world, 1.0f / 60.0f);
}

TEST(a_collider_that_comes_or_goes_wakes_what_is_in_contact_and_nothing_else) {
    world_kit k = kit_new(NULL);
    toy t = kit_toy(&k, firm());
    supple_shape table = {.kind = SUPPLE_BOX, .half = {0.2f, 0.05f, 0.2f}, .friction = -1.0f};
    supple_shape ball = {.kind = SUPPLE_SPHERE, .radius = 0.03f, .friction = -1.0f};
    supple_matrix at = kit_pose(0.0, 0.05, 0.0), beside = kit_pose(1.07, 0.05, 0.0),
                  far = kit_pose(5.0, 0.05, 0.0);
    kit_plane(&k, kit_pose(0.0, 0.0, 0.0), -1.0f);
    supple_collider box = supple_world_add_collider(k.world, &table, &at);
    supple_body* on = kit_throw(&k, &t, kit_pose(0.0, 0.151, 0.0), nothing);
    supple_body* ground = kit_throw(&k, &t, kit_pose(1.0, 0.051, 0.0), nothing);
    supple_body* third = kit_throw(&k, &t, kit_pose(2.0, 0.051, 0.0), nothing);
    rest(&k);
    CHECK(supple_body_asleep(on) && supple_body_asleep(ground) && supple_body_asleep(third));

    supple_collider new_one = supple_world_add_collider(k.world, &ball, &far);
    supple_world_step(k.world, 1.0f / 60.0f);
    CHECK(supple_world_stats(k.world).awake == 0);
    supple_world_place_collider(k.world, new_one, &beside);
    supple_world_step(k.world, 1.0f / 60.0f);
    CHECK(supple_body_asleep(on) && !supple_body_asleep(ground) && supple_body_asleep(third));

    rest(&k);
    supple_world_place_collider(k.world, box, &far);
    double high = on->state->free.place[1];
    for (int i = 0; i < 30; ++i)
        supple_world_step(k.world, 1.0f / 60.0f);
    CHECK(on->state->free.place[1] < high - 0.05);
    CHECK(supple_body_asleep(third));
    kit_close(&k);
}

// Two bodies side by side, asleep. Momentum goes on through one that is kicked, and a lasting push through both.
TEST(what_sleeps_is_woken_by_what_moves_or_leans_and_not_by_what_lies) {
    for (int displacement = 0; displacement < 3; ++displacement) {
        world_kit k = kit_new(NULL);
        toy t = kit_toy(&k, firm());
        kit_plane(&k, kit_pose(0.0, 0.0, 0.0), 0.2f);
        supple_body* one = kit_throw(&k, &t, kit_pose(0.0, 0.051, 0.0), nothing);
        supple_body* two = kit_throw(&k, &t, kit_pose(0.1002, 0.051, 0.0), nothing);
        rest(&k);
        CHECK(supple_body_asleep(one) && supple_body_asleep(two));
        double begin = two->state->free.place[0], mass = one->parts[0].asset.record->mass;
        int32_t count = one->asset.vertex_count;
        for (int frame = 0; frame < 60; ++frame) {
            float push = (float)(displacement == 0 ? 1e-4 : 9.0) * (float)mass / (float)count;
            for (int32_t v = 0; v < count && (displacement == 1 || frame == 0); ++v) {
                supple_point at = {{(uint32_t)v, (uint32_t)v, (uint32_t)v}, {1.0f, 0.0f, 0.0f}};
                if (displacement == 1)
                    supple_body_force(one, at, (supple_vec3){push, 0.0f, 0.0f});
                else
                    supple_body_impulse(one, at, (supple_vec3){0.1f * push, 0.0f, 0.0f});
            }
            supple_world_step(k.world, 1.0f / 60.0f);
            CHECK(displacement != 0 || supple_body_asleep(two));
        }
        double went = two->state->free.place[0] - begin;
        printf("    way %d: the other went %.4f m\n", displacement, went);
        CHECK(displacement == 0 ? went == 0.0 : went > 0.02);
        kit_close(&k);
    }
}

TEST_MAIN(CASE(options_out_of_range_make_no_world_and_say_why),
          CASE(a_world_has_the_room_that_was_asked_for), CASE(the_first_empty_slot_is_taken),
          CASE(a_body_that_is_destroyed_leaves_its_world_first),
          CASE(a_collider_stays_when_the_body_that_it_rides_on_is_destroyed),
          CASE(a_body_that_leaves_takes_only_its_own_forces_along),
          CASE(a_collider_that_comes_or_goes_wakes_what_is_in_contact_and_nothing_else),
          CASE(what_sleeps_is_woken_by_what_moves_or_leans_and_not_by_what_lies))
