// States from outside: of another layout they are told, damaged ones are refused or do no harm.
//
// Sanitizers and the contracts of debug builds (runtime/base/assert.h) see what harm there is.
// SPDX-License-Identifier: MIT
#include "test/kit/check.h"

#include "runtime/body/body.h"
#include "test/kit/palette.h"
#include "test/kit/posed_maker.h"
#include "test/kit/world_calls.h"

enum { TRIES = 100, STEPS = 3 };

// ---- marks -----------------------------------------------------------------------------

// A posed part of the same coordinates, with so many targets.
static asset_maker make_posed(int targets) {
    static const posed_maker_target poses[] = {{.stiffness = 1.0},
                                               {.stiffness = 4.0, .turn = 1.0, .bulge = 0.03},
                                               {.stiffness = 2.0, .turn = -1.0, .bulge = 0.02}};
    asset_maker m = asset_maker_new((asset_maker_options){.part_count = 1, .coord_count = 4});
    if (targets > 0)
        posed_maker_add(
            &m, 0, (posed_maker_options){.degree = 1, .target_count = targets, .targets = poses});
    asset_maker_write(&m);
    return m;
}

TEST(parts_of_other_models_or_other_sizes_have_other_marks) {
    uint64_t marks[4];
    const format_coord* coords[4];
    asset_maker makers[4];
    for (int k = 0; k < 4; ++k) { // a modal part, and posed ones of 1, 2, 3 targets
        makers[k] = make_posed(k);
        coords[k] = asset_sections_of(&makers[k].asset).coords;
        supple_body* b = supple_body_create(&makers[k].asset, NULL, NULL);
        marks[k] = b->state->mark;
        supple_body_destroy(b);
        for (int i = 0; i < k; ++i)
            CHECK(marks[i] != marks[k]);
    }
    for (int k = 2; k < 4; ++k) // ... which these do not tell
        CHECK(memcmp(coords[1], coords[k], 4 * sizeof *coords[k]) == 0);
    for (int k = 0; k < 4; ++k)
        asset_maker_close(&makers[k]);
}

// ---- far away --------------------------------------------------------------------------

// Palettes count below 1e15: what is taken may be saved and comes back, what is not is counted.
TEST(a_state_from_far_away_is_taken_back) {
    static const float far[] = {1e9f, 1e11f, 1e12f, 1e13f, 1e14f, 9.9e14f, 1e15f, -1e15f};
    asset_maker m = asset_maker_new((asset_maker_options){.part_count = 1, .coord_count = 4});
    CHECK(asset_maker_write(&m));
    for (size_t i = 0; i < sizeof far / sizeof *far; ++i) {
        supple_body* b = supple_body_create(&m.asset, NULL, NULL);
        supple_matrix palette[8];
        size_t size = supple_body_state_size(b);
        void* state = malloc(size);
        palette_set(palette, m.asset.bone_count, 0.0, 0.0, 0.0, 0.0);
        palette[0].m[13] = far[i];
        supple_body_place(b, palette);
        supple_body_step(b, 1.0f / 60.0f);
        palette[0].m[13] *= 0.5f;
        supple_body_drive(b, palette);
        supple_body_step(b, 1.0f / 60.0f);
        supple_body_save(b, state);
        CHECK(supple_body_restore(b, state, size));
        CHECK(supple_body_stats(b).rejected == (fabsf(far[i]) < 1e15f ? 0 : 1));
        free(state);
        supple_body_destroy(b);
    }
    asset_maker_close(&m);
}

// ---- damage ----------------------------------------------------------------------------

static uint64_t random_bits = 5;

static size_t random_below(size_t n) {
    random_bits = random_bits * 6364136223846793005u + 1442695040888963407u;
    return (size_t)(random_bits >> 33) % n;
}

// A bit, a byte, or a float that a step could stumble over, one to three times; in the head as often as in
// all that follows it.
static void damage(uint8_t* state, size_t size) {
    static const float odd[] = {NAN,  INFINITY, -INFINITY, 0.0f,   -1.0f,
                                1e9f, -3e38f,   3e38f,     1e-40f, 1.4e-45f};
    for (size_t changes = 1 + random_below(3); changes > 0; --changes) {
        size_t at = random_below(random_below(2) == 0 ? sizeof(body_state) : size);
        size_t displacement = random_below(3);
        if (displacement == 0)
            state[at] = (uint8_t)(state[at] ^ (1 << random_below(8)));
        else if (displacement == 1)
            state[at] = (uint8_t)random_below(256);
        else
            memcpy(state + at / 4 * 4, &odd[random_below(sizeof odd / sizeof *odd)], 4);
    }
}

static void play(supple_body* b, const supple_asset* a, int from, int count) {
    supple_matrix palette[CALLS_BONES];
    for (int i = from; i < from + count; ++i) {
        palette_script(palette, a->bone_count, i / 60.0);
        supple_body_drive(b, palette);
        supple_body_step(b, i % 3 ? 1.0f / 60.0f : 1.0f / 47.0f);
    }
}

