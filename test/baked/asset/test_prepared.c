// A prepared asset: bodies that share one move as bodies that do not, it is made once, and goes when nobody holds
// it.
// SPDX-License-Identifier: MIT
#include "test/kit/check.h"

#include "runtime/world/world.h"
#include "scenes/toy.h"
#include "test/kit/asset_maker.h"
#include "test/kit/palette.h"

#include <pthread.h>

// Counts what is taken; the call number fail_at gets nothing, if that is above 0.
typedef struct counted {
    int32_t calls, fail_at, live; // live: pieces that were not given back
    size_t bytes;                 // of these
    size_t asked;                 // all that was ever asked for
} counted;

static void* take(void* user, size_t size) {
    counted* c = user;
    if (++c->calls == c->fail_at)
        return NULL;
    ++c->live;
    c->bytes += size;
    c->asked += size;
    return malloc(size);
}

static void give(void* user, void* memory, size_t size) {
    counted* c = user;
    --c->live;
    c->bytes -= size;
    free(memory);
}

// A bar on bones, of so many rings and sides.
static bool make_bar(asset_maker* m, int32_t rings, int32_t sides) {
    *m = asset_maker_new((asset_maker_options){.rings = rings, .sides = sides, .seam = true});
    return asset_maker_write(m);
}

static bool same_state(const supple_body* a, const supple_body* b) {
    return a->state_size == b->state_size && memcmp(a->state, b->state, a->state_size) == 0;
}

// ---- motion ----------------------------------------------------------------------------

TEST(bodies_that_share_move_bit_for_bit_as_bodies_that_do_not) {
    asset_maker m;
    CHECK(make_bar(&m, 12, 8));
    supple_prepared* shared = supple_asset_prepare(&m.asset, NULL);
    supple_body* bodies[4];
    for (int i = 0; i < 4; ++i)
        bodies[i] = i < 2 ? supple_prepared_body(shared, NULL, NULL)
                          : supple_body_create(&m.asset, NULL, NULL);
    supple_tuning stiff = supple_body_tuning(bodies[0], 1);
    stiff.stiffness *= 3.0f;
    for (int i = 1; i < 4; i += 2) // one of each is tuned: that must not reach the others
        supple_body_tune(bodies[i], 1, stiff);
    for (int frame = 0; frame < 100; ++frame)
        for (int i = 0; i < 4; ++i) {
            supple_matrix palette[3];
            palette_script(palette, 3, frame / 60.0);
            supple_body_drive(bodies[i], palette);
            supple_body_step(bodies[i], frame % 3 == 0 ? 1.0f / 30.0f : 1.0f / 60.0f);
        }
    CHECK(same_state(bodies[0], bodies[2]) && same_state(bodies[1], bodies[3]));
    CHECK(!same_state(bodies[0], bodies[1]));
    for (int i = 0; i < 4; ++i)
        supple_body_destroy(bodies[i]);
    supple_prepared_release(shared);
    asset_maker_close(&m);
}

TEST(every_part_finds_its_carriers_and_no_bone_is_one_twice) {
    asset_maker m;
    CHECK(make_bar(&m, 12, 8));
    supple_prepared* p = supple_asset_prepare(&m.asset, NULL);
    const int32_t* at = p->part_frames;
    for (int32_t k = 0; k < m.asset.part_count; ++k)
        for (uint32_t r = 0; r < p->parts[k].record->part_bone_count; ++r)
            CHECK(p->frame_bone[*at++] == (int32_t)p->parts[k].part_bones[r].bone);
    CHECK(at - p->part_frames == p->part_bone_count && p->frame_count < p->part_bone_count);
    for (int32_t c = 0; c < p->frame_count; ++c)
        CHECK(p->bone_frame[p->frame_bone[c]] == c);
    supple_prepared_release(p);
    asset_maker_close(&m);
}

