// Bodies with posed parts: where they rest, how they swing, what they share with other parts.
// SPDX-License-Identifier: MIT
#include "test/kit/check.h"

#include "runtime/body/body.h"
#include "test/kit/posed_maker.h"

static const posed_maker_target plain[] = {{.stiffness = 1.0}};
static const posed_maker_target elbow[] = {
    {.stiffness = 1.0},
    {.stiffness = 1.5, .turn = 0.7, .bulge = 0.02},
    {.stiffness = 2.0, .turn = 1.4, .bulge = 0.04},
    {.stiffness = 8.0, .turn = 2.1, .bulge = 0.06},
};

enum { COORDS = 6 };

// A bar of one part with COORDS coordinates, posed where target_count is above 0.
static asset_maker bar_new(posed_maker_options o) {
    asset_maker m = asset_maker_new((asset_maker_options){.part_count = 1, .coord_count = COORDS});
    if (o.target_count > 0)
        posed_maker_add(&m, 0, o);
    return m;
}

static supple_body* body_new(const asset_maker* m, bool gravity) {
    supple_body_options o = supple_body_options_default(&m->asset);
    if (!gravity)
        o.gravity = o.sag = (supple_vec3){0.0f, 0.0f, 0.0f};
    return supple_body_create(&m->asset, &o, NULL);
}

// Some vertex of the middle of the bar.
static supple_point middle(const supple_asset* a) {
    return (supple_point){{0, 0, (uint32_t)(a->vertex_count / 2)}, {0.0f, 0.0f, 1.0f}};
}

TEST(at_a_targets_pose_the_body_rests_in_the_sculpted_shape) {
    for (int32_t degree = 1; degree <= 3; degree += 2) {
        asset_maker m = bar_new((posed_maker_options){
            .degree = degree, .target_count = 4, .targets = elbow, .coupled = true});
        CHECK(asset_maker_write(&m));
        supple_body* b = body_new(&m, false);
        supple_matrix palette[3];
        double worst = 0.0;
        for (int t = 0; t < 4; ++t) {
            posed_maker_palette(&m, elbow[t].turn, 0.0, palette);
            supple_body_place(b, palette);
            for (int i = 0; i < COORDS; ++i)
                worst = fmax(worst, fabs((double)supple_body_coords(b)[i] -
                                         m.draft_parts[0].posed_or_null->rests[t * COORDS + i]));
        }
        printf("degree %d: off by %.1e of 0.06\n", degree, worst);
        CHECK(worst < 6e-6);
        supple_body_destroy(b);
        asset_maker_close(&m);
    }
}

// What is shown is the sculpted shape, also where it goes farther than the limit of the flesh's motion.
TEST(a_limit_counts_from_the_sculpted_shape) {
    asset_maker m = bar_new(
        (posed_maker_options){.degree = 3, .target_count = 4, .targets = elbow, .alpha = 1.0});
    m.draft_parts[0].limit = 0.01f;
    CHECK(asset_maker_write(&m));
    supple_body* b = body_new(&m, false);
    supple_matrix palette[3];
    posed_maker_palette(&m, elbow[3].turn, 0.0, palette);
    supple_body_place(b, palette);
    float rows[COORDS][4];
    for (int frame = 0; frame < 60; ++frame) {
        supple_body_upload(b, rows);
        for (int i = 0; i < COORDS && frame == 0; ++i)
            CHECK_NEAR((double)rows[i][0] / m.asset.metres,
                       m.draft_parts[0].posed_or_null->rests[3 * COORDS + i] *
                           (double)asset_sections_of(&m.asset).coords[i].shape_scale,
                       1e-3 * (double)fabsf(rows[0][0]));
        if (frame == 10)
            supple_body_impulse(b, middle(&m.asset), (supple_vec3){9.0f, 0.0f, 9.0f});
        supple_body_step(b, 1.0f / 60.0f);
    }
    CHECK(supple_body_stats(b).limited > 0);
    for (int32_t v = 0; v < m.asset.vertex_count; ++v) {
        supple_point at = {{(uint32_t)v, 0, 0}, {1.0f, 0.0f, 0.0f}};
        supple_vec3 x = supple_body_position(b, at);
        CHECK(isfinite(x.x) && isfinite(x.y) && isfinite(x.z));
    }
    supple_body_destroy(b);
    asset_maker_close(&m);
}

