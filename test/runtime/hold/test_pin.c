// Pins: exact where the flesh reaches, calm where it does not, whatever is asked.
// SPDX-License-Identifier: MIT
#include "runtime/body/body.h"
#include "runtime/hold/hold_response.h"
#include "test/kit/asset_maker.h"
#include "test/kit/check.h"
#include "test/kit/palette.h"

#include <time.h>

static const supple_point SOFT = {{48, 49, 56}, {0.5f, 0.3f, 0.2f}};
static const supple_point OTHER = {{60, 61, 68}, {0.2f, 0.4f, 0.4f}};
static const float DT = 1.0f / 60.0f;

static asset_maker kit;

static supple_body* make_body(asset_maker_options o) {
    kit = asset_maker_new(o);
    if (!asset_maker_write(&kit))
        return NULL;
    supple_body_options options = supple_body_options_default(&kit.asset);
    options.max_pins = 8;
    supple_body* b = supple_body_create(&kit.asset, &options, NULL);
    supple_matrix palette[8];
    palette_set(palette, kit.asset.bone_count, 0.0, 0.0, 0.0, 0.0);
    supple_body_place(b, palette);
    return b;
}

static void drop_body(supple_body* b) {
    supple_body_destroy(b);
    asset_maker_close(&kit);
}

static supple_vec3 plus(supple_vec3 a, double x, double y, double z) {
    return (supple_vec3){(float)(a.x + x), (float)(a.y + y), (float)(a.z + z)};
}

static double apart(supple_vec3 a, supple_vec3 b) {
    double x = (double)a.x - b.x, y = (double)a.y - b.y, z = (double)a.z - b.z;
    return sqrt(x * x + y * y + z * z);
}

static double energy(const supple_body* b) {
    double sum = 0.0;
    for (int32_t i = 0; i < b->coord_count; ++i) {
        double rest = b->lambda[i] > 0.0f ? b->load[i] / b->lambda[i] : 0.0, q = b->q[i] - rest;
        sum += 0.5 * b->v[i] * b->v[i] + 0.5 * b->lambda[i] * q * q;
    }
    return sum;
}

// The largest share of its limit that any part has in its flesh.
static double fullest(const supple_body* b) {
    double most = 0.0;
    for (int32_t p = 0; p < b->part_count; ++p) {
        double bound = 0.0;
        for (int32_t i = 0; i < b->active[p]; ++i)
            bound += fabs(b->q[b->parts[p].first + i]) * b->parts[p].asset.coords[i].reach;
        most = fmax(most, bound / b->tuning[p].limit);
    }
    return most;
}

TEST(a_dragged_point_follows_the_hand_to_the_last_digit) {
    supple_body* b = make_body((asset_maker_options){0});
    supple_vec3 rest = supple_body_position(b, SOFT);
    supple_pin pin = supple_body_pin(b, SOFT, rest);
    double worst = 0.0, widest = 0.0;
    for (int k = 1; k < 600; ++k) {
        double t = k * DT;
        supple_vec3 to = plus(rest, 0.02 * sin(3.0 * t), 0.0, 0.015 * sin(4.1 * t));
        supple_body_move_pin(b, pin, to);
        supple_body_step(b, DT);
        worst = fmax(worst, apart(supple_body_position(b, SOFT), to));
        widest = fmax(widest, fullest(b));
    }
    printf("        worst %.2g m, flesh at %.2f of the limit\n", worst, widest);
    CHECK(worst < 1e-6);
    drop_body(b);
}

TEST(a_held_point_has_the_velocity_of_the_hand) {
    supple_body* b = make_body((asset_maker_options){0});
    supple_vec3 rest = supple_body_position(b, SOFT), still = {0.0f, 0.0f, 0.0f};
    supple_pin pin = supple_body_pin(b, SOFT, rest);
    for (int k = 1; k <= 60; ++k) {
        supple_body_move_pin(b, pin, plus(rest, 0.0005 * k, 0.0, 0.0003 * k));
        supple_body_step(b, DT);
        CHECK(apart(supple_body_velocity(b, SOFT), (supple_vec3){0.03f, 0.0f, 0.018f}) < 1e-5);
    }
    for (int k = 0; k < 60; ++k) {
        supple_body_step(b, DT);
        CHECK(apart(supple_body_velocity(b, SOFT), still) < 1e-5);
    }
    drop_body(b);
}

