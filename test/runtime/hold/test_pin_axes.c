// Pins in bind space: the same in every pose, and no work of a pose.
// SPDX-License-Identifier: MIT
#include "runtime/body/body.h"
#include "runtime/hold/pin_axes.h"
#include "runtime/hold/pin_work.h"
#include "test/kit/asset_maker.h"
#include "test/kit/check.h"
#include "test/kit/palette.h"

static const float DT = 1.0f / 60.0f;
enum { PINS = 16 };

static asset_maker kit;

// Pins at vertices, which bend nowhere, or between them.
static supple_point at(int i, bool between) {
    uint32_t v = 24 + (uint32_t)(3 * i);
    return (supple_point){{v, v + 8, v + 1},
                          {between ? 0.5f : 1.0f, between ? 0.3f : 0.0f, between ? 0.2f : 0.0f}};
}

static supple_body* make_body(int32_t bones, bool gravity) {
    kit = asset_maker_new((asset_maker_options){.coord_count = 8, .bone_count = bones});
    if (!asset_maker_write(&kit))
        return NULL;
    supple_body_options o = supple_body_options_default(&kit.asset);
    o.max_pins = PINS;
    if (!gravity)
        o.gravity = o.sag = (supple_vec3){0.0f, 0.0f, 0.0f};
    return supple_body_create(&kit.asset, &o, NULL);
}

static void script(supple_body* b, int k, bool there) {
    supple_matrix palette[8];
    palette_script(palette, kit.asset.bone_count, 0.2 * k * (double)DT);
    if (there)
        supple_body_place(b, palette);
    else
        supple_body_drive(b, palette);
}

// Systems solved in 60 frames after the first.
static uint64_t prepared(bool between, double far) {
    supple_body* b = make_body(3, true);
    script(b, 0, true);
    for (int i = 0; i < PINS; ++i) {
        supple_vec3 x = supple_body_position(b, at(i, between));
        x.x += (float)(far * (1 + i % 3));
        supple_body_pin(b, at(i, between), x);
    }
    for (int k = 1; k < 3; ++k, supple_body_step(b, DT))
        script(b, k, false);
    uint64_t before = b->pin_scratch->prepared, limited = supple_body_stats(b).limited;
    for (int k = 3; k < 63; ++k) {
        script(b, k, false);
        supple_body_step(b, DT);
    }
    uint64_t made = b->pin_scratch->prepared - before;
    printf("        %llu systems, %llu frames at a limit\n", (unsigned long long)made,
           (unsigned long long)(supple_body_stats(b).limited - limited));
    supple_body_destroy(b);
    asset_maker_close(&kit);
    return made;
}

TEST(bones_that_move_solve_no_system_anew) {
    CHECK(prepared(false, 0.0005) == 0);
}

TEST(nor_does_flesh_at_its_limit) {
    CHECK(prepared(false, 0.3) == 0);
}

TEST(a_point_that_bends_is_solved_once_a_frame_and_gain) {
    uint64_t made = prepared(true, 0.0005);
    CHECK(made > 0 && made <= 60 * PIN_GAINS);
}

// A pin on one part knows nothing of the columns of others.
TEST(a_system_has_the_columns_of_its_parts_alone) {
    supple_body* b = make_body(3, true);
    script(b, 0, true);
    supple_point low = at(0, false);
    uint64_t parts[4] = {0};
    point_parts(b, low, parts);
    int32_t columns = 0;
    for (int32_t p = 0; p < b->part_count; ++p)
        columns += pin_work_has(parts, p) ? b->parts[p].count : 0;
    supple_body_pin(b, low, supple_body_position(b, low));
    supple_body_step(b, DT);
    CHECK(b->pin_scratch->group_count == 1);
    CHECK(b->pin_scratch->groups[0].n == columns && columns < b->coord_count);
    supple_body_destroy(b);
    asset_maker_close(&kit);
}

// ---- no pose is a special one ----------------------------------------------------------