// The worst difference of two bodies over half a second after the same push, over the farthest they go.
static double apart(supple_body* a, supple_body* b, supple_point at, float dt) {
    double worst = 0.0, far = 0.0;
    for (float t = 0.0f; t < 0.5f; t += dt) {
        if (t == 0.0f) {
            supple_body_impulse(a, at, (supple_vec3){0.02f, 0.01f, -0.01f});
            supple_body_impulse(b, at, (supple_vec3){0.02f, 0.01f, -0.01f});
        }
        supple_body_step(a, dt);
        supple_body_step(b, dt);
        for (int i = 0; i < COORDS; ++i) {
            double x = (double)supple_body_coords(a)[i], y = (double)supple_body_coords(b)[i];
            far = fmax(far, fabs(x));
            worst = fmax(worst, fabs(x - y));
        }
    }
    return worst / far;
}

TEST(one_linear_target_swings_as_its_modes_do) {
    asset_maker modal = bar_new((posed_maker_options){0}),
                posed = bar_new((posed_maker_options){
                    .degree = 1, .target_count = 1, .targets = plain, .alpha = 0.8, .beta = 0.002});
    for (int i = 0; i < COORDS; ++i)
        modal.parts[0].decay[i] = posed.parts[0].decay[i] =
            0.5 * (0.8 + 0.002 * modal.parts[0].lambda[i]);
    CHECK(asset_maker_write(&modal) && asset_maker_write(&posed));
    supple_body *a = body_new(&modal, true), *b = body_new(&posed, true);
    double far = apart(a, b, middle(&modal.asset), 1.0f / 60.0f);
    printf("apart by %.1e\n", far);
    CHECK(far < 1e-5);
    supple_body_destroy(a);
    supple_body_destroy(b);
    asset_maker_close(&modal);
    asset_maker_close(&posed);
}

// St. Venant and Kirchhoff's flesh, swinging by a thousandth of its size, is linear; Newmark's rule for it
// is of second order in the step.
TEST(small_motion_approaches_the_modes_with_the_square_of_the_step) {
    double far[3];
    for (int k = 0; k < 3; ++k) {
        asset_maker modal = bar_new((posed_maker_options){0}),
                    posed = bar_new((posed_maker_options){
                        .degree = 3, .target_count = 1, .targets = plain, .bend = 0.01});
        for (int i = 0; i < COORDS; ++i)
            modal.parts[0].decay[i] = posed.parts[0].decay[i] = 0.0;
        CHECK(asset_maker_write(&modal) && asset_maker_write(&posed));
        supple_body *a = body_new(&modal, false), *b = body_new(&posed, false);
        far[k] = apart(a, b, middle(&modal.asset), 1.0f / (60.0f * (float)(1 << k)));
        supple_body_destroy(a);
        supple_body_destroy(b);
        asset_maker_close(&modal);
        asset_maker_close(&posed);
    }
    printf("at 60, 120 and 240 frames a second: %.1e, %.1e, %.1e\n", far[0], far[1], far[2]);
    CHECK(far[1] < 0.35 * far[0] && far[2] < 0.35 * far[1] && far[2] < 0.01);
}

// Linear flesh whose pose stands is exact at any step, coupled or not: the same at 15 and at 240 Hz.
TEST(linear_flesh_in_a_standing_pose_is_exact_for_any_step) {
    asset_maker m = bar_new((posed_maker_options){
        .degree = 1, .target_count = 4, .targets = elbow, .alpha = 0.5, .coupled = true});
    CHECK(asset_maker_write(&m));
    supple_matrix palette[3];
    posed_maker_palette(&m, 0.5, 0.0, palette);
    float q[2][COORDS];
    for (int k = 0; k < 2; ++k) {
        supple_body* b = body_new(&m, true);
        supple_body_place(b, palette);
        for (int i = 0; i < 4; ++i) // until the pose stands
            supple_body_step(b, 1.0f / 60.0f);
        supple_body_impulse(b, middle(&m.asset), (supple_vec3){0.5f, 0.2f, -0.3f});
        for (int i = 0; i < (k == 0 ? 15 : 240); ++i)
            supple_body_step(b, k == 0 ? 1.0f / 15.0f : 1.0f / 240.0f);
        memcpy(q[k], supple_body_coords(b), sizeof q[k]);
        CHECK(supple_body_stats(b).substeps == 1);
        supple_body_destroy(b);
    }
    for (int i = 0; i < COORDS; ++i)
        CHECK_NEAR((double)q[0][i], (double)q[1][i], 1e-5);
    asset_maker_close(&m);
}