TEST(coefficients_of_a_step_are_those_that_a_body_finds_by_itself) {
    asset_maker m;
    CHECK(make_bar(&m, 12, 8));
    supple_prepared* shared = supple_asset_prepare(&m.asset, NULL);
    supple_body* bodies[4]; // as baked: shared, alone; tuned: shared, alone
    for (int i = 0; i < 4; ++i) {
        supple_prepared_step(shared, 1.4e-45f); // too short to be one
        CHECK(shared->table_h == 0.0f);
        bodies[i] = i % 2 == 0 ? supple_prepared_body(shared, NULL, NULL)
                               : supple_body_create(&m.asset, NULL, NULL);
        supple_tuning other = supple_body_tuning(bodies[i], 2);
        other.damping *= i < 2 ? 1.0f : 2.0f;

        supple_body_tune(bodies[i], 2, other);
        for (int p = 0; p < 3; ++p) { // flesh near its limit has coefficients of its own
            supple_tuning loose = supple_body_tuning(bodies[i], p);
            loose.limit = 1e6f;
            supple_body_tune(bodies[i], p, loose);
        }
    }
    int most = 0; // their spin cuts some of the steps
    for (int frame = 0; frame < 60; ++frame) {
        float dt = 0.01f + 0.001f * (float)(frame % 7);
        supple_matrix palette[3];
        palette_script(palette, 3, frame / 60.0);
        supple_prepared_step(shared, frame % 5 == 0 ? 0.5f * dt : dt); // now and then another
        for (int i = 0; i < 4; ++i) {
            supple_body_drive(bodies[i], palette);
            supple_body_step(bodies[i], dt);
        }
        CHECK(same_state(bodies[0], bodies[1]) && same_state(bodies[2], bodies[3]));
        int cut = supple_body_stats(bodies[0]).substeps;
        most = cut > most ? cut : most;
    }
    CHECK(most > 1);
    supple_prepared_step(shared,
                         0.02f); // they are used: a wrong one shows, but not in what is tuned
    shared->tables[0].rows[0] += 0.25f;
    for (int i = 0; i < 4; ++i)
        supple_body_step(bodies[i], 0.02f);
    CHECK(!same_state(bodies[0], bodies[1]) && same_state(bodies[2], bodies[3]));
    for (int i = 0; i < 4; ++i)
        supple_body_destroy(bodies[i]);
    supple_prepared_release(shared);
    asset_maker_close(&m);
}

enum { PILE = 4 };

// Jellies fall on each other and on a plane. prepared_or_null: they share it.
static void fall(const supple_asset* asset, supple_prepared* prepared_or_null, int frames,
                 void* states) {
    supple_world* world = supple_world_create(NULL, NULL);
    supple_shape ground = {.kind = SUPPLE_PLANE, .friction = SUPPLE_UNSET};
    supple_matrix pose = palette_matrix(0.0, 0.0, 0.0, 0.0);
    supple_world_add_collider(world, &ground, &pose);
    supple_body_options o = supple_body_options_default(asset);
    o.free = true;
    supple_body* bodies[PILE];
    for (int i = 0; i < PILE; ++i) {
        bodies[i] = prepared_or_null != NULL ? supple_prepared_body(prepared_or_null, &o, NULL)
                                             : supple_body_create(asset, &o, NULL);
        supple_motion at = {.pose = palette_matrix(0.2 * i, 0.02 * i, 0.08 + 0.12 * i, 0.0)};
        supple_body_set_motion(bodies[i], &at);
        supple_world_add_body(world, bodies[i]);
    }
    for (int frame = 0; frame < frames; ++frame)
        supple_world_step(world, 1.0f / 60.0f);
    uint8_t* to = states;
    for (int i = 0; i < PILE; ++i) {
        supple_body_save(bodies[i], to);
        to += supple_body_state_size(bodies[i]);
    }
    int contacts = supple_world_contacts(world, NULL, 0);
    memcpy(to, &contacts, sizeof contacts);
    supple_world_destroy(world);
    for (int i = 0; i < PILE; ++i)
        supple_body_destroy(bodies[i]);
}

static size_t fall_size(const supple_asset* asset) {
    supple_body* b = supple_body_create(asset, NULL, NULL);
    size_t size = PILE * supple_body_state_size(b) + sizeof(int);
    supple_body_destroy(b);
    return size;
}

static bool make_jelly(arena* memory, toy* out) {
    report r = report_new(memory);
    toy_options o = toy_default();
    o.cells[0] = o.cells[1] = o.cells[2] = 2;
    o.modes = 12;
    return toy_make(&o, memory, out, &r);
}

TEST(and_so_they_do_in_contact) {
    arena* memory = arena_create();
    toy jelly;
    CHECK(make_jelly(memory, &jelly));
    size_t size = fall_size(&jelly.asset);
    uint8_t *alone = arena_alloc(memory, size, 1), *together = arena_alloc(memory, size, 1);
    supple_prepared* shared = supple_asset_prepare(&jelly.asset, NULL);
    fall(&jelly.asset, NULL, 40, alone);
    fall(&jelly.asset, shared, 40, together);
    int contacts;
    memcpy(&contacts, alone + size - sizeof contacts, sizeof contacts);
    CHECK(contacts > PILE);
    CHECK(memcmp(alone, together, size) == 0);
    supple_prepared_release(shared);
    arena_destroy(memory);
}

// ---- once ------------------------------------------------------------------------------

