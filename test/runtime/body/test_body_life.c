// The life of a body: sleep, detail, tuning, save and restore.
// SPDX-License-Identifier: MIT
#include "runtime/body/body.h"
#include "test/kit/asset_maker.h"
#include "test/kit/check.h"
#include "test/kit/palette.h"

#include <stdint.h>

typedef struct fixture {
    asset_maker m;
    supple_body* b;
    int32_t n; // coordinates
} fixture;

static fixture make(asset_maker_options o) {
    fixture f = {.m = asset_maker_new(o)};
    if (asset_maker_write(&f.m))
        f.b = supple_body_create(&f.m.asset, NULL, NULL);
    f.n = f.m.asset.coord_count;
    return f;
}

// As linear as flesh is below half of its limit.
static void lift_limits(supple_body* b) {
    for (int p = 0; p < b->part_count; ++p) {
        supple_tuning t = supple_body_tuning(b, p);
        t.limit = 1e6f;
        supple_body_tune(b, p, t);
    }
}

static void drop(fixture* f) {
    supple_body_destroy(f->b);
    asset_maker_close(&f->m);
}

static void drive(supple_body* b, double t) {
    supple_matrix palette[3];
    palette_script(palette, 3, t);
    supple_body_drive(b, palette);
}

static void shake(fixture* f, int frames) {
    for (int k = 0; k < frames; ++k) {
        drive(f->b, k / 60.0);
        supple_body_step(f->b, 1.0f / 60.0f);
    }
}

// Drives to the same place until it sleeps; how many frames that took.
static int rest(fixture* f, double at) {
    for (int k = 0; k < 10000; ++k) {
        drive(f->b, at);
        supple_body_step(f->b, 1.0f / 60.0f);
        if (supple_body_asleep(f->b))
            return k;
    }
    return -1;
}

// ---- sleep -----------------------------------------------------------------------------

TEST(a_body_at_rest_sleeps_and_stays_bit_for_bit) {
    fixture f = make((asset_maker_options){0});
    shake(&f, 60);
    CHECK(!supple_body_asleep(f.b));
    int frames = rest(&f, 1.0);
    CHECK(frames > 15 && frames < 2000);
    float q[64], amount[64];
    memcpy(q, f.b->q, sizeof(float) * (size_t)f.n);
    memcpy(amount, f.b->amount, sizeof(float) * (size_t)f.n);
    uint32_t steps = supple_body_stats(f.b).steps;
    for (int k = 0; k < 100; ++k) {
        drive(f.b, 1.0);
        supple_body_step(f.b, 1.0f / 60.0f);
    }
    CHECK(memcmp(q, f.b->q, sizeof(float) * (size_t)f.n) == 0);
    CHECK(memcmp(amount, f.b->amount_before, sizeof(float) * (size_t)f.n) == 0);
    CHECK(supple_body_stats(f.b).steps == steps + 100 && supple_body_stats(f.b).asleep);
    for (int32_t i = 0; i < f.n; ++i) // where gravity holds it, to a ten-thousandth of the limit
        CHECK(fabsf(f.b->q[i] - f.b->load[i] / f.b->lambda[i]) * f.b->sections.coords[i].reach <
              1e-4f * f.b->tuning[0].limit);
    drop(&f);
}

TEST(whatever_could_move_it_wakes_it) {
    for (int displacement = 0; displacement < 6; ++displacement) {
        fixture f = make((asset_maker_options){0});
        CHECK(rest(&f, 1.0) >= 0);
        supple_matrix palette[3];
        palette_script(palette, 3, 1.1);
        supple_tuning t = supple_body_tuning(f.b, 0);
        t.stiffness *= 0.5f;
        supple_body_options o = supple_body_options_default(&f.m.asset);
        o.gravity.y = 0.0f;
        if (displacement == 0)
            supple_body_drive(f.b, palette);
        else if (displacement == 1)
            supple_body_tune(f.b, SUPPLE_ALL_PARTS, t);
        else if (displacement == 2)
            supple_body_set_options(f.b, &o);
        else if (displacement == 3)
            supple_body_detail(f.b, 1);
        else if (displacement == 4)
            supple_body_move(f.b, palette);
        else
            supple_body_place(f.b, palette);
        CHECK(!supple_body_asleep(f.b));
        float before[64];
        memcpy(before, f.b->amount, sizeof(float) * (size_t)f.n);
        for (int k = 0; k < 4; ++k)
            supple_body_step(f.b, 1.0f / 60.0f);
        if (displacement != 5)
            CHECK(memcmp(before, f.b->amount, sizeof(float) * (size_t)f.n) != 0);
        drop(&f);
    }
}