// Figure 2 of the paper: bent, the same force dents a bulged muscle less when it was sculpted stiffer.
TEST(a_stiff_target_dents_less_than_a_soft_one) {
    double dent[2];
    for (int stiff = 0; stiff < 2; ++stiff) {
        posed_maker_target targets[4];
        memcpy(targets, elbow, sizeof targets);
        for (int t = 0; t < 4; ++t)
            targets[t].stiffness = stiff ? 1.0 + 3.0 * t : 1.0;
        asset_maker m = bar_new((posed_maker_options){
            .degree = 3, .target_count = 4, .targets = targets, .alpha = 4.0, .beta = 0.01});
        CHECK(asset_maker_write(&m));
        supple_body* b = body_new(&m, false);
        supple_matrix palette[3];
        for (int bent = 0; bent < 2; ++bent) {
            posed_maker_palette(&m, bent ? 2.1 : 0.0, 0.0, palette);
            supple_body_place(b, palette);
            supple_vec3 before = supple_body_position(b, middle(&m.asset)), after;
            for (int i = 0; i < 300; ++i) {
                supple_body_force(b, middle(&m.asset), (supple_vec3){0.0f, 0.0f, -3.0f});
                supple_body_step(b, 1.0f / 60.0f);
            }
            after = supple_body_position(b, middle(&m.asset));
            double depth = hypot(hypot((double)(after.x - before.x), (double)(after.y - before.y)),
                                 (double)(after.z - before.z));
            printf("%s, %s: %.2f mm\n", stiff ? "stiffening" : "soft", bent ? "bent" : "straight",
                   1000.0 * depth);
            CHECK(depth > 1e-4);
            if (bent)
                dent[stiff] = depth;
        }
        supple_body_destroy(b);
        asset_maker_close(&m);
    }
    CHECK(dent[1] < 0.3 * dent[0]);
}

TEST(a_pose_moves_the_flesh_from_one_sculpted_shape_to_the_next_and_it_falls_asleep) {
    asset_maker m = bar_new((posed_maker_options){
        .degree = 3, .target_count = 4, .targets = elbow, .alpha = 2.0, .beta = 0.01});
    CHECK(asset_maker_write(&m));
    supple_body* b = body_new(&m, true);
    supple_matrix palette[3];
    float weights[4], sum;
    for (int frame = 0; frame < 600 && !supple_body_asleep(b); ++frame) {
        double turn = frame < 90 ? 2.1 * frame / 90.0 : 2.1;
        posed_maker_palette(&m, turn, 0.0, palette);
        supple_body_drive(b, palette);
        supple_body_step(b, 1.0f / 60.0f);
        supple_body_weights(b, 0, weights);
        sum = weights[0] + weights[1] + weights[2] + weights[3];
        CHECK_NEAR((double)sum, 1.0, 1e-5);
        CHECK(frame >= 90 || weights[3] < 1.0f);
        CHECK(supple_body_stats(b).substeps == 4 || supple_body_asleep(b));
    }
    CHECK(supple_body_asleep(b));
    CHECK_NEAR((double)weights[3], 1.0, 1e-4);
    // it sleeps where placing would have put it
    float q[COORDS];
    memcpy(q, supple_body_coords(b), sizeof q);
    supple_body_place(b, palette);
    for (int i = 0; i < COORDS; ++i)
        CHECK_NEAR((double)q[i], (double)supple_body_coords(b)[i], 1e-4);
    supple_body_destroy(b);
    asset_maker_close(&m);
}