TEST(a_pin_stays_in_the_world_while_bones_move) {
    supple_body* b = make_body((asset_maker_options){0});
    supple_vec3 rest = supple_body_position(b, SOFT);
    supple_body_pin(b, SOFT, rest);
    double worst = 0.0, carried = 0.0;
    for (int k = 1; k < 300; ++k) {
        supple_matrix palette[3];
        double sway = 0.02 * sin(0.1 * k);
        palette_set(palette, 3, 0.0, sway, 0.0, 0.0);
        supple_body_drive(b, palette);
        supple_body_step(b, DT);
        worst = fmax(worst, apart(supple_body_position(b, SOFT), rest));
        carried = fmax(carried, fabs(sway));
    }
    CHECK(carried > 0.015);
    CHECK(worst < 1e-6);
    drop_body(b);
}

TEST(several_pins_are_held_at_once) {
    supple_body* b = make_body((asset_maker_options){.coord_count = 8});
    supple_vec3 a = supple_body_position(b, SOFT), c = supple_body_position(b, OTHER);
    a = plus(a, 0.01, 0.0, -0.005);
    c = plus(c, -0.005, 0.0, 0.01);
    supple_body_pin(b, SOFT, a);
    supple_body_pin(b, OTHER, c);
    for (int k = 0; k < 120; ++k)
        supple_body_step(b, DT);
    CHECK(apart(supple_body_position(b, SOFT), a) < 2e-5);
    CHECK(apart(supple_body_position(b, OTHER), c) < 2e-5);
    drop_body(b);
}

TEST(stiff_flesh_is_held_without_growth) {
    // Coordinates from 2 to 2,000 Hz, hardly damped, at 60 steps a second.
    for (double hertz = 2.0; hertz < 3000.0; hertz *= 4.0) {
        supple_body* b = make_body((asset_maker_options){.hertz = hertz, .damping = 0.01});
        supple_vec3 rest = supple_body_position(b, SOFT), to = plus(rest, 0.01, 0.0, 0.005);
        supple_body_pin(b, SOFT, to);
        double early = 0.0, late = 0.0, off = 0.0;
        for (int k = 0; k < 600; ++k) {
            supple_body_step(b, DT);
            *(k < 60 ? &early : &late) = fmax(k < 60 ? early : late, energy(b));
            off = k >= 60 ? fmax(off, apart(supple_body_position(b, SOFT), to)) : 0.0;
        }
        printf("        %6.0f Hz: %2d substeps, off by %.1g m\n", hertz,
               supple_body_stats(b).substeps, off);
        CHECK(late <= early * 1.01 && late > 0.0);
        CHECK(off < 1e-5);
        drop_body(b);
    }
}

TEST(a_target_out_of_reach_pulls_up_to_the_limit) {
    static const double far[] = {0.2, 3.0, 1e4, 9e8};
    for (int i = 0; i < 4; ++i) {
        supple_body* b = make_body((asset_maker_options){0});
        supple_vec3 rest = supple_body_position(b, SOFT);
        supple_body_pin(b, SOFT, plus(rest, far[i], 0.3 * far[i], -far[i]));
        double most = 0.0, shown = 0.0, settled = 0.0;
        for (int k = 0; k < 300; ++k) {
            supple_body_step(b, DT);
            most = fmax(most, fullest(b));
            shown = apart(supple_body_position(b, SOFT), rest);
            settled = fullest(b);
        }
        printf("        %.1g m away: flesh up to %.2f of the limit, then %.2f; shown %.3f m\n",
               far[i], most, settled, shown);
        CHECK(most < 2.0);
        CHECK(settled > 0.5 && settled < 1.5);
        CHECK(shown > 0.02 && shown < 0.3); // three parts of limit 0.1
        drop_body(b);
    }
}

