// Recorded bodies under careless use: random entries at random steps, states saved in the middle of blends, damaged ones, bodies
// side by side, detail, sleep, queues that are full. What must hold: numbers, counts, and the same bits.
// SPDX-License-Identifier: MIT
#include "test/kit/check.h"

#include "test/kit/recorded_maker.h"
#include "test/kit/state_damage.h"
#include "test/kit/thorough.h"

enum { COORDS = 4 };

static asset_maker make(void) {
    asset_maker m = asset_maker_new(
        (asset_maker_options){.coords = {COORDS}, .part_count = 2, .no_coupling = true});
    recorded_maker_add(&m, 0);
    return m;
}

static uint32_t draw(uint32_t* seed) {
    *seed = *seed * 1664525u + 1013904223u;
    return *seed >> 8;
}

// One random call or none, and a step; two bodies with equal seeds get equal ones.
static void disturb(supple_body* b, const supple_asset* a, uint32_t* seed) {
    uint32_t what = draw(seed) % 24, with = draw(seed);
    supple_point at = {{a->triangles[3], a->triangles[4], a->triangles[5]}, {0.5f, 0.25f, 0.25f}};
    if (what < 4)
        supple_body_trigger(b, 0, (int)(with % 5) - 1); // -1 and 3 are none
    else if (what < 7)
        supple_body_queue(b, 0, (int)(with % 4));
    else if (what == 7)
        supple_body_empty_queue(b, (int)(with % 3) - 1);
    else if (what == 8)
        supple_body_detail(b, (int)(with % 5));
    else if (what == 9)
        supple_body_impulse(b, at, (supple_vec3){0.01f * (float)(with % 9), 0.02f, -0.01f});
    double fraction = (double)(draw(seed) % 1000) / 1000.0;
    supple_body_step(b, (float)(what == 10 ? 0.8 : 1e-4 + 0.04 * fraction * fraction));
}

// Side by side, at phases of their own, none knows of the other; and one that is put back to where another was goes on as it.
TEST(bodies_of_one_asset_play_as_if_alone_and_go_on_from_any_saved_state) {
    asset_maker m = make();
    CHECK(asset_maker_write(&m));
    supple_body* b[3];
    for (int i = 0; i < 3; ++i)
        b[i] = supple_body_create(&m.asset, NULL, NULL);
    size_t size = supple_body_state_size(b[0]);
    void* state = malloc(size);
    uint32_t first = 5, second = 77, third = 5;
    int blending = 0;
    for (int n = 0; n < (test_thorough() ? 200000 : 8000); ++n) {
        disturb(b[0], &m.asset, &first);
        disturb(b[1], &m.asset, &second);
        disturb(b[2], &m.asset, &third);
        if (n % 31 == 0) { // the third is lost, and comes back
            blending += supple_body_playing(b[0], 0).offset > 1e-6f;
            supple_body_save(b[0], state);
            for (int k = 0; k < 3; ++k)
                disturb(b[2], &m.asset, &(uint32_t){9});
            CHECK(supple_body_restore(b[2], state, size));
        }
        CHECK(memcmp(supple_body_coords(b[0]), supple_body_coords(b[2]),
                     sizeof(float) * (size_t)m.asset.coord_count) == 0);
        supple_playing x = supple_body_playing(b[0], 0), y = supple_body_playing(b[2], 0);
        CHECK(x.begun == y.begun && x.refused == y.refused && x.waiting == y.waiting &&
              x.offset == y.offset && x.state == y.state);
        for (int k = 0; k < m.asset.coord_count; ++k)
            CHECK(isfinite(supple_body_coords(b[1])[k]));
        CHECK(x.displacement.x <= 2.0f); // its limit
    }
    printf("    %u begun, %u refused, saved %d times while blending\n",
           supple_body_playing(b[0], 0).begun, supple_body_playing(b[0], 0).refused, blending);
    CHECK(blending > 20 && supple_body_playing(b[0], 0).begun > 100);
    free(state);
    for (int i = 0; i < 3; ++i)
        supple_body_destroy(b[i]);
    asset_maker_close(&m);
}