TEST(a_restored_body_goes_on_bit_by_bit) {
    for (int32_t degree = 1; degree <= 3; degree += 2) {
        asset_maker m = bar_new((posed_maker_options){
            .degree = degree, .target_count = 4, .targets = elbow, .alpha = 0.5, .coupled = true});
        CHECK(asset_maker_write(&m));
        supple_body *a = body_new(&m, true), *b = body_new(&m, true);
        size_t size = supple_body_state_size(a);
        void* state = malloc(size);
        supple_matrix palette[3];
        for (int frame = 0; frame < 120; ++frame) {
            posed_maker_palette(&m, frame < 60 ? 0.02 * frame : 1.2, 0.0, palette);
            supple_body_drive(a, palette);
            if (frame % 20 == 7)
                supple_body_impulse(a, middle(&m.asset), (supple_vec3){0.4f, 0.1f, 0.0f});
            supple_body_step(a, 1.0f / 60.0f);
            if (frame % 30 == 13) { // b lags behind in any other state
                supple_body_save(a, state);
                CHECK(supple_body_restore(b, state, size));
                continue;
            }
            if (frame < 14)
                continue;
            supple_body_drive(b, palette);
            if (frame % 20 == 7)
                supple_body_impulse(b, middle(&m.asset), (supple_vec3){0.4f, 0.1f, 0.0f});
            supple_body_step(b, 1.0f / 60.0f);
            CHECK(memcmp(supple_body_coords(a), supple_body_coords(b), COORDS * 4) == 0);
        }
        free(state);
        supple_body_destroy(a);
        supple_body_destroy(b);
        asset_maker_close(&m);
    }
}

TEST(a_pin_holds_posed_flesh) {
    for (int32_t degree = 1; degree <= 3; degree += 2) {
        asset_maker m = bar_new((posed_maker_options){.degree = degree,
                                                      .target_count = 4,
                                                      .targets = elbow,
                                                      .alpha = 1.0,
                                                      .beta = 0.003,
                                                      .coupled = true});
        CHECK(asset_maker_write(&m));
        supple_body* b = body_new(&m, true);
        supple_matrix palette[3];
        posed_maker_palette(&m, 1.0, 0.0, palette);
        supple_body_place(b, palette);
        supple_point at = middle(&m.asset);
        supple_vec3 from = supple_body_position(b, at), to = {from.x, from.y, from.z - 0.01f};
        supple_pin pin = supple_body_pin(b, at, to);
        double off = 0.0;
        for (int frame = 0; frame < 240; ++frame) {
            supple_body_step(b, 1.0f / 60.0f);
            supple_vec3 x = supple_body_position(b, at);
            off = hypot(hypot((double)(x.x - to.x), (double)(x.y - to.y)), (double)(x.z - to.z));
        }
        printf("degree %d: held to %.1e of 0.01 m\n", degree, off);
        CHECK(off < 1e-4);
        supple_body_unpin(b, pin);
        for (int frame = 0; frame < 600; ++frame)
            supple_body_step(b, 1.0f / 60.0f);
        supple_vec3 back = supple_body_position(b, at);
        CHECK_NEAR((double)back.x, (double)from.x, 1e-4);
        CHECK_NEAR((double)back.z, (double)from.z, 1e-4);
        supple_body_destroy(b);
        asset_maker_close(&m);
    }
}

// A ball pushed 12 mm into the side of the bent bar dents it by as much, and the flesh comes back.
TEST(a_ball_of_the_world_dents_posed_flesh) {
    asset_maker m = bar_new((posed_maker_options){
        .degree = 3, .target_count = 4, .targets = elbow, .alpha = 4.0, .beta = 0.01});
    CHECK(asset_maker_write(&m));
    supple_body* b = body_new(&m, false);
    supple_world* w = supple_world_create(NULL, NULL);
    supple_matrix palette[3];
    posed_maker_palette(&m, 0.7, 0.0, palette);
    supple_body_place(b, palette);
    CHECK(supple_world_add_body(w, b));
    supple_point at = {{4 * 8 + 2, 0, 0}, {1.0f, 0.0f, 0.0f}}; // a third up the bar, towards +z
    supple_vec3 from = supple_body_position(b, at), now;
    supple_shape ball = {.kind = SUPPLE_SPHERE, .radius = 0.1f, .friction = -1.0f};
    supple_matrix pose_of_ball = {
        {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, from.x, from.y, from.z + 0.2f, 1}};
    supple_collider collider = supple_world_add_collider(w, &ball, &pose_of_ball);
    for (int frame = 0; frame < 120; ++frame) {
        float in = frame < 60 ? 0.2f - 0.112f * (float)frame / 60.0f : 0.088f;
        pose_of_ball.m[14] = from.z + in;
        supple_world_move_collider(w, collider, &pose_of_ball);
        supple_world_step(w, 1.0f / 60.0f);
    }
    now = supple_body_position(b, at);
    printf("dented by %.1f of 12 mm\n", 1000.0 * (double)(from.z - now.z));
    CHECK(from.z - now.z > 0.008f && from.z - now.z < 0.016f);
    supple_world_remove_collider(w, collider);
    for (int frame = 0; frame < 600; ++frame)
        supple_world_step(w, 1.0f / 60.0f);
    CHECK_NEAR((double)supple_body_position(b, at).z, (double)from.z, 1e-4);
    supple_world_destroy(w);
    supple_body_destroy(b);
    asset_maker_close(&m);
}