TEST(near_the_limit_what_is_shown_is_still_near_the_target) {
    // Alone, and slowly: the farther into the soft limit, the more the free shapes change its share.
    const supple_point middle = {{32, 33, 40}, {0.5f, 0.3f, 0.2f}};
    supple_body* b = make_body((asset_maker_options){.part_count = 1});
    supple_vec3 rest = supple_body_position(b, middle);
    supple_pin pin = supple_body_pin(b, middle, rest);
    for (double out = 0.01; out < 0.075; out += 0.02) {
        supple_vec3 to = plus(rest, out, 0.0, 0.0);
        supple_body_move_pin(b, pin, to);
        for (int k = 0; k < 600; ++k)
            supple_body_step(b, DT);
        double off = apart(supple_body_position(b, middle), to);
        printf("        %.2f of the limit: flesh %.2f, off by %.3f of the way\n", out / 0.1,
               fullest(b), off / out);
        CHECK(off < (fullest(b) <= 0.5 ? 1e-6 : 0.05 * out));
    }
    drop_body(b);
}

TEST(after_unpin_it_springs_back_and_comes_to_rest) {
    supple_body* b = make_body((asset_maker_options){0});
    supple_vec3 rest = supple_body_position(b, SOFT), to = plus(rest, 0.03, 0.0, 0.02);
    supple_pin pin = supple_body_pin(b, SOFT, to);
    for (int k = 0; k < 300; ++k)
        supple_body_step(b, DT);
    CHECK(apart(supple_body_position(b, SOFT), to) < 1e-6);
    double held = energy(b), moving = 0.0, most = 0.0;
    for (int32_t i = 0; i < b->coord_count; ++i)
        moving += 0.5 * b->v[i] * b->v[i];
    CHECK(moving < 1e-4 * held); // no kick from having been held
    supple_body_unpin(b, pin);
    for (int k = 0; k < 1200; ++k) {
        supple_body_step(b, DT);
        most = fmax(most, energy(b));
    }
    CHECK(most <= held * 1.0001);
    CHECK(apart(supple_body_position(b, SOFT), rest) < 1e-4);
    CHECK(supple_body_asleep(b));
    drop_body(b);
}

TEST(one_coordinate_goes_as_near_as_it_can) {
    supple_body* b = make_body((asset_maker_options){.coord_count = 1, .part_count = 1});
    supple_point at = {{48, 48, 48}, {1.0f, 0.0f, 0.0f}};
    supple_vec3 rest = supple_body_position(b, at);
    supple_body_pin(b, at, plus(rest, 0.01, 0.05, 0.05)); // the shape moves along x only
    for (int k = 0; k < 60; ++k)
        supple_body_step(b, DT);
    CHECK(apart(supple_body_position(b, at), plus(rest, 0.01, 0.0, 0.0)) < 1e-6);
    drop_body(b);
}

TEST(pins_that_say_the_same_or_contradict_stay_calm) {
    supple_body* b = make_body((asset_maker_options){0});
    supple_vec3 rest = supple_body_position(b, SOFT);
    for (int i = 0; i < 4; ++i)
        supple_body_pin(b, SOFT, plus(rest, i < 2 ? 0.02 : 0.01, 0.0, 0.0));
    for (int k = 0; k < 120; ++k)
        supple_body_step(b, DT);
    CHECK(apart(supple_body_position(b, SOFT), plus(rest, 0.015, 0.0, 0.0)) < 1e-5);

    // In a row, close together, pulled apart crosswise.
    for (uint32_t i = 0; i < 4; ++i) {
        supple_point p = {{48 + 8 * i, 56 + 8 * i, 48}, {0.9f, 0.1f, 0.0f}};
        supple_body_pin(b, p, plus(supple_body_position(b, p), i % 2 == 0 ? 0.3 : -0.3, 0.1, 0.0));
    }
    for (int k = 0; k < 600; ++k) {
        supple_body_step(b, DT);
        CHECK(fullest(b) < 2.0);
    }
    drop_body(b);
}

TEST(a_pin_beside_the_clamp_does_not_throw_the_body) {
    // The first ring that is soft moves by a few per cent of the middle.
    supple_body* b = make_body((asset_maker_options){.rings = 60});
    supple_point low = {{8, 9, 16}, {0.4f, 0.3f, 0.3f}};
    supple_vec3 rest = supple_body_position(b, low);
    supple_body_pin(b, low, plus(rest, 0.02, 0.0, 0.0));
    for (int k = 0; k < 300; ++k) {
        supple_body_step(b, DT);
        CHECK(fullest(b) < 2.0);
    }
    drop_body(b);
}