TEST(a_body_that_is_shaken_does_not_sleep) {
    fixture f = make((asset_maker_options){0});
    shake(&f, 600);
    CHECK(!supple_body_asleep(f.b));
    drop(&f);
}

TEST(a_limit_that_is_switched_off_does_not_freeze_a_swing) {
    fixture f = make((asset_maker_options){0});
    supple_tuning t = supple_body_tuning(f.b, 0);
    t.limit = 1e6f;
    supple_body_tune(f.b, SUPPLE_ALL_PARTS, t);
    shake(&f, 60);
    CHECK(rest(&f, 1.0) > 30);
    for (int32_t i = 0; i < f.n; ++i) // asleep only where gravity holds it
        CHECK(fabsf(f.b->q[i] - f.b->load[i] / f.b->lambda[i]) * f.b->sections.coords[i].reach <
              1e-3f * f.b->extent);
    CHECK_NEAR(f.b->extent, 1.0f, 1e-6);
    drop(&f);
}

// ---- detail ----------------------------------------------------------------------------

TEST(detail_fades_without_a_pop_and_then_costs_nothing) {
    fixture f = make((asset_maker_options){.part_count = 2});
    fixture whole = make((asset_maker_options){.part_count = 2});
    lift_limits(f.b);
    lift_limits(whole.b);
    float before[64], usual = 0.0f, faded = 0.0f;
    for (int k = 0; k < 180; ++k) {
        if (k == 60)
            supple_body_detail(f.b, 2);
        if (k == 120)
            supple_body_detail(f.b, 4);
        memcpy(before, f.b->amount, sizeof(float) * (size_t)f.n);
        drive(f.b, k / 60.0);
        supple_body_step(f.b, 1.0f / 60.0f);
        drive(whole.b, k / 60.0);
        supple_body_step(whole.b, 1.0f / 60.0f);
        for (int32_t i = 0; i < f.n && k > 0; ++i) {
            float change = fabsf(f.b->amount[i] - before[i]);
            *(k < 60 ? &usual : &faded) = fmaxf(k < 60 ? usual : faded, change);
        }
        if (k == 59 + 17) { // a quarter of a second later
            CHECK(f.b->active[0] == 2 && f.b->active[1] == 2);
            CHECK(f.b->amount[2] == 0.0f && f.b->amount[3] == 0.0f && f.b->q[7] == 0.0f);
        }
        // what stays is not touched
        CHECK(f.b->q[0] == whole.b->q[0] && f.b->q[1] == whole.b->q[1]);
    }
    CHECK(f.b->active[0] == 4 && f.b->fade[3] == 1.0f && f.b->amount[3] != 0.0f);
    CHECK(faded < 1.5f * usual);
    drop(&f);
    drop(&whole);
}

TEST(coordinates_that_come_back_hang_still) {
    fixture f = make((asset_maker_options){.part_count = 1});
    supple_body_detail(f.b, 1);
    shake(&f, 40);
    CHECK(f.b->active[0] == 1);
    supple_body_detail(f.b, 4);
    for (int32_t i = 1; i < 4; ++i)
        CHECK(f.b->v[i] == 0.0f && f.b->q[i] == f.b->load[i] / f.b->lambda[i]);
    drop(&f);
}

// ---- tuning ----------------------------------------------------------------------------

// Swings through zero of the first coordinate within ten seconds, pushed once.
static int swings(supple_body* b) {
    int count = 0;
    b->v[0] = 1.0f;
    body_wake(b);
    for (int k = 0; k < 6000; ++k) {
        float before = b->q[0];
        supple_body_step(b, 1.0f / 600.0f);
        count += before * b->q[0] < 0.0f;
    }
    return count;
}