TEST(fewer_coordinates_are_a_smaller_model) {
    asset_maker m = bar_new((posed_maker_options){
        .degree = 3, .target_count = 4, .targets = elbow, .alpha = 2.0, .beta = 0.01});
    CHECK(asset_maker_write(&m));
    supple_body* b = body_new(&m, false);
    supple_matrix palette[3];
    posed_maker_palette(&m, 1.4, 0.0, palette);
    supple_body_place(b, palette);
    supple_body_detail(b, 3);
    for (int i = 0; i < 240; ++i)
        supple_body_step(b, 1.0f / 60.0f);
    const float* q = supple_body_coords(b);
    CHECK(q[3] == 0.0f && q[4] == 0.0f && q[5] == 0.0f);
    // where the three alone are in balance
    double x[COORDS] = {(double)q[0], (double)q[1], (double)q[2]}, force[COORDS];
    posed_maker_force(m.draft_parts[0].posed_or_null->polynomials[2], COORDS, 3, x, force, NULL);
    for (int i = 0; i < 3; ++i)
        CHECK_NEAR(force[i], 0.0, 2e-3 * m.parts[0].lambda[i] * 0.04);
    supple_body_detail(b, COORDS);
    for (int i = 0; i < 600; ++i)
        supple_body_step(b, 1.0f / 60.0f);
    for (int i = 0; i < COORDS; ++i)
        CHECK_NEAR((double)supple_body_coords(b)[i],
                   m.draft_parts[0].posed_or_null->rests[2 * COORDS + i], 1e-4);
    supple_body_destroy(b);
    asset_maker_close(&m);
}

TEST(tuning_scales_stiffness_and_leaves_the_sculpted_shape) {
    asset_maker m = bar_new((posed_maker_options){
        .degree = 3, .target_count = 4, .targets = elbow, .alpha = 4.0, .beta = 0.01});
    CHECK(asset_maker_write(&m));
    supple_body* b = body_new(&m, false);
    supple_matrix palette[3];
    posed_maker_palette(&m, 1.4, 0.0, palette);
    double dent[2];
    for (int stiff = 0; stiff < 2; ++stiff) {
        supple_tuning tuning = supple_body_tuning(b, 0);
        tuning.stiffness = stiff ? 4.0f : 1.0f;
        supple_body_tune(b, 0, tuning);
        supple_body_place(b, palette);
        supple_vec3 before = supple_body_position(b, middle(&m.asset));
        for (int i = 0; i < COORDS; ++i)
            CHECK_NEAR((double)supple_body_coords(b)[i],
                       m.draft_parts[0].posed_or_null->rests[2 * COORDS + i], 1e-5);
        for (int i = 0; i < 300; ++i) {
            supple_body_force(b, middle(&m.asset), (supple_vec3){0.0f, 0.0f, -0.2f});
            supple_body_step(b, 1.0f / 60.0f);
        }
        dent[stiff] = (double)(supple_body_position(b, middle(&m.asset)).z - before.z);
    }
    CHECK_NEAR(dent[0] / dent[1], 4.0, 0.1);
    supple_body_destroy(b);
    asset_maker_close(&m);
}

TEST_MAIN(CASE(at_a_targets_pose_the_body_rests_in_the_sculpted_shape),
          CASE(a_limit_counts_from_the_sculpted_shape),
          CASE(one_linear_target_swings_as_its_modes_do),
          CASE(small_motion_approaches_the_modes_with_the_square_of_the_step),
          CASE(linear_flesh_in_a_standing_pose_is_exact_for_any_step),
          CASE(a_stiff_target_dents_less_than_a_soft_one),
          CASE(a_pose_moves_the_flesh_from_one_sculpted_shape_to_the_next_and_it_falls_asleep),
          CASE(a_restored_body_goes_on_bit_by_bit), CASE(a_pin_holds_posed_flesh),
          CASE(a_ball_of_the_world_dents_posed_flesh), CASE(fewer_coordinates_are_a_smaller_model),
          CASE(tuning_scales_stiffness_and_leaves_the_sculpted_shape))
