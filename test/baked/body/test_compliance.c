// Springs about the sculpted shapes, and how far a newton moves a vertex.
// SPDX-License-Identifier: MIT
#include "test/kit/check.h"

#include "runtime/body/body.h"
#include "test/kit/posed_maker.h"

static const posed_maker_target bent[] = {
    {.stiffness = 1.0},
    {.stiffness = 4.0, .turn = 1.4, .bulge = 0.04},
};

enum { COORDS = 6 };

static asset_maker bar_new(int32_t degree) {
    asset_maker m = asset_maker_new((asset_maker_options){.part_count = 1, .coord_count = COORDS});
    if (degree > 0)
        posed_maker_add(&m, 0,
                        (posed_maker_options){.degree = degree,
                                              .target_count = 2,
                                              .targets = bent,
                                              .coupled = true,
                                              .alpha = 30.0});
    return m;
}

static supple_body* body_new(const asset_maker* m, bool linear) {
    supple_body_options o = supple_body_options_default(&m->asset);
    o.gravity = o.sag = (supple_vec3){0.0f, 0.0f, 0.0f};
    o.linear = linear;
    return supple_body_create(&m->asset, &o, NULL);
}

// How far a lasting force moves a vertex from where it was, metres.
static double pushed(const asset_maker* m, supple_body* b, uint32_t v, int axis, float newtons) {
    supple_point at = {{v, v, v}, {1.0f, 0.0f, 0.0f}};
    supple_vec3 from = supple_body_position(b, at), force = {0};
    float* parts[] = {&force.x, &force.y, &force.z};
    *parts[axis] = newtons;
    for (int i = 0; i < 900; ++i) {
        supple_body_force(b, at, force);
        supple_body_step(b, 1.0f / 60.0f);
    }
    supple_vec3 to = supple_body_position(b, at);
    double displacement[] = {(double)to.x - from.x, (double)to.y - from.y, (double)to.z - from.z};
    return displacement[axis] * (double)supple_body_options_default(&m->asset).world_metres;
}

TEST(compliance_is_how_far_a_newton_moves_a_vertex) {
    for (int32_t degree = 0; degree <= 3; degree += degree > 0 ? 2 : 1) {
        asset_maker m = bar_new(degree);
        for (int i = 0; i < COORDS && degree == 0; ++i)
            m.parts[0].decay[i] = 5.0;
        CHECK(asset_maker_write(&m));
        float* give = calloc((size_t)m.asset.vertex_count, sizeof *give);
        uint32_t v = (uint32_t)m.asset.vertex_count / 2;
        double sum = 0.0;
        const float newtons = 1.0f; // small motion, also of what stiffens
        for (int axis = 0; axis < 3; ++axis) {
            supple_body* b = body_new(&m, false);
            supple_matrix palette[3];
            posed_maker_palette(&m, degree > 0 ? bent[1].turn : 0.0, 0.0, palette);
            supple_body_place(b, palette);
            supple_body_compliance(b, give);
            sum += pushed(&m, b, v, axis, newtons) / (double)newtons / 3.0;
            supple_body_destroy(b);
        }
        printf("degree %d: %.4g m/N by the formula, %.4g pushed\n", degree, (double)give[v], sum);
        CHECK(give[v] > 0.0f);
        CHECK_NEAR((double)give[v], sum, 0.01 * sum);
        free(give);
        asset_maker_close(&m);
    }
}

// In a target's pose both rest in its shape; a small push moves both alike, a large one does not.
TEST(springs_about_a_sculpted_shape_are_the_flesh_for_small_motion) {
    double far[2][2]; // [small, large][full, linear]
    for (int linear = 0; linear < 2; ++linear)
        for (int large = 0; large < 2; ++large) {
            asset_maker m = bar_new(3);
            CHECK(asset_maker_write(&m));
            supple_body* b = body_new(&m, linear == 1);
            supple_matrix palette[3];
            posed_maker_palette(&m, bent[1].turn, 0.0, palette);
            supple_body_place(b, palette);
            for (int i = 0; i < COORDS; ++i)
                CHECK_NEAR((double)supple_body_coords(b)[i],
                           m.draft_parts[0].posed_or_null->rests[COORDS + i], 1e-5);
            far[large][linear] =
                pushed(&m, b, (uint32_t)m.asset.vertex_count / 2, 0, large == 1 ? 300.0f : 3.0f);
            supple_body_destroy(b);
            asset_maker_close(&m);
        }
    printf("small: %.4g and %.4g m, large: %.4g and %.4g m\n", far[0][0], far[0][1], far[1][0],
           far[1][1]);
    CHECK_NEAR(far[0][1], far[0][0], 0.01 * fabs(far[0][0]));
    CHECK(fabs(far[1][1] - far[1][0]) > 0.02 * fabs(far[1][0]));
}

TEST_MAIN(CASE(compliance_is_how_far_a_newton_moves_a_vertex),
          CASE(springs_about_a_sculpted_shape_are_the_flesh_for_small_motion))
