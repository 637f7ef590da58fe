// Coordinates told from outside: what was read is no news, a mode rings as its equation says, motion is kept.
// SPDX-License-Identifier: MIT
#include "runtime/body/body.h"
#include "test/kit/asset_maker.h"
#include "test/kit/check.h"
#include "test/kit/palette.h"

static const float DT = 1.0f / 60.0f;

static asset_maker kit;

static supple_body* make_body(bool gravity) {
    kit = asset_maker_new((asset_maker_options){.coord_count = 5});
    if (!asset_maker_write(&kit))
        return NULL;
    supple_body_options o = supple_body_options_default(&kit.asset);
    if (!gravity)
        o.gravity = o.sag = (supple_vec3){0.0f, 0.0f, 0.0f};
    supple_body* b = supple_body_create(&kit.asset, &o, NULL);
    supple_matrix palette[8];
    palette_set(palette, kit.asset.bone_count, 0.0, 0.0, 0.0, 0.0);
    supple_body_place(b, palette);
    return b;
}

static void drop_body(supple_body* b) {
    supple_body_destroy(b);
    asset_maker_close(&kit);
}

TEST(what_was_read_and_is_told_again_leaves_the_same_bits) {
    supple_body *b = make_body(true), *told = supple_body_create(&kit.asset, NULL, NULL);
    size_t size = supple_body_state_size(b);
    void *one = malloc(size), *two = malloc(size);
    supple_body_save(b, one);
    CHECK(supple_body_restore(told, one, size));
    for (int k = 0; k < 200; ++k) { // to sleep, and awake again
        supple_matrix palette[8];
        double t = k < 60 ? k * (double)DT : 1.0;
        palette_script(palette, kit.asset.bone_count, t);
        supple_body_drive(b, palette);
        supple_body_drive(told, palette);
        supple_body_step(b, DT);
        supple_body_step(told, DT);
        float q[16], v[16];
        for (int p = 0; p < b->part_count; ++p) {
            memcpy(q, supple_body_coords(told) + b->parts[p].first, 5 * sizeof *q);
            memcpy(v, supple_body_speeds(told) + b->parts[p].first, 5 * sizeof *v);
            CHECK(supple_body_set_coords(told, p, p % 2 ? NULL : q, p % 3 ? v : NULL));
            CHECK(supple_body_set_coords(told, p, q, v));
        }
        supple_body_save(b, one);
        supple_body_save(told, two);
        CHECK(memcmp(one, two, size) == 0);
    }
    free(one);
    free(two);
    supple_body_destroy(told);
    drop_body(b);
}

// And of another body: what one has read the other goes on with, when nothing else is in its state.
TEST(another_body_goes_on_from_what_is_told) {
    supple_body *b = make_body(false), *other = supple_body_create(&kit.asset, NULL, NULL);
    supple_body_options o = supple_body_options_default(&kit.asset);
    o.gravity = o.sag = (supple_vec3){0.0f, 0.0f, 0.0f};
    supple_body_set_options(other, &o);
    supple_matrix palette[8];
    palette_set(palette, kit.asset.bone_count, 0.0, 0.0, 0.0, 0.0);
    supple_body_place(other, palette);
    supple_point at = {{48, 49, 56}, {0.5f, 0.3f, 0.2f}};
    supple_body_impulse(b, at, (supple_vec3){0.05f, 0.0f, 0.02f});
    for (int k = 0; k < 7; ++k)
        supple_body_step(b, DT);
    for (int p = 0; p < b->part_count; ++p)
        CHECK(supple_body_set_coords(other, p, supple_body_coords(b) + b->parts[p].first,
                                     supple_body_speeds(b) + b->parts[p].first));
    supple_vec3 here = supple_body_position(b, at), there = supple_body_position(other, at);
    CHECK(memcmp(&here, &there, sizeof here) == 0); // shown at once
    for (int k = 0; k < 60; ++k) {
        supple_body_step(b, DT);
        supple_body_step(other, DT);
        CHECK(memcmp(b->q, other->q, sizeof(float) * (size_t)b->coord_count) == 0);
        CHECK(memcmp(b->v, other->v, sizeof(float) * (size_t)b->coord_count) == 0);
    }
    supple_body_destroy(other);
    drop_body(b);
}

