// Weights of sculpted targets in poses: an independent program's numbers, and what weights must obey.
// SPDX-License-Identifier: MIT
#include "bake/model/pose_space.h"
#include "test/kit/check.h"

enum { MOST = 5 };

typedef struct expected {
    const char* name;
    int32_t count, numbers;
    double smoothing;
    int32_t query_count;
    double poses[MOST][3], queries[MOST][3], weights[MOST][MOST];
} expected;

// Of an independent program.
static const expected known[] = {
    {"m1", 1, 2, 0.0, 2, {{0.3, 0.4}}, {{0.0, 0.0}, {5.0, 5.0}}, {{1.0}, {1.0}}},
    {"m2",
     2,
     2,
     0.0,
     4,
     {{0.0, 0.0}, {2.0, 0.0}},
     {{-1.0, 0.0}, {0.5, 0.0}, {1.0, 3.0}, {4.0, 0.0}},
     {{1.0, 0.0}, {0.75, 0.25}, {0.5, 0.5}, {0.0, 1.0}}},
    {"line4",
     4,
     1,
     0.0,
     5,
     {{0.0}, {1.0}, {3.0}, {4.0}},
     {{-1.0}, {0.5}, {2.0}, {3.5}, {9.0}},
     {{1.0, 0.0, 0.0, 0.0},
      {0.5, 0.5, 0.0, 0.0},
      {0.0, 0.5, 0.5, 0.0},
      {0.0, 0.0, 0.5, 0.5},
      {0.0, 0.0, 0.0, 1.0}}},
    {"triangle_stiff_origin",
     3,
     2,
     0.0,
     5,
     {{0.0, 0.0}, {1.0, 0.0}, {0.0, 1.0}},
     {{0.0, 0.0}, {0.5, 0.5}, {0.8, 0.8}, {2.0, 2.0}, {-1.0, -1.0}},
     {{1.0, 0.0, 0.0},
      {0.22654091966098633, 0.38672954016950684, 0.3867295401695068},
      {-0.010717440357687291, 0.5053587201788436, 0.5053587201788436},
      {-0.23162464159861673, 0.6158123207993086, 0.6158123207993086},
      {0.8622116797574376, 0.06889416012128136, 0.06889416012128136}}},
    {"five_3d",
     5,
     3,
     0.0,
     3,
     {{0.0, 0.0, 0.0}, {1.5, 0.0, 0.2}, {0.0, 1.2, 0.0}, {0.7, 0.8, 1.1}, {-0.4, 0.3, 0.9}},
     {{0.5, 0.5, 0.5}, {0.0, 0.0, 0.0}, {2.0, 2.0, 2.0}},
     {{0.23344282857578313, 0.15704410446210032, 0.15389586525788643, 0.36329819399733815,
       0.09231900770689201},
      {1.0, 0.0, 0.0, 0.0, -0.0},
      {-0.252946655225564, 0.3019149553409301, 0.19657935934443416, 0.7254246982525897,
       0.029027642287610175}}},
    {"five_3d_smoothed",
     5,
     3,
     0.1,
     3,
     {{0.0, 0.0, 0.0}, {1.5, 0.0, 0.2}, {0.0, 1.2, 0.0}, {0.7, 0.8, 1.1}, {-0.4, 0.3, 0.9}},
     {{0.5, 0.5, 0.5}, {0.0, 0.0, 0.0}, {2.0, 2.0, 2.0}},
     {{0.22509609408938785, 0.16372279963782072, 0.1584629598723279, 0.34858093195714435,
       0.10413721444331908},
      {0.9295207566084795, 0.0214304579525925, 0.02130442202190613, -0.004057072451298548,
       0.03180143586832039},
      {-0.2264809608130422, 0.3006963805516261, 0.19445378151388631, 0.6928283985092565,
       0.038502400238272894}}},
    {"duplicate_smoothed",
     4,
     2,
     0.001,
     2,
     {{0.0, 0.0}, {1.0, 0.0}, {1.0, 0.0}, {0.0, 1.0}},
     {{1.0, 0.0}, {0.5, 0.5}},
     {{0.00019319347518616465, 0.4998633516002087, 0.49986335160020867, 8.010332439654516e-05},
      {0.22658997375463819, 0.19338666866130955, 0.19338666866126697, 0.38663668892278524}}},
};

static pose_space make(const double poses[][3], int32_t count, int32_t numbers, double smoothing,
                       arena* a) {
    const double* list[MOST];
    for (int32_t i = 0; i < count; ++i)
        list[i] = poses[i];
    return pose_space_make(list, count, numbers, 0, smoothing, a);
}

TEST(weights_are_those_of_an_independent_program) {
    arena* a = arena_create();
    for (size_t c = 0; c < sizeof known / sizeof *known; ++c) {
        const expected* e = &known[c];
        pose_space s = make(e->poses, e->count, e->numbers, e->smoothing, a);
        for (int32_t q = 0; q < e->query_count; ++q) {
            double weights[MOST];
            // of twins the oracle has both, smoothed over; here they are one pose
            double tolerance = s.distinct < e->count ? 1e-3 : 1e-12;
            pose_space_weights(&s, e->queries[q], weights);
            for (int32_t i = 0; i < e->count; ++i)
                CHECK_NEAR(weights[i], e->weights[q][i], tolerance);
        }
    }
    arena_destroy(a);
}

