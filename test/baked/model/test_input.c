// Poses that are told by inputs: the shape at a target's input, the same interpolation as joints have, one state.
// SPDX-License-Identifier: MIT
#include "runtime/body/body.h"
#include "test/kit/check.h"
#include "test/kit/check_asset.h"
#include "test/kit/posed_maker.h"

enum { COORDS = 6, TARGETS = 4 };
static const float DT = 1.0f / 60.0f;

// The same numbers as turns of a joint, and as an input.
static const posed_maker_target turned[TARGETS] = {
    {.stiffness = 1.0},
    {.stiffness = 1.5, .turn = 0.7, .bulge = 0.02},
    {.stiffness = 2.0, .turn = 1.4, .bulge = 0.04},
    {.stiffness = 8.0, .turn = 2.1, .bulge = 0.06},
};
static const posed_maker_target told[TARGETS] = {
    {.stiffness = 1.0},
    {.stiffness = 1.5, .input = 0.7, .bulge = 0.02},
    {.stiffness = 2.0, .input = 1.4, .bulge = 0.04},
    {.stiffness = 8.0, .input = 2.1, .bulge = 0.06},
};
static const posed_maker_target both[TARGETS] = {
    {.stiffness = 1.0},
    {.stiffness = 1.5, .turn = 1.0, .bulge = 0.02},
    {.stiffness = 2.0, .input = 1.0, .bulge = 0.04},
    {.stiffness = 8.0, .turn = 1.0, .input = 1.0, .bulge = 0.06},
};

static asset_maker make(const posed_maker_target* targets, const char* input, int32_t degree) {
    asset_maker m = asset_maker_new((asset_maker_options){.part_count = 1, .coord_count = COORDS});
    posed_maker_add(&m, 0,
                    (posed_maker_options){.degree = degree,
                                          .target_count = TARGETS,
                                          .targets = targets,
                                          .coupled = true,
                                          .alpha = 3.0,
                                          .input_or_null = input});
    return m;
}

static supple_body* body_of(const asset_maker* m) {
    supple_body_options o = supple_body_options_default(&m->asset);
    o.gravity = o.sag = (supple_vec3){0.0f, 0.0f, 0.0f};
    return supple_body_create(&m->asset, &o, NULL);
}

static void stand(const asset_maker* m, supple_body* b, double turn) {
    supple_matrix palette[3];
    posed_maker_palette(m, turn, 0.0, palette);
    supple_body_place(b, palette);
}

TEST(at_a_targets_input_the_body_rests_in_its_shape) {
    for (int32_t degree = 1; degree <= 3; degree += 2)
        for (int displacement = 0; displacement < 2; ++displacement) {
            const posed_maker_target* targets = displacement == 0 ? told : both;
            asset_maker m = make(targets, "smile", degree);
            CHECK(asset_maker_write(&m));
            CHECK(supple_asset_input_count(&m.asset) == 1);
            CHECK(strcmp(supple_asset_input_name(&m.asset, 0), "smile") == 0);
            supple_body* b = body_of(&m);
            double worst = 0.0;
            for (int t = 0; t < TARGETS; ++t) {
                float weights[TARGETS];
                CHECK(supple_body_set_input(b, 0, (float)targets[t].input));
                stand(&m, b, targets[t].turn);
                supple_body_weights(b, 0, weights);
                CHECK(weights[t] > 1.0f - 2e-5f);
                for (int i = 0; i < COORDS; ++i)
                    worst =
                        fmax(worst, fabs((double)supple_body_coords(b)[i] -
                                         m.draft_parts[0].posed_or_null->rests[t * COORDS + i]));
            }
            CHECK(worst < 6e-6);
            supple_body_destroy(b);
            asset_maker_close(&m);
        }
}