TEST(four_times_the_stiffness_doubles_the_frequency) {
    fixture f = make((asset_maker_options){.part_count = 1, .damping = 0.001});
    lift_limits(f.b);
    CHECK(abs(swings(f.b) - 40) <= 1); // 2 Hz
    supple_tuning t = supple_body_tuning(f.b, 0);
    t.stiffness = 4.0f;
    supple_body_tune(f.b, SUPPLE_ALL_PARTS, t);
    CHECK(abs(swings(f.b) - 80) <= 1);
    drop(&f);
}

TEST(response_scales_what_bones_do_and_tuning_is_for_one_part_alone) {
    fixture f = make((asset_maker_options){.part_count = 2});
    fixture tuned = make((asset_maker_options){.part_count = 2});
    lift_limits(f.b);
    lift_limits(tuned.b);
    supple_tuning t = supple_body_tuning(tuned.b, 1);
    t.response = 2.0f;
    supple_body_tune(tuned.b, 1, t);
    shake(&f, 100);
    shake(&tuned, 100);
    for (int i = 0; i < 4; ++i) {
        CHECK(f.b->q[i] == tuned.b->q[i]);
        CHECK_NEAR(2.0f * f.b->q[4 + i], tuned.b->q[4 + i], 1e-5);
    }
    t.response = 0.0f;
    supple_body_tune(tuned.b, SUPPLE_ALL_PARTS, t);
    CHECK(supple_body_tuning(tuned.b, 0).response == 0.0f);
    supple_matrix palette[3];
    palette_script(palette, 3, 0.2);
    supple_body_place(tuned.b, palette);
    shake(&tuned, 100);
    for (int i = 0; i < 8; ++i)
        CHECK(tuned.b->q[i] == 0.0f);
    drop(&f);
    drop(&tuned);
}

// ---- save and restore ------------------------------------------------------------------

static void play(supple_body* b, int from, int to) {
    for (int k = from; k < to; ++k) {
        drive(b, k / 60.0);
        if (k % 31 == 7)
            supple_body_detail(b, k % 5);
        if (k == 70) {
            supple_tuning t = supple_body_tuning(b, 0);
            t.stiffness = 2.0f;
            supple_body_tune(b, 0, t);
        }
        supple_body_step(b, k % 3 ? 1.0f / 60.0f : 1.0f / 47.0f);
    }
}

TEST(a_state_restored_goes_on_with_the_same_bits) {
    for (int spin = 0; spin < 2; ++spin) {
        fixture f = make((asset_maker_options){0});
        supple_body_options o = supple_body_options_default(&f.m.asset);
        o.spin = spin == 1;
        o.forcing = spin == 1 ? SUPPLE_EXTRAPOLATED : SUPPLE_IMPULSIVE;
        supple_body_set_options(f.b, &o);
        supple_body* other = supple_body_create(&f.m.asset, NULL, NULL);
        size_t size = supple_body_state_size(f.b);
        unsigned char *middle = malloc(size), *end = malloc(size), *again = malloc(size);
        play(f.b, 0, 50);
        supple_body_save(f.b, middle);
        play(f.b, 50, 120);
        supple_body_save(f.b, end);
        CHECK(supple_body_restore(f.b, middle, size)); // rolled back
        play(f.b, 50, 120);
        supple_body_save(f.b, again);
        CHECK(memcmp(end, again, size) == 0);
        CHECK(supple_body_restore(other, middle, size)); // another body of the asset
        play(other, 50, 120);
        supple_body_save(other, again);
        CHECK(memcmp(end, again, size) == 0);
        supple_body_destroy(other);
        free(middle);
        free(end);
        free(again);
        drop(&f);
    }
}

TEST(a_state_of_something_else_is_refused) {
    fixture f = make((asset_maker_options){0}), other = make((asset_maker_options){.hertz = 3.0});
    size_t size = supple_body_state_size(f.b);
    unsigned char* state = calloc(1, size);
    CHECK(!supple_body_restore(f.b, state, size));
    supple_body_save(other.b, state);
    CHECK(!supple_body_restore(f.b, state, size));
    supple_body_save(f.b, state);
    CHECK(!supple_body_restore(f.b, state, size - 1));
    state[offsetof(body_state, options.spin)] = 7; // no bool
    CHECK(!supple_body_restore(f.b, state, size));
    state[offsetof(body_state, options.spin)] = 1;
    CHECK(supple_body_restore(f.b, state, size));
    free(state);
    drop(&f);
    drop(&other);
}

