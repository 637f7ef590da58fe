// A hundred thousand steps of posed flesh in any pose, poked, at any frame rate: finite, bounded, and
// at rest in the end.
// SPDX-License-Identifier: MIT
#include "test/kit/check.h"

#include "test/kit/posed_maker.h"

enum { STEPS = 100000, COORDS = 8 };

static const posed_maker_target targets[] = {
    {.stiffness = 1.0},
    {.stiffness = 100.0, .turn = 1.0, .bulge = 0.05},
    {.stiffness = 0.3, .turn = -1.0, .lift = 0.1, .bulge = -0.04},
    {.stiffness = 4.0, .turn = 2.8, .lift = -0.1, .bulge = 0.06},
};

// The pose wanders, jumps, and now and then is none that a skeleton has.
static void wander(const asset_maker* m, int step, uint64_t* seed, double* turn, double* lift,
                   supple_matrix* palette) {
    double kind = posed_maker_random(seed);
    *turn += 0.05 * posed_maker_random(seed);
    *lift += 0.01 * posed_maker_random(seed);
    if (step % 500 == 0) {
        *turn = 3.1 * kind;
        *lift = step % 1500 == 0 ? 50.0 * kind : 0.2 * kind;
    }
    posed_maker_palette(m, *turn, *lift, palette);
    if (step % 997 == 0)
        for (int i = 0; i < 12; ++i)
            palette[1].m[i] *= (float)(1.0 + posed_maker_random(seed));
    if (step % 4999 == 0)
        memset(&palette[2], 0, sizeof palette[2]);
}

static void soak(int32_t degree) {
    asset_maker m = asset_maker_new(
        (asset_maker_options){.part_count = 1, .coord_count = COORDS, .rings = 6, .sides = 6});
    posed_maker_add(&m, 0,
                    (posed_maker_options){.degree = degree,
                                          .target_count = 4,
                                          .targets = targets,
                                          .alpha = 0.5,
                                          .beta = 0.001,
                                          .bend = 5.0,
                                          .coupled = true});
    CHECK(asset_maker_write(&m));
    supple_body* b = supple_body_create(&m.asset, NULL, NULL);
    supple_matrix palette[3];
    uint64_t seed = 99;
    double turn = 0.0, lift = 0.0, far = 0.0, mean = 0.0;
    for (int step = 0; step < STEPS; ++step) {
        static const float rates[5] = {30.0f, 60.0f, 90.0f, 144.0f, 240.0f};
        wander(&m, step, &seed, &turn, &lift, palette);
        supple_body_drive(b, palette);
        if (step % 60 == 0) {
            uint32_t v = (uint32_t)(step / 60 % m.asset.vertex_count);
            float hard = step % 3000 == 0 ? 1e4f : 2.0f;
            supple_vec3 push = {hard * (float)posed_maker_random(&seed),
                                hard * (float)posed_maker_random(&seed),
                                hard * (float)posed_maker_random(&seed)};
            supple_body_impulse(b, (supple_point){{v, 0, 0}, {1.0f, 0.0f, 0.0f}}, push);
        }
        supple_body_step(b, 1.0f / rates[step / 200 % 5]);
        float rows[COORDS][4];
        double q = 0.0;
        supple_body_upload(b, rows);
        for (int i = 0; i < COORDS; ++i) {
            CHECK(isfinite(supple_body_coords(b)[i]) && isfinite(rows[i][0]));
            q = fmax(q, fabs((double)supple_body_coords(b)[i]));
        }
        far = fmax(far, q);
        mean += q / STEPS;
    }
    int rest = 0;
    for (; rest < 6000 && !supple_body_asleep(b); ++rest)
        supple_body_step(b, 1.0f / 60.0f);
    printf("degree %d: farthest %.3g, mean %.3g sqrt(kg) m; asleep after %.1f s\n", degree, far,
           mean, rest / 60.0);
    CHECK(supple_body_asleep(b));
    CHECK(far < 1000.0 && mean < 1.0);
    supple_body_destroy(b);
    asset_maker_close(&m);
}

TEST(a_linear_body_survives_any_pose_and_comes_to_rest) {
    soak(1);
}

TEST(a_body_that_is_not_linear_survives_any_pose_and_comes_to_rest) {
    soak(3);
}

TEST_MAIN(CASE(a_linear_body_survives_any_pose_and_comes_to_rest),
          CASE(a_body_that_is_not_linear_survives_any_pose_and_comes_to_rest))