TEST(between_them_it_is_interpolated_as_between_turns_of_a_joint) {
    asset_maker m = make(turned, NULL, 3), n = make(told, "tension", 3);
    CHECK(asset_maker_write(&m) && asset_maker_write(&n));
    supple_body *b = body_of(&m), *c = body_of(&n);
    stand(&n, c, 0.0);
    double worst = 0.0, apart = 0.0;
    for (double x = -0.5; x < 2.8; x += 0.05) {
        float one[TARGETS], two[TARGETS];
        stand(&m, b, x);
        CHECK(supple_body_set_input(c, 0, (float)x));
        stand(&n, c, 0.0);
        supple_body_weights(b, 0, one);
        supple_body_weights(c, 0, two);
        for (int t = 0; t < TARGETS; ++t)
            worst = fmax(worst, fabs((double)one[t] - two[t]));
        for (int i = 0; i < COORDS; ++i)
            apart = fmax(apart, fabs((double)b->q[i] - (double)c->q[i]));
    }
    printf("        weights %.2g apart, coordinates %.2g of 0.06\n", worst, apart);
    CHECK(worst < 2e-5 && apart < 6e-6);
    supple_body_destroy(b);
    supple_body_destroy(c);
    asset_maker_close(&m);
    asset_maker_close(&n);
}

// Stepped, not placed: it swings there and stays.
TEST(an_input_that_changes_moves_the_body_to_its_shape) {
    asset_maker m = make(told, "smile", 3);
    CHECK(asset_maker_write(&m));
    supple_body* b = body_of(&m);
    stand(&m, b, 0.0);
    for (int k = 0; k < 600 && !supple_body_asleep(b); ++k)
        supple_body_step(b, DT);
    CHECK(supple_body_asleep(b));
    CHECK(supple_body_set_input(b, 0, 0.0f) && supple_body_asleep(b)); // no news
    CHECK(supple_body_set_input(b, 0, 1.4f) && !supple_body_asleep(b));
    for (int k = 0; k < 6000 && !supple_body_asleep(b); ++k)
        supple_body_step(b, DT);
    CHECK(supple_body_asleep(b));
    for (int i = 0; i < COORDS; ++i)
        CHECK(fabs((double)b->q[i] - 0.04 / (i + 1)) < 2e-3 * 0.04);
    supple_body_destroy(b);
    asset_maker_close(&m);
}

TEST(a_restored_state_has_its_inputs) {
    asset_maker m = make(both, "smile", 3);
    CHECK(asset_maker_write(&m));
    supple_body* b = body_of(&m);
    size_t size = supple_body_state_size(b);
    void *saved = malloc(size), *one = malloc(size), *two = malloc(size);
    stand(&m, b, 0.3);
    supple_body_set_input(b, 0, 0.4f);
    for (int k = 0; k < 5; ++k)
        supple_body_step(b, DT);
    supple_body_save(b, saved);
    for (int k = 0; k < 20; ++k)
        supple_body_step(b, DT);
    supple_body_save(b, one);
    supple_body_set_input(b, 0, 0.9f);
    supple_body_step(b, DT);
    CHECK(supple_body_restore(b, saved, size) && supple_body_input(b, 0) == 0.4f);
    for (int k = 0; k < 20; ++k)
        supple_body_step(b, DT);
    supple_body_save(b, two);
    CHECK(memcmp(one, two, size) == 0);
    free(saved);
    free(one);
    free(two);
    supple_body_destroy(b);
    asset_maker_close(&m);
}

// Two parts, an input each and a name in common: each sees its own.
TEST(parts_share_inputs_by_name_and_know_nothing_of_others) {
    asset_maker m = asset_maker_new((asset_maker_options){.part_count = 3, .coord_count = COORDS});
    static const char* names[3] = {"smile", "frown", "smile"};
    for (int p = 0; p < 3; ++p)
        posed_maker_add(
            &m, p,
            (posed_maker_options){
                .degree = 1, .target_count = TARGETS, .targets = told, .input_or_null = names[p]});
    CHECK(asset_maker_write(&m));
    CHECK(supple_asset_input_count(&m.asset) == 2);
    CHECK(strcmp(supple_asset_input_name(&m.asset, 1), "frown") == 0);
    CHECK(supple_asset_input_name(&m.asset, 2)[0] == 0 &&
          supple_asset_input_name(&m.asset, -1)[0] == 0);
    supple_body* b = body_of(&m);
    CHECK(supple_body_set_input(b, 0, 0.7f) && supple_body_set_input(b, 1, 2.1f));
    stand(&m, b, 0.0);
    static const int wanted[3] = {1, 3, 1};
    for (int p = 0; p < 3; ++p) {
        float weights[TARGETS];
        supple_body_weights(b, p, weights);
        CHECK(weights[wanted[p]] > 1.0f - 2e-5f);
    }
    supple_body_destroy(b);
    asset_maker_close(&m);
}