static supple_vec3 carried(const supple_matrix* m, supple_vec3 x) {
    const float* c = m->m;
    return (supple_vec3){c[0] * x.x + c[4] * x.y + c[8] * x.z + c[12],
                         c[1] * x.x + c[5] * x.y + c[9] * x.z + c[13],
                         c[2] * x.x + c[6] * x.y + c[10] * x.z + c[14]};
}

// Coordinates after a second under pins that contradict each other, all seen from elsewhere: turned and moved.
static void held_from(double angle, double x, double scale, float q[64]) {
    supple_body* b = make_body(1, false);
    supple_matrix home = palette_matrix(0.0, 0.0, 0.0, 0.0),
                  there = palette_matrix(angle, x, 0.2, 0.1);
    for (int i = 0; i < 12; ++i)
        there.m[i] *= (float)scale;
    supple_body_place(b, &home);
    supple_vec3 targets[PINS];
    for (int i = 0; i < PINS; ++i) {
        targets[i] = supple_body_position(b, at(i, i % 2 == 0));
        targets[i].x += 0.01f * (float)(i % 3);
        targets[i].z -= 0.01f * (float)(i % 5);
        targets[i] = carried(&there, targets[i]);
    }
    supple_body_place(b, &there);
    for (int i = 0; i < PINS; ++i)
        supple_body_pin(b, at(i, i % 2 == 0), targets[i]);
    for (int k = 0; k < 60; ++k)
        supple_body_step(b, DT);
    memcpy(q, b->q, sizeof *q * (size_t)b->coord_count);
    supple_body_destroy(b);
    asset_maker_close(&kit);
}

TEST(pins_that_contradict_are_answered_alike_wherever_they_are_seen_from) {
    float here[64], there[64], large[64];
    held_from(0.0, 0.0, 1.0, here);
    held_from(1.3, 0.7, 1.0, there);
    held_from(2.1, -0.4, 3.0, large);
    double most = 0.0, apart = 0.0;
    for (int i = 0; i < 24; ++i) {
        most = fmax(most, fabs((double)here[i]));
        apart = fmax(apart, fabs((double)here[i] - there[i]));
        apart = fmax(apart, fabs((double)here[i] - large[i]));
    }
    printf("        %.3g of coordinates up to %.3g\n", apart, most);
    CHECK(most > 1e-3 && apart < 2e-4 * most);
}

// Between vertices that bones carry apart, and at vertices where bones are blended.
TEST(points_of_blended_bones_are_reached_while_they_bend) {
    for (int between = 0; between < 2; ++between) {
        supple_body* b = make_body(3, true);
        supple_body_options heavier = supple_body_options_default(&kit.asset);
        heavier.gravity.y *= 1.5f;
        supple_body* hangs = supple_body_create(&kit.asset, &heavier, NULL);
        script(b, 0, true);
        supple_point one = at(7, between == 1);
        CHECK(pin_axes_bend(b, one) == (between == 1));
        supple_pin pin = supple_body_pin(b, one, supple_body_position(b, one));
        double worst = 0.0;
        for (int k = 1; k < 200; ++k) {
            script(b, k, false);
            script(hangs, k, true);
            supple_vec3 to = supple_body_position(hangs, one); // where flesh can be
            supple_body_move_pin(b, pin, to);
            supple_body_step(b, DT);
            supple_vec3 is = supple_body_position(b, one);
            worst = fmax(worst, fabs((double)is.x - to.x) + fabs((double)is.y - to.y) +
                                    fabs((double)is.z - to.z));
        }
        printf("        %.2g m\n", worst);
        CHECK(worst < 5e-5); // of 1 m; along the bar flesh hardly moves, and is let go
        supple_body_destroy(b);
        supple_body_destroy(hangs);
        asset_maker_close(&kit);
    }
}

TEST_MAIN(CASE(bones_that_move_solve_no_system_anew), CASE(nor_does_flesh_at_its_limit),
          CASE(a_point_that_bends_is_solved_once_a_frame_and_gain),
          CASE(a_system_has_the_columns_of_its_parts_alone),
          CASE(pins_that_contradict_are_answered_alike_wherever_they_are_seen_from),
          CASE(points_of_blended_bones_are_reached_while_they_bend))