TEST(every_target_has_its_own_pose_to_itself) {
    arena* a = arena_create();
    for (size_t c = 0; c < sizeof known / sizeof *known; ++c) {
        const expected* e = &known[c];
        pose_space s = make(e->poses, e->count, e->numbers, 0.0, a);
        for (int32_t i = 0; i < e->count && s.distinct == e->count; ++i) {
            double weights[MOST];
            pose_space_weights(&s, e->poses[i], weights);
            for (int32_t k = 0; k < e->count; ++k)
                CHECK_NEAR(weights[k], i == k, 1e-13);
        }
    }
    arena_destroy(a);
}

TEST(weights_sum_to_one_everywhere_and_stay_bounded_far_away) {
    arena* a = arena_create();
    const expected* e = &known[4];
    pose_space s = make(e->poses, e->count, e->numbers, 0.0, a);
    for (int i = 0; i < 200; ++i) {
        double weights[MOST], sum = 0.0;
        double far = i < 100 ? 1.0 : 1e6;
        const double pose[3] = {far * ((i * 37 % 100) / 50.0 - 1.0),
                                far * ((i * 71 % 100) / 50.0 - 1.0),
                                far * ((i * 13 % 100) / 50.0 - 1.0)};
        pose_space_weights(&s, pose, weights);
        for (int k = 0; k < e->count; ++k) {
            sum += weights[k];
            CHECK(fabs(weights[k]) < 3.0);
        }
        CHECK_NEAR(sum, 1.0, 1e-8);
    }
    arena_destroy(a);
}

TEST(targets_of_one_pose_share_its_weight) {
    static const double poses[5][3] = {
        {0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, {1.0, 0.0005, 0.0}, {0.0, 1.0, 0.0}, {1.0, 0.0, 0.0}};
    static const double apart[3][3] = {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}};
    arena* a = arena_create();
    pose_space s = make(poses, 5, 3, 0.0, a), plain = make(apart, 3, 3, 0.0, a);
    double weights[5], three[3];
    CHECK(s.distinct == 3);
    pose_space_weights(&s, (double[3]){0.3, 0.4, 0.0}, weights);
    pose_space_weights(&plain, (double[3]){0.3, 0.4, 0.0}, three);
    CHECK_NEAR(weights[0], three[0], 1e-3);
    CHECK_NEAR(weights[3], three[2], 1e-3);
    for (int i = 1; i < 5; ++i)
        CHECK_NEAR(weights[i], i == 3 ? weights[3] : weights[1], 1e-15);
    CHECK_NEAR(3.0 * weights[1], three[1], 1e-3);
    arena_destroy(a);
}

TEST(one_target_and_targets_that_no_joint_tells_apart_are_always_there) {
    arena* a = arena_create();
    static const double poses[3][3] = {{0.4, 0.0, 0.0}, {0.4, 0.0, 0.0}, {0.4, 0.0, 0.0}};
    double weights[3];
    pose_space one = make(poses, 1, 3, 0.0, a), none = make(poses, 2, 0, 0.0, a),
               alike = make(poses, 3, 3, 0.0, a);
    CHECK(one.dimension == 0 && none.dimension == 0 && alike.dimension == 0);
    pose_space_weights(&one, (double[3]){9.0, -2.0, 1.0}, weights);
    CHECK_NEAR(weights[0], 1.0, 1e-15);
    pose_space_weights(&none, poses[0], weights);
    CHECK_NEAR(weights[0], 0.5, 1e-15);
    pose_space_weights(&alike, poses[0], weights);
    CHECK_NEAR(weights[2], 1.0 / 3.0, 1e-15);
    arena_destroy(a);
}

TEST(distances_between_targets_are_kept) {
    arena* a = arena_create();
    const expected* e = &known[4];
    pose_space s = make(e->poses, e->count, e->numbers, 0.0, a);
    for (int32_t i = 0; i < e->count; ++i)
        for (int32_t k = 0; k < i; ++k) {
            double given = 0.0, kept = 0.0;
            for (int32_t x = 0; x < e->numbers; ++x)
                given += (e->poses[i][x] - e->poses[k][x]) * (e->poses[i][x] - e->poses[k][x]);
            for (int32_t x = 0; x < s.dimension; ++x) {
                double d = s.centres[i * s.dimension + x] - s.centres[k * s.dimension + x];
                kept += d * d;
            }
            CHECK_NEAR(kept, given, 1e-13);
        }
    arena_destroy(a);
}

TEST_MAIN(CASE(weights_are_those_of_an_independent_program),
          CASE(every_target_has_its_own_pose_to_itself),
          CASE(weights_sum_to_one_everywhere_and_stay_bounded_far_away),
          CASE(targets_of_one_pose_share_its_weight),
          CASE(one_target_and_targets_that_no_joint_tells_apart_are_always_there),
          CASE(distances_between_targets_are_kept))