TEST(what_is_no_input_is_refused_and_counted) {
    asset_maker m = make(told, "smile", 1), n = make(turned, NULL, 1);
    CHECK(asset_maker_write(&m) && asset_maker_write(&n));
    supple_body *b = body_of(&m), *c = body_of(&n);
    CHECK(!supple_body_set_input(b, 1, 0.5f) && !supple_body_set_input(b, -1, 0.5f));
    CHECK(!supple_body_set_input(b, 0, NAN) && !supple_body_set_input(b, 0, INFINITY));
    CHECK(supple_body_stats(b).rejected == 4 && supple_body_input(b, 0) == 0.0f);
    CHECK(supple_body_set_input(b, 0, 1e9f)); // as at infinity
    stand(&m, b, 0.0);
    float weights[TARGETS], sum = 0.0f;
    supple_body_weights(b, 0, weights);
    for (int t = 0; t < TARGETS; ++t)
        sum += weights[t];
    CHECK(fabsf(sum - 1.0f) < 1e-5f);
    CHECK(supple_asset_input_count(&n.asset) == 0 && !supple_body_set_input(c, 0, 0.5f));
    supple_body_destroy(b);
    supple_body_destroy(c);
    asset_maker_close(&m);
    asset_maker_close(&n);
}

// ---- the golden asset ------------------------------------------------------------------

static asset_maker golden_new(void) {
    asset_maker m = asset_maker_new((asset_maker_options){
        .rings = 6, .sides = 6, .coords = {4, 3, 5}, .mass = 2.0, .no_bends = true});
    static const char* names[3] = {"smile", NULL, "tension"};
    for (int p = 0; p < 3; p += 2)
        posed_maker_add(&m, p,
                        (posed_maker_options){.degree = 1,
                                              .target_count = TARGETS,
                                              .targets = both,
                                              .alpha = 0.5,
                                              .beta = 0.003,
                                              .input_or_null = names[p]});
    return m;
}

// To renew it, before the first release only:
//   SUPPLE_GOLDEN_INPUTS_OUT=test/golden/inputs.supple build/test/test_input
TEST(the_golden_asset_with_inputs_is_written_again_bit_for_bit) {
    asset_maker m = golden_new();
    CHECK(asset_maker_write(&m));
    const char* out = getenv("SUPPLE_GOLDEN_INPUTS_OUT");
    if (out != NULL)
        CHECK(file_write(out, m.out.file.data, m.out.file.size, &m.r));
    size_t size;
    uint8_t* golden = asset_load(TEST_SOURCE_FOLDER "/test/golden/inputs.supple", &size);
    CHECK(golden != NULL && size == m.out.file.size && size < 40000);
    CHECK(memcmp(golden, m.out.file.data, size) == 0);
    CHECK(asset_try(golden, size) == SUPPLE_OK);
    free(golden);
    int refused = 0, played = 0;
    asset_damage(m.out.file.data, m.out.file.size, FORMAT_POSE_INPUTS, &refused, &played);
    CHECK(refused > 10 && played > 10);
    asset_maker_close(&m);
}

TEST_MAIN(CASE(at_a_targets_input_the_body_rests_in_its_shape),
          CASE(between_them_it_is_interpolated_as_between_turns_of_a_joint),
          CASE(an_input_that_changes_moves_the_body_to_its_shape),
          CASE(a_restored_state_has_its_inputs),
          CASE(parts_share_inputs_by_name_and_know_nothing_of_others),
          CASE(what_is_no_input_is_refused_and_counted),
          CASE(the_golden_asset_with_inputs_is_written_again_bit_for_bit))
