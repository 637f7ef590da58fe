// Weights of targets from a palette: at targets, between them, far from them and past half a
// turn.
// SPDX-License-Identifier: MIT
#include "test/kit/check.h"

#include "runtime/asset/asset.h"
#include "runtime/model/pose_weights.h"
#include "test/kit/posed_maker.h"

static const posed_maker_target bends[] = {
    {.stiffness = 1.0},
    {.stiffness = 2.0, .turn = 1.0, .bulge = 0.1},
    {.stiffness = 4.0, .turn = 2.6, .bulge = 0.2},
    {.stiffness = 4.0, .turn = 1.0, .lift = 0.3},
};

static asset_maker bar_new(int32_t target_count) {
    asset_maker m = asset_maker_new((asset_maker_options){.part_count = 1});
    posed_maker_add(
        &m, 0, (posed_maker_options){.degree = 1, .target_count = target_count, .targets = bends});
    return m;
}

static void weights_at(const asset_maker* m, const supple_matrix* palette, float* weights) {
    asset_posed part = posed_asset_at(&m->asset, 0);
    float rows[8][12];
    for (int32_t b = 0; b < m->asset.bone_count; ++b)
        for (int k = 0; k < 12; ++k)
            rows[b][k] = palette[b].m[4 * (k % 4) + k / 4];
    pose_weights_find(&part, asset_sections_of(&m->asset).bones, (const float(*)[12])rows, NULL,
                      weights);
}

// The same palette elsewhere: turned, moved and ten times as large.
static void carry(supple_matrix* palette, int32_t count) {
    for (int32_t b = 0; b < count; ++b) {
        supple_matrix old = palette[b];
        for (int column = 0; column < 4; ++column) {
            const float* x = old.m + 4 * column;
            float* y = palette[b].m + 4 * column;
            y[0] = 10.0f * x[2] + (column == 3 ? 70.0f : 0.0f);
            y[1] = 10.0f * x[0] - (column == 3 ? 9.0f : 0.0f);
            y[2] = 10.0f * x[1];
        }
    }
}

TEST(a_target_has_all_weight_at_its_own_pose_wherever_the_body_stands) {
    asset_maker m = bar_new(4);
    CHECK(asset_maker_write(&m));
    for (int t = 0; t < 4; ++t)
        for (int carried = 0; carried < 2; ++carried) {
            supple_matrix palette[3];
            float weights[4];
            posed_maker_palette(&m, bends[t].turn, bends[t].lift, palette);
            if (carried)
                carry(palette, 3);
            weights_at(&m, palette, weights);
            for (int i = 0; i < 4; ++i)
                CHECK_NEAR((double)weights[i], i == t, 2e-5);
        }
    asset_maker_close(&m);
}

TEST(two_targets_share_linearly_between_their_poses_and_keep_what_they_have_beyond) {
    asset_maker m = bar_new(2);
    CHECK(asset_maker_write(&m));
    for (double turn = -1.0; turn < 2.5; turn += 0.125) {
        supple_matrix palette[3];
        float weights[2];
        posed_maker_palette(&m, turn, 0.0, palette);
        weights_at(&m, palette, weights);
        CHECK_NEAR((double)weights[1], turn < 0.0 ? 0.0 : turn > 1.0 ? 1.0 : turn, 1e-6);
        CHECK_NEAR((double)(weights[0] + weights[1]), 1.0, 1e-6);
    }
    asset_maker_close(&m);
}

// A knee sculpted up to 149 degrees may be bent to 200: a plain logarithm would jump at 180.
TEST(past_half_a_turn_weights_go_on_smoothly) {
    asset_maker m = bar_new(3);
    CHECK(asset_maker_write(&m));
    float before[3] = {0}, weights[3];
    for (double turn = 2.6; turn < 3.6; turn += 0.01) {
        supple_matrix palette[3];
        posed_maker_palette(&m, turn, 0.0, palette);
        weights_at(&m, palette, weights);
        for (int i = 0; i < 3 && turn > 2.601; ++i)
            CHECK_NEAR((double)weights[i], (double)before[i], 0.01);
        memcpy(before, weights, sizeof before);
    }
    CHECK_NEAR((double)weights[2], 1.0, 1e-5);
    asset_maker_close(&m);
}

// Three at 100 degrees and one at 200, which as a rotation vector of up to half a turn is -160.
TEST(a_target_sculpted_past_half_a_turn_is_where_it_was_sculpted) {
    static const posed_maker_target far[] = {
        {.stiffness = 1.0, .turn = 1.6, .lift = 0.2},
        {.stiffness = 1.0, .turn = 1.7},
        {.stiffness = 1.0, .turn = 1.8},
        {.stiffness = 1.0, .turn = 3.5 - 2.0 * EXACT_PI},
    };
    asset_maker m = asset_maker_new((asset_maker_options){.part_count = 1});
    posed_maker_add(&m, 0, (posed_maker_options){.degree = 1, .target_count = 4, .targets = far});
    CHECK(asset_maker_write(&m));
    for (double turn = 1.8; turn < 3.5; turn += 0.1) { // between two targets, none other has much
        supple_matrix palette[3];
        float weights[4];
        posed_maker_palette(&m, turn, 0.0, palette);
        weights_at(&m, palette, weights);
        CHECK_NEAR((double)weights[3], (turn - 1.8) / 1.7, 0.1);
    }
    asset_maker_close(&m);
}

// Poses (0, 0), (1, 0), (0, 1) of stiffness 100, 1, 1: unguarded it is -22 at (2, 2) (numerics.md C5).
TEST(guarded_weights_are_not_negative_and_interpolate_still) {
    double outside[3] = {-0.23162464159861673, 0.6158123207993086, 0.6158123207993086};
    double at[3] = {1.0, -1e-9, 1e-9};
    CHECK(100.0 * outside[0] + outside[1] + outside[2] < -20.0);
    pose_weights_guard(outside, 3);
    CHECK_NEAR(outside[1], 0.5, 1e-12);
    CHECK(outside[0] == 0.0);
    pose_weights_guard(at, 3);
    CHECK(at[0] == 1.0 && at[1] == 0.0 && at[2] == 0.0);
}

TEST(far_and_broken_poses_have_weights_too) {
    asset_maker m = bar_new(4);
    CHECK(asset_maker_write(&m));
    uint64_t seed = 5;
    for (int k = 0; k < 200; ++k) {
        supple_matrix palette[3] = {0};
        float weights[4], sum = 0.0f, scale = k % 5 == 0 ? 1e15f : k % 5 == 1 ? 1e-12f : 3.0f;
        for (int b = 0; b < 3 && k % 7 != 0; ++b) // and some of nothing but zeros
            for (int i = 0; i < 16; ++i)
                palette[b].m[i] = scale * (float)posed_maker_random(&seed);
        weights_at(&m, palette, weights);
        for (int i = 0; i < 4; ++i) {
            CHECK(weights[i] >= 0.0f && weights[i] <= 1.0f);
            sum += weights[i];
        }
        CHECK_NEAR((double)sum, 1.0, 1e-5);
    }
    asset_maker_close(&m);
}

TEST_MAIN(CASE(a_target_has_all_weight_at_its_own_pose_wherever_the_body_stands),
          CASE(two_targets_share_linearly_between_their_poses_and_keep_what_they_have_beyond),
          CASE(past_half_a_turn_weights_go_on_smoothly),
          CASE(a_target_sculpted_past_half_a_turn_is_where_it_was_sculpted),
          CASE(guarded_weights_are_not_negative_and_interpolate_still),
          CASE(far_and_broken_poses_have_weights_too))