TEST(the_surface_for_contacts_is_made_once_for_all_bodies_and_worlds) {
    asset_maker m;
    CHECK(make_bar(&m, 12, 8));
    supple_prepared* p = supple_asset_prepare(&m.asset, NULL);
    supple_body* bodies[6];
    for (int i = 0; i < 6; ++i)
        bodies[i] = supple_prepared_body(p, NULL, NULL);
    CHECK(p->contacts_made == 0); // bodies alone need none
    supple_world* worlds[2] = {supple_world_create(NULL, NULL), supple_world_create(NULL, NULL)};
    for (int i = 0; i < 6; ++i)
        CHECK(supple_world_add_body(worlds[i % 2], bodies[i]));
    CHECK(p->contacts_made == 1);
    CHECK(worlds[0]->bodies[0].skin->rest == worlds[1]->bodies[2].skin->rest);
    supple_world_remove_body(worlds[0], bodies[0]);
    CHECK(supple_world_add_body(worlds[0], bodies[0]));
    CHECK(supple_prepared_contacts(p) && p->contacts_made == 1);
    for (int i = 0; i < 2; ++i)
        supple_world_destroy(worlds[i]);
    for (int i = 0; i < 6; ++i)
        supple_body_destroy(bodies[i]);
    supple_prepared_release(p);

    p = supple_asset_prepare(&m.asset, NULL); // before any body
    CHECK(supple_prepared_contacts(p) && supple_prepared_contacts(p) && p->contacts_made == 1);
    supple_prepared_release(p);
    asset_maker_close(&m);
}

// What the i-th body of an asset takes in a world: [0] to make it, [1] to add it.
static void measure_bytes(const supple_asset* asset, int32_t max_contacts, int count,
                          size_t (*taken)[2]) {
    counted c = {0};
    supple_allocator a = {take, give, &c};
    supple_world_options o = supple_world_options_default();
    o.max_contacts = max_contacts;
    supple_world* world = supple_world_create(&o, &a);
    supple_prepared* p = supple_asset_prepare(asset, &a);
    supple_body* bodies[8];
    for (int i = 0; i < count; ++i) {
        size_t before = c.asked;
        bodies[i] = supple_prepared_body(p, NULL, &a);
        taken[i][0] = c.asked - before;
        before = c.asked;
        supple_world_add_body(world, bodies[i]);
        taken[i][1] = c.asked - before;
    }
    supple_world_destroy(world);
    for (int i = 0; i < count; ++i)
        supple_body_destroy(bodies[i]);
    supple_prepared_release(p);
}

TEST(a_further_body_takes_a_small_share_of_the_first_whatever_the_contacts) {
    asset_maker m;
    CHECK(make_bar(&m, 60, 60)); // 3,600 points
    size_t few[8][2], many[8][2];
    measure_bytes(&m.asset, 64, 8, few);
    measure_bytes(&m.asset, 8192, 8, many);
    for (int i = 1; i < 8; ++i) {
        CHECK(5 * few[i][1] < 2 * few[0][1]);
        CHECK(many[i][1] == few[i][1] && many[i][0] == few[i][0]);
    }
    CHECK(20 * many[1][1] < many[0][1]);
    printf("bytes to add the first body: %zu (64 contacts), %zu (8192); the second: %zu\n",
           few[0][1], many[0][1], many[1][1]);
    asset_maker_close(&m);
}

// ---- lifetime --------------------------------------------------------------------------

TEST(it_goes_with_its_last_holder_in_any_order) {
    enum { HOLDERS = 4 }; // two bodies, whoever made it, and one more
    asset_maker m;
    CHECK(make_bar(&m, 4, 6));
    for (int order = 0; order < HOLDERS * HOLDERS * HOLDERS * HOLDERS; ++order) {
        int gone = 0, left[HOLDERS], seen = 0;
        for (int i = 0, n = order; i < HOLDERS; ++i, n /= HOLDERS)
            seen |= 1 << (left[i] = n % HOLDERS);
        if (seen != (1 << HOLDERS) - 1)
            continue; // no permutation
        counted own = {0}, other = {0};
        supple_allocator a = {take, give, &own}, b = {take, give, &other};
        supple_prepared* p = supple_asset_prepare(&m.asset, &a);
        supple_body* bodies[2] = {supple_prepared_body(p, NULL, &b),
                                  supple_prepared_body(p, NULL, &b)};
        supple_world* world = supple_world_create(NULL, &b);
        CHECK(supple_prepared_retain(p) == p);
        CHECK(supple_world_add_body(world, bodies[order % 2]));
        supple_world_step(world, 0.01f);
        supple_world_destroy(world);
        for (; gone < HOLDERS; ++gone) {
            CHECK(own.live == 2); // itself and its contacts
            if (left[gone] < 2) {
                supple_body_step(bodies[left[gone]], 0.01f);
                supple_body_destroy(bodies[left[gone]]);
            } else {
                supple_prepared_release(p);
            }
        }
        CHECK(own.live == 0 && own.bytes == 0 && other.live == 0 && other.bytes == 0);
    }
    asset_maker_close(&m);
}