// ---- what is none ----------------------------------------------------------------------

static const float none[] = {NAN, INFINITY, -INFINITY, 2e9f, -2e9f};
enum { NONES = sizeof none / sizeof *none };

TEST(numbers_that_are_none_are_refused_and_counted) {
    fixture f = make((asset_maker_options){0});
    supple_point at = {{0, 1, 2}, {0.5f, 0.25f, 0.25f}}, off = at, hit;
    supple_pin pin = supple_body_pin(f.b, at, (supple_vec3){0.1f, 0.2f, 0.3f});
    off.vertex[1] = (uint32_t)f.m.asset.vertex_count;
    float distance;
    unsigned count = supple_body_stats(f.b).rejected;
    for (int i = 0; i < NONES; ++i) {
        supple_vec3 bad = {0.0f, none[i], 0.0f}, fine = {1.0f, 0.0f, 0.0f};
        supple_tuning t = supple_body_tuning(f.b, 0);
        supple_body_options o = supple_body_options_default(&f.m.asset);
        supple_point heavy = at;
        heavy.weight[2] = none[i];
        t.stiffness = none[i];
        o.gravity.z = none[i];
        supple_body_force(f.b, at, bad);
        supple_body_impulse(f.b, at, bad);
        supple_body_force(f.b, heavy, fine);
        supple_body_move_pin(f.b, pin, bad);
        CHECK(supple_body_pin(f.b, at, bad).generation == 0);
        CHECK(supple_body_hold(f.b, SUPPLE_HOLD_VELOCITY, &at, &bad, 1, NULL, 0).generation == 0);
        supple_body_move_hold(f.b, pin, &bad);
        CHECK(!supple_body_pick(f.b, bad, fine, &hit, &distance));
        supple_body_tune(f.b, 0, t);
        supple_body_set_options(f.b, &o);
        CHECK(supple_body_stats(f.b).rejected == (count += 10));
    }
    static const float no_time[] = {0.0f, -0.01f, NAN, INFINITY, 2e9f, 1e-40f, 1.4e-45f};
    for (int i = 0; i < 7; ++i)
        supple_body_step(f.b, no_time[i]);
    supple_body_impulse(f.b, off, (supple_vec3){1.0f, 0.0f, 0.0f});
    CHECK(supple_body_stats(f.b).rejected == count + 8 && supple_body_stats(f.b).steps == 0);
    drop(&f);
}

// What stands at the edge of what is taken is taken; the next number is not.
TEST(the_last_numbers_that_are_taken_are_taken) {
    fixture f = make((asset_maker_options){0});
    static const float edges[][2] = {{0.0f, -1.0f}, {1e9f, INFINITY}};
    unsigned count = supple_body_stats(f.b).rejected;
    for (int i = 0; i < 2; ++i)
        for (int beyond = 0; beyond < 2; ++beyond) {
            float x = beyond ? nextafterf(edges[i][0], edges[i][1]) : edges[i][0];
            supple_tuning t = supple_body_tuning(f.b, 0), u = t;
            supple_body_options o = supple_body_options_default(&f.m.asset);
            t.stiffness = x;
            u.damping = x;
            o.gravity = (supple_vec3){i == 1 ? -x : x, i == 1 ? x : 0.0f, 0.0f};
            supple_body_tune(f.b, 0, t);
            CHECK(supple_body_stats(f.b).rejected == (count += (unsigned)beyond));
            CHECK(beyond || supple_body_tuning(f.b, 0).stiffness == x);
            supple_body_step(f.b, 1.0f / 60.0f);
            supple_body_tune(f.b, 0, u);
            CHECK(supple_body_stats(f.b).rejected == (count += (unsigned)beyond));
            CHECK(beyond || supple_body_tuning(f.b, 0).damping == x);
            supple_body_set_options(f.b, &o);
            CHECK(supple_body_stats(f.b).rejected == (count += (unsigned)(beyond && i == 1)));
            supple_body_step(f.b, 1.0f / 60.0f);
            for (int32_t c = 0; c < f.m.asset.coord_count; ++c)
                CHECK(isfinite(supple_body_coords(f.b)[c]));
        }
    drop(&f);
}