// q'' + 2 c q' + l q = 0.
TEST(a_coordinate_that_is_told_rings_as_its_equation_says) {
    for (int k = 0; k < 5; ++k) {
        supple_body* b = make_body(false);
        int32_t i = b->parts[1].first + k;
        double q0 = 0.2 * (double)b->tuning[1].limit / (double)b->parts[1].asset.coords[k].reach,
               v0 = 3.0 * q0, c = b->decay[i], w = sqrt((double)b->lambda[i] - c * c), worst = 0.0;
        float q[5] = {0}, v[5] = {0};
        q[k] = (float)q0;
        v[k] = (float)v0;
        CHECK(supple_body_set_coords(b, 1, q, v));
        for (int n = 1; n <= 120; ++n) {
            double t = n * (double)DT;
            supple_body_step(b, DT);
            double is = exp(-c * t) * (q0 * cos(w * t) + (v0 + c * q0) / w * sin(w * t));
            worst = fmax(worst, fabs(is - (double)supple_body_coords(b)[i]) / q0);
        }
        CHECK(worst < 2e-5);
        for (int p = 0; p < b->part_count; ++p) // and no other moves
            for (int n = b->parts[p].first; n < b->parts[p].first + b->parts[p].count; ++n)
                CHECK(n == i || b->q[n] == 0.0f);
        drop_body(b);
    }
}

TEST(a_body_that_sleeps_wakes_for_news_and_for_nothing_else) {
    supple_body* b = make_body(true);
    for (int k = 0; k < 600 && !supple_body_asleep(b); ++k)
        supple_body_step(b, DT);
    CHECK(supple_body_asleep(b));
    float q[5], v[5] = {0};
    memcpy(q, b->q + b->parts[1].first, sizeof q);
    CHECK(supple_body_set_coords(b, 1, q, NULL) && supple_body_asleep(b));
    v[0] = 0.01f;
    CHECK(supple_body_set_coords(b, 1, NULL, v) && !supple_body_asleep(b));
    drop_body(b);
}

TEST(what_is_no_part_or_no_number_is_refused_and_counted) {
    supple_body* b = make_body(true);
    float q[5] = {0}, bad[5] = {0, 0, 0, 0, NAN}, far[5] = {2e12f};
    size_t size = sizeof(float) * (size_t)b->coord_count;
    float* before = malloc(size);
    memcpy(before, b->q, size);
    CHECK(!supple_body_set_coords(b, -1, q, NULL) && !supple_body_set_coords(b, 99, q, NULL));
    CHECK(!supple_body_set_coords(b, 0, bad, NULL) && !supple_body_set_coords(b, 0, q, bad));
    CHECK(!supple_body_set_coords(b, 0, far, NULL));
    CHECK(supple_body_stats(b).rejected == 5 && memcmp(before, b->q, size) == 0);
    free(before);
    drop_body(b);
}

// Beyond the limit nothing is shown for long, and nothing is gained.
TEST(what_is_told_beyond_the_limit_is_taken_back_by_the_next_step) {
    supple_body* b = make_body(false);
    float q[5];
    for (int k = 0; k < 5; ++k)
        q[k] = 5.0f * b->tuning[1].limit / b->parts[1].asset.coords[k].reach;
    CHECK(supple_body_set_coords(b, 1, q, NULL));
    supple_body_step(b, DT);
    CHECK(supple_body_stats(b).limited == 1);
    for (int k = 0; k < 600; ++k)
        supple_body_step(b, DT);
    for (int k = 0; k < 5; ++k)
        CHECK(fabsf(b->q[b->parts[1].first + k]) < 0.05f * q[k]);
    drop_body(b);
}

TEST_MAIN(CASE(what_was_read_and_is_told_again_leaves_the_same_bits),
          CASE(another_body_goes_on_from_what_is_told),
          CASE(a_coordinate_that_is_told_rings_as_its_equation_says),
          CASE(a_body_that_sleeps_wakes_for_news_and_for_nothing_else),
          CASE(what_is_no_part_or_no_number_is_refused_and_counted),
          CASE(what_is_told_beyond_the_limit_is_taken_back_by_the_next_step))