TEST(pins_on_parts_that_share_nothing_do_not_know_of_each_other) {
    supple_point low = {{16, 17, 24}, {0.4f, 0.3f, 0.3f}},
                 high = {{80, 81, 88}, {0.4f, 0.3f, 0.3f}};
    supple_vec3 alone[2], both[2];
    for (int run = 0; run < 2; ++run) {
        supple_body* b = make_body((asset_maker_options){.part_count = 2});
        supple_vec3 rest = supple_body_position(b, low);
        if (run == 1)
            supple_body_pin(b, high, plus(supple_body_position(b, high), 0.01, 0.0, 0.02));
        supple_body_pin(b, low, plus(rest, 0.01, 0.0, 0.0));
        for (int k = 0; k < 30; ++k)
            supple_body_step(b, DT);
        supple_vec3* out = run == 0 ? alone : both;
        out[0] = supple_body_position(b, low);
        out[1] = supple_body_velocity(b, low);
        drop_body(b);
    }
    CHECK(memcmp(alone, both, sizeof alone) == 0);
}

TEST(a_rigid_point_is_not_held_and_its_pin_stays) {
    supple_body* b = make_body((asset_maker_options){0});
    uint32_t pole = (uint32_t)b->asset.vertex_count - 2;
    supple_point foot = {{pole, pole, pole}, {1.0f, 0.0f, 0.0f}};
    supple_vec3 rest = supple_body_position(b, foot);
    supple_pin pin = supple_body_pin(b, foot, plus(rest, 1.0, 1.0, 1.0));
    CHECK(pin.generation != 0);
    double before = energy(b);
    for (int k = 0; k < 60; ++k)
        supple_body_step(b, DT);
    CHECK(energy(b) <= before);
    CHECK(apart(supple_body_position(b, foot), rest) == 0.0);
    CHECK(b->pins[pin.index].used == 1);
    drop_body(b);
}

TEST(ids_go_stale_and_zero_says_full) {
    supple_body* b = make_body((asset_maker_options){0});
    supple_pin pins[8];
    for (int i = 0; i < 8; ++i) {
        pins[i] = supple_body_pin(b, SOFT, (supple_vec3){0.0f, 0.0f, 0.0f});
        CHECK(pins[i].generation != 0);
    }
    supple_pin full = supple_body_pin(b, SOFT, (supple_vec3){0.0f, 0.0f, 0.0f});
    CHECK(full.index == 0 && full.generation == 0);
    supple_body_unpin(b, full); // none: ignored
    supple_body_unpin(b, pins[3]);
    supple_pin again = supple_body_pin(b, OTHER, (supple_vec3){1.0f, 2.0f, 3.0f});
    CHECK(again.index == pins[3].index && again.generation != pins[3].generation);
    supple_body_move_pin(b, pins[3], (supple_vec3){9.0f, 9.0f, 9.0f}); // stale
    supple_body_unpin(b, pins[3]);
    CHECK(b->pins[again.index].used == 1 && b->pins[again.index].target.y == 2.0f);
    supple_body_unpin(b, (supple_pin){60000, 1});
    supple_body_move_pin(b, again, (supple_vec3){NAN, 0.0f, 0.0f});
    CHECK(b->pins[again.index].target.y == 2.0f && supple_body_stats(b).rejected == 1);
    for (int i = 0; i < 70000; ++i) { // generations come round and leave out zero
        supple_body_unpin(b, again);
        again = supple_body_pin(b, OTHER, (supple_vec3){0.0f, 0.0f, 0.0f});
        CHECK(again.generation != 0);
    }
    drop_body(b);
}

TEST(shapes_next_to_nothing_leave_the_state_finite) {
    static const double sizes[] = {1e-6, 1e-14, 1e-22, 1e-30};
    for (int run = 0; run < 4; ++run) {
        kit = asset_maker_new((asset_maker_options){0});
        for (int32_t p = 0; p < kit.draft.part_count; ++p)
            for (int32_t i = 0; i < kit.options.coord_count * kit.draft_parts[p].vertex_count; ++i)
                for (int a = 0; a < 3; ++a)
                    kit.parts[p].shapes[i][a] *= sizes[run];
        CHECK(asset_maker_write(&kit));
        supple_body* b = supple_body_create(&kit.asset, NULL, NULL);
        supple_body_pin(b, SOFT, plus(supple_body_position(b, SOFT), 0.05, 0.02, 0.0));
        for (int k = 0; k < 100; ++k)
            supple_body_step(b, DT);
        CHECK(isfinite(energy(b)));
        CHECK(isfinite(supple_body_position(b, SOFT).x));
        drop_body(b);
    }
}