// Everything that allocates, with one allocation that fails; true if none did.
static bool try_all(const supple_asset* asset, counted* c) {
    static const float square[4][3] = {{0, 0, 0}, {1, 0, 0}, {1, 0, 1}, {0, 0, 1}};
    static const uint32_t triangles[2][3] = {{0, 1, 2}, {0, 2, 3}};
    supple_allocator a = {take, give, c};
    supple_world* world = supple_world_create(NULL, &a);
    supple_prepared* p = supple_asset_prepare(asset, &a);
    supple_body* bodies[3] = {NULL, NULL, supple_body_create(asset, NULL, &a)};
    for (int i = 0; i < 2 && p != NULL; ++i)
        bodies[i] = supple_prepared_body(p, NULL, &a);
    bool all = world != NULL && p != NULL;
    for (int i = 0; i < 3; ++i)
        all &= bodies[i] != NULL;
    for (int i = 0; i < 3 && world != NULL; ++i)
        all &= bodies[i] != NULL && supple_world_add_body(world, bodies[i]);
    if (world != NULL) {
        supple_shape sheet = {.kind = SUPPLE_MESH,
                              .positions = square[0],
                              .triangles = triangles[0],
                              .vertex_count = 4,
                              .triangle_count = 2,
                              .friction = SUPPLE_UNSET};
        supple_matrix pose = palette_matrix(0.0, 0.0, 0.0, 0.0);
        all &= supple_world_add_collider(world, &sheet, &pose).generation != 0;
        supple_world_step(world, 0.01f);
    }
    supple_prepared_release(p);
    supple_world_destroy(world);
    for (int i = 0; i < 3; ++i)
        supple_body_destroy(bodies[i]);
    return all;
}

TEST(whichever_allocation_fails_nothing_is_lost) {
    asset_maker m;
    CHECK(make_bar(&m, 4, 6));
    int32_t n = 0;
    for (bool all = false; !all;) {
        counted c = {.fail_at = ++n};
        all = try_all(&m.asset, &c);
        CHECK(c.live == 0 && c.bytes == 0);
        CHECK(all == (c.calls < n));
    }
    CHECK(n > 15);
    asset_maker_close(&m);
}

// ---- threads ---------------------------------------------------------------------------

typedef struct crew {
    const supple_asset* asset;
    supple_prepared* prepared;
    void* states;
} crew;

static void* work(void* user) {
    crew* c = user;
    for (int round = 0; round < 3; ++round)
        fall(c->asset, c->prepared, 12, c->states);
    supple_prepared_release(c->prepared);
    return NULL;
}

// Under ThreadSanitizer this is also the proof that nothing shared is written by a step.
TEST(threads_make_step_and_destroy_bodies_of_one_at_the_same_time) {
    enum { THREADS = 4 };
    arena* memory = arena_create();
    toy jelly;
    CHECK(make_jelly(memory, &jelly));
    size_t size = fall_size(&jelly.asset);
    uint8_t* want = arena_alloc(memory, size, 1);
    fall(&jelly.asset, NULL, 12, want);
    supple_prepared* p = supple_asset_prepare(&jelly.asset, NULL);
    pthread_t threads[THREADS];
    crew crews[THREADS];
    for (int i = 0; i < THREADS; ++i) {
        crews[i] = (crew){&jelly.asset, supple_prepared_retain(p), arena_alloc(memory, size, 1)};
        CHECK(pthread_create(&threads[i], NULL, work, &crews[i]) == 0);
    }
    for (int i = 0; i < THREADS; ++i)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < THREADS; ++i)
        CHECK(memcmp(crews[i].states, want, size) == 0);
    CHECK(p->holders == 1 && p->contacts_made >= 1 && p->contacts_made <= THREADS);
    supple_prepared_release(p);
    arena_destroy(memory);
}

TEST_MAIN(CASE(bodies_that_share_move_bit_for_bit_as_bodies_that_do_not),
          CASE(every_part_finds_its_carriers_and_no_bone_is_one_twice),
          CASE(coefficients_of_a_step_are_those_that_a_body_finds_by_itself),
          CASE(and_so_they_do_in_contact),
          CASE(the_surface_for_contacts_is_made_once_for_all_bodies_and_worlds),
          CASE(a_further_body_takes_a_small_share_of_the_first_whatever_the_contacts),
          CASE(it_goes_with_its_last_holder_in_any_order),
          CASE(whichever_allocation_fails_nothing_is_lost),
          CASE(threads_make_step_and_destroy_bodies_of_one_at_the_same_time))