// How many of the damaged states were taken; fewer than none if the sound one was not.
static int try_damaged(const supple_asset* a, supple_forcing forcing, bool free_body) {
    supple_body_options o = supple_body_options_default(a);
    o.forcing = forcing;
    o.free = free_body;
    supple_body* b = supple_body_create(a, &o, NULL);
    size_t size = supple_body_state_size(b);
    uint8_t *sound = malloc(size), *broken = malloc(size + 1);
    uint32_t v = a->triangles[0];
    play(b, a, 0, 6);
    supple_body_pin(b, (supple_point){{v, v, v}, {1.0f, 0.0f, 0.0f}}, (supple_vec3){0, 0, 0});
    play(b, a, 6, 1);
    supple_body_save(b, sound);
    int taken = 0;
    for (int i = 0; i < TRIES; ++i) {
        memcpy(broken + 1, sound, size); // a state is bytes: also where nothing is aligned
        damage(broken + 1, size);
        bool took = supple_body_restore(b, broken + 1, size);
        taken += took;
        if (took)
            play(b, a, 7, STEPS);
        if (!supple_body_restore(b, sound, size))
            taken = -TRIES;
    }
    free(sound);
    free(broken);
    supple_body_destroy(b);
    return taken;
}

TEST(a_damaged_state_is_refused_or_does_no_harm) {
    calls_files files;
    CHECK(calls_open(&files, TEST_SOURCE_FOLDER "/test/golden"));
    for (int k = 0; k < 3; ++k)
        for (int forcing = SUPPLE_IMPULSIVE; forcing <= SUPPLE_DELAYED; ++forcing) {
            int taken = try_damaged(&files.assets[k], (supple_forcing)forcing, k == 0);
            printf("asset %d, forcing %d: %d of %d damaged states taken\n", k, forcing, taken,
                   TRIES);
            CHECK(taken > TRIES / 10 && taken < TRIES);
        }
    calls_close(&files);
}

TEST(numbers_that_a_step_relies_on_are_refused) {
    asset_maker m = make_posed(2);
    supple_body* b = supple_body_create(&m.asset, NULL, NULL);
    play(b, &m.asset, 0, 8);
    size_t size = supple_body_state_size(b);
    uint8_t *sound = malloc(size), *broken = malloc(size);
    supple_body_save(b, sound);
    size_t limit = (size_t)((uint8_t*)&b->tuning[0].limit - (uint8_t*)b->state);
    size_t stiffness = (size_t)((uint8_t*)&b->tuning[0].stiffness - (uint8_t*)b->state);
    const struct {
        size_t at;
        float value;
    } breaks[] = {{offsetof(body_state, dt[0]), 0.0f},
                  {offsetof(body_state, dt[1]), NAN},
                  {offsetof(body_state, dt[2]), -1.0f},
                  {offsetof(body_state, options.world_metres), 0.0f},
                  {offsetof(body_state, options.gravity.y), INFINITY},
                  {limit, 0.0f},
                  {limit, NAN},
                  {stiffness, -1.0f}};
    for (size_t i = 0; i < sizeof breaks / sizeof *breaks; ++i) {
        memcpy(broken, sound, size);
        memcpy(broken + breaks[i].at, &breaks[i].value, sizeof(float));
        CHECK(!supple_body_restore(b, broken, size));
        CHECK(memcmp(b->state, sound, size) == 0);
    }
    CHECK(supple_body_restore(b, sound, size));
    free(sound);
    free(broken);
    supple_body_destroy(b);
    asset_maker_close(&m);
}

// The gate allows an asset more than supple_body_tune does; a body of it can still be rolled back.
TEST(a_state_with_the_tuning_of_its_asset_is_taken) {
    asset_maker m = make_posed(0);
    supple_asset a;
    uint8_t* block = asset_copy(m.out.file.data, m.out.file.size);
    CHECK(supple_asset_read(&a, block, m.out.file.size) == SUPPLE_OK);
    format_part* part = (format_part*)(block + asset_gate_section(block, FORMAT_PARTS).offset);
    part->limit = 1e-35f;
    part->stiffness = 1e11f;
    ((format_body*)(block + asset_gate_section(block, FORMAT_BODY).offset))->gravity[1] = 1e11f;
    CHECK(supple_asset_read_damaged(&a, block, m.out.file.size) == SUPPLE_OK);
    supple_body* b = supple_body_create(&a, NULL, NULL);
    size_t size = supple_body_state_size(b);
    uint8_t* state = malloc(size);
    supple_body_save(b, state);
    CHECK(supple_body_restore(b, state, size));
    free(state);
    supple_body_destroy(b);
    free(block);
    asset_maker_close(&m);
}

TEST_MAIN(CASE(parts_of_other_models_or_other_sizes_have_other_marks),
          CASE(a_state_from_far_away_is_taken_back),
          CASE(a_damaged_state_is_refused_or_does_no_harm),
          CASE(numbers_that_a_step_relies_on_are_refused),
          CASE(a_state_with_the_tuning_of_its_asset_is_taken))