TEST(any_dt_is_calm_with_pins) {
    static const float steps[] = {1e-5f, 1e-3f, 0.1f, 1.0f, 10.0f};
    supple_body* b = make_body((asset_maker_options){.hertz = 9.0});
    supple_vec3 rest = supple_body_position(b, SOFT);
    supple_pin pin = supple_body_pin(b, SOFT, rest);
    for (int k = 0; k < 2000; ++k) {
        supple_body_move_pin(b, pin, plus(rest, 0.02 * sin(0.7 * k), 0.02 * cos(k), 0.01));
        supple_body_step(b, steps[k * 7 % 5]);
        CHECK(fullest(b) < 5.0);
    }
    drop_body(b);
}

TEST(what_pins_cost) {
    static const int counts[] = {0, 1, 2, 4, 8};
    for (int i = 0; i < 5; ++i) {
        supple_body* b = make_body((asset_maker_options){.coord_count = 5});
        for (int k = 0; k < counts[i]; ++k) {
            supple_point at = {{24 + 8 * (uint32_t)k, 25, 32}, {0.5f, 0.3f, 0.2f}};
            supple_body_pin(b, at, plus(supple_body_position(b, at), 0.01, 0.0, 0.0));
        }
        clock_t begin = clock();
        for (int k = 0; k < 2000; ++k)
            supple_body_step(b, DT);
        printf("        3 parts of 5, %d pins: %.1f us a step, %d substeps\n", counts[i],
               1e6 * (double)(clock() - begin) / CLOCKS_PER_SEC / 2000,
               supple_body_stats(b).substeps);
        CHECK(fullest(b) < 2.0);
        drop_body(b);
    }
}

TEST(a_restored_state_holds_the_same_pins) {
    supple_body* b = make_body((asset_maker_options){0});
    supple_vec3 rest = supple_body_position(b, SOFT);
    supple_pin pin = supple_body_pin(b, SOFT, plus(rest, 0.02, 0.0, 0.0));
    for (int k = 0; k < 10; ++k)
        supple_body_step(b, DT);
    size_t size = supple_body_state_size(b);
    void *saved = malloc(size), *end = malloc(size), *again = malloc(size);
    supple_body_save(b, saved);
    for (int k = 0; k < 20; ++k)
        supple_body_step(b, DT);
    supple_body_save(b, end);
    supple_body_unpin(b, pin);
    supple_body_step(b, DT);
    bool restored = supple_body_restore(b, saved, size);
    for (int k = 0; k < 20; ++k)
        supple_body_step(b, DT);
    supple_body_save(b, again);
    bool same = memcmp(end, again, size) == 0;
    free(saved);
    free(end);
    free(again);
    CHECK(restored && same);
    drop_body(b);
}

TEST_MAIN(CASE(a_dragged_point_follows_the_hand_to_the_last_digit),
          CASE(a_held_point_has_the_velocity_of_the_hand),
          CASE(a_pin_stays_in_the_world_while_bones_move), CASE(several_pins_are_held_at_once),
          CASE(stiff_flesh_is_held_without_growth),
          CASE(a_target_out_of_reach_pulls_up_to_the_limit),
          CASE(near_the_limit_what_is_shown_is_still_near_the_target),
          CASE(after_unpin_it_springs_back_and_comes_to_rest),
          CASE(one_coordinate_goes_as_near_as_it_can),
          CASE(pins_that_say_the_same_or_contradict_stay_calm),
          CASE(a_pin_beside_the_clamp_does_not_throw_the_body),
          CASE(pins_on_parts_that_share_nothing_do_not_know_of_each_other),
          CASE(a_rigid_point_is_not_held_and_its_pin_stays), CASE(ids_go_stale_and_zero_says_full),
          CASE(shapes_next_to_nothing_leave_the_state_finite), CASE(any_dt_is_calm_with_pins),
          CASE(what_pins_cost), CASE(a_restored_state_holds_the_same_pins))