// With fewer coordinates shown, those that are shown are the same bits, whatever happens.
TEST(detail_changes_nothing_of_what_it_leaves) {
    asset_maker m = make();
    CHECK(asset_maker_write(&m));
    supple_body *all = supple_body_create(&m.asset, NULL, NULL),
                *some = supple_body_create(&m.asset, NULL, NULL);
    supple_body_detail(some, 2);
    for (int n = 0; n < 400; ++n) {
        if (n % 29 == 3)
            CHECK(supple_body_trigger(all, 0, n % 3) == supple_body_trigger(some, 0, n % 3));
        supple_body_step(all, 0.013f);
        supple_body_step(some, 0.013f);
        CHECK(memcmp(supple_body_coords(all), supple_body_coords(some), 2 * sizeof(float)) == 0);
    }
    supple_body_detail(some, COORDS); // and all are there again
    for (int n = 0; n < 120; ++n) {
        supple_body_step(all, 0.013f);
        supple_body_step(some, 0.013f);
    }
    CHECK(memcmp(supple_body_coords(all), supple_body_coords(some), COORDS * sizeof(float)) == 0);
    supple_body_destroy(all);
    supple_body_destroy(some);
    asset_maker_close(&m);
}

// What waits begins in its turn also where the body would have fallen asleep before: it sleeps when nothing waits.
TEST(a_queue_keeps_a_body_awake_until_its_turn) {
    asset_maker m = make();
    asset_draft_recorded* x = recorded_maker_add(&m, 0);
    x->record.shortest = 60; // 3.75 s, longer than any response
    CHECK(asset_maker_write(&m));
    supple_body* b = supple_body_create(&m.asset, NULL, NULL);
    CHECK(supple_body_trigger(b, 0, 2) && supple_body_queue(b, 0, 2));
    for (int n = 0; n < 260; ++n)
        supple_body_step(b, 1.0f / 60.0f);
    CHECK(supple_body_playing(b, 0).begun == 2 && supple_body_playing(b, 0).waiting == 0);
    supple_body_destroy(b);
    asset_maker_close(&m);
}

// Nine into a queue of eight: one is refused and counted, and all eight are still there; so is what a caller gets wrong.
TEST(what_has_no_place_or_is_not_there_is_refused_and_counted) {
    asset_maker m = make();
    CHECK(asset_maker_write(&m));
    supple_body* b = supple_body_create(&m.asset, NULL, NULL);
    for (int i = 0; i < 8; ++i)
        CHECK(supple_body_queue(b, 0, 2));
    CHECK(!supple_body_queue(b, 0, 2));
    CHECK(supple_body_playing(b, 0).waiting == 8 && supple_body_playing(b, 0).refused == 1);
    uint32_t rejected = supple_body_stats(b).rejected;
    static const int wrong[][2] = {{-1, 0}, {1, 0},         {2, 0},        {0, -1},
                                   {0, 3},  {0, INT32_MAX}, {0, INT32_MIN}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i) {
        CHECK(!supple_body_trigger(b, wrong[i][0], wrong[i][1]));
        CHECK(!supple_body_queue(b, wrong[i][0], wrong[i][1]));
        CHECK(!supple_body_allows(b, wrong[i][0], wrong[i][1]));
    }
    CHECK(supple_body_stats(b).rejected == rejected + 14);
    CHECK(supple_body_playing(b, 7).entry == -1 &&
          supple_body_recorded_contacts(b, 1, NULL, 0) == 0);
    supple_body_destroy(b);
    asset_maker_close(&m);
}

TEST(a_damaged_state_is_refused_or_stays_within_numbers_and_memory) {
    damage_files files;
    CHECK(damage_open(&files, TEST_SOURCE_FOLDER "/test/golden"));
    uint32_t seed = 3;
    int taken = 0, tries = test_thorough() ? 200000 : 6000;
    for (int n = 0; n < tries; ++n) {
        uint8_t data[13];
        for (size_t i = 0; i < sizeof data; ++i)
            data[i] = (uint8_t)draw(&seed);
        data[0] = n % 4 == 3 ? data[0] : 0; // most are recorded
        taken += damage_try(&files, data, 5 + 4 * (size_t)(n % 3));
    }
    printf("    %d of %d were taken\n", taken, tries);
    CHECK(taken > tries / 20 && taken < tries);
    damage_close(&files);
}

TEST_MAIN(CASE(bodies_of_one_asset_play_as_if_alone_and_go_on_from_any_saved_state),
          CASE(detail_changes_nothing_of_what_it_leaves),
          CASE(a_queue_keeps_a_body_awake_until_its_turn),
          CASE(what_has_no_place_or_is_not_there_is_refused_and_counted),
          CASE(a_damaged_state_is_refused_or_stays_within_numbers_and_memory))