TEST(indices_that_are_none_give_nothing) {
    fixture f = make((asset_maker_options){0});
    const supple_asset* a = &f.m.asset;
    supple_tuning tuning = supple_body_tuning(f.b, 0);
    unsigned count = supple_body_stats(f.b).rejected;
    static const int far[] = {INT32_MIN, -2, 1 << 20, INT32_MAX};
    for (int i = 0; i < 4; ++i) {
        CHECK(supple_asset_part(a, far[i]).coord_count == 0);
        CHECK_TEXT(supple_asset_part(a, far[i]).name, "");
        CHECK(supple_asset_mesh(a, far[i]).vertex_count == 0);
        CHECK_TEXT(supple_asset_bone_name(a, far[i]), "");
        CHECK_TEXT(supple_asset_target_name(a, far[i], 0), "");
        CHECK_TEXT(supple_asset_target_name(a, 0, far[i]), "");
        CHECK(supple_asset_frequency(a, far[i]) == 0.0f && supple_asset_reach(a, far[i]) == 0.0f);
        CHECK(supple_body_tuning(f.b, far[i]).limit == 0.0f);
        supple_body_weights(f.b, far[i], NULL);
        supple_body_tune(f.b, far[i], tuning);
        CHECK(supple_body_stats(f.b).rejected == ++count);
    }
    drop(&f);
}

TEST(options_that_are_none_give_a_body_with_the_default_ones) {
    fixture f = make((asset_maker_options){0});
    for (int i = 0; i < 4; ++i) {
        supple_body_options o = supple_body_options_default(&f.m.asset);
        o.world_metres = i == 0 ? 0.0f : 1.0f;
        o.max_pins = i == 1 ? -1 : i == 2 ? 129 : 3;
        o.forcing = (supple_forcing)(i == 3 ? 9 : 0);
        supple_body* b = supple_body_create(&f.m.asset, &o, NULL);
        CHECK(b != NULL && supple_body_stats(b).rejected == 1);
        CHECK(b->state->options.world_metres == 1.0f && b->pin_count == (i == 1 || i == 2 ? 8 : 3));
        supple_body_destroy(b);
    }
    drop(&f);
}

TEST(a_body_is_in_one_world_at_most) {
    fixture f = make((asset_maker_options){0});
    supple_world *one = supple_world_create(NULL, NULL), *two = supple_world_create(NULL, NULL);
    CHECK(supple_world_add_body(one, f.b) && !supple_world_add_body(one, f.b) &&
          !supple_world_add_body(two, f.b));
    supple_world_remove_body(two, f.b); // it is not there
    supple_world_destroy(one);
    CHECK(supple_world_add_body(two, f.b));
    supple_world_remove_body(two, f.b);
    supple_world_destroy(two);
    drop(&f);
}

TEST_MAIN(CASE(a_body_at_rest_sleeps_and_stays_bit_for_bit), CASE(whatever_could_move_it_wakes_it),
          CASE(a_body_that_is_shaken_does_not_sleep),
          CASE(a_limit_that_is_switched_off_does_not_freeze_a_swing),
          CASE(detail_fades_without_a_pop_and_then_costs_nothing),
          CASE(coordinates_that_come_back_hang_still),
          CASE(four_times_the_stiffness_doubles_the_frequency),
          CASE(response_scales_what_bones_do_and_tuning_is_for_one_part_alone),
          CASE(a_state_restored_goes_on_with_the_same_bits),
          CASE(a_state_of_something_else_is_refused),
          CASE(numbers_that_are_none_are_refused_and_counted),
          CASE(indices_that_are_none_give_nothing),
          CASE(options_that_are_none_give_a_body_with_the_default_ones),
          CASE(a_body_is_in_one_world_at_most), CASE(the_last_numbers_that_are_taken_are_taken))
