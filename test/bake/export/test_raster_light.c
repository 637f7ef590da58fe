// Colours, light and shadow by their laws.
// SPDX-License-Identifier: MIT
#include "bake/export/raster_light.h"

#include "bake/export/raster_color.h"
#include "bake/export/recolor.h"
#include "test/kit/check.h"
#include "test/kit/picture_check.h"

TEST(bytes_survive_the_way_to_light_and_back) {
    color_tables t;
    color_tables_make(&t);
    for (int i = 0; i < 256; ++i) {
        double s = i / 255.0;
        CHECK_NEAR(t.linear[i], s <= 0.04045 ? s / 12.92 : pow((s + 0.055) / 1.055, 2.4), 1e-6);
        CHECK(color_encode(&t, t.linear[i]) == i);
    }
    CHECK(color_encode(&t, NAN) == 0 && color_encode(&t, -1.0f) == 0);
    CHECK(color_encode(&t, 2.0f) == 255);
}

TEST(the_tone_curve_rises_and_stays_below_white) {
    float last = -1.0f;
    for (int i = 0; i < 4000; ++i) {
        float tone = color_tone((float)i * 0.005f);
        CHECK(tone > last && tone < 1.0f);
        last = tone;
    }
}

TEST(the_colour_scale_gets_evenly_lighter) {
    color_tables t;
    color_tables_make(&t);
    double last = 0.0, least = 1e9, most = 0.0;
    for (int i = 0; i <= 16; ++i) {
        float rgb[3];
        color_scale(&t, (float)i / 16.0f, rgb);
        double y = 0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2];
        double lightness = y > 0.008856 ? 116.0 * cbrt(y) - 16.0 : 903.3 * y; // CIE L*
        if (i > 0) {
            least = fmin(least, lightness - last);
            most = fmax(most, lightness - last);
        }
        last = lightness;
    }
    CHECK(least > 2.0 && most < 9.0); // 80 / 16 is even
}

static light_seen look_at(const light_rig* r, vec3 p, vec3 n) {
    const float point[3] = {(float)(p.x - r->origin.x), (float)(p.y - r->origin.y),
                            (float)(p.z - r->origin.z)};
    const float normal[3] = {(float)n.x, (float)n.y, (float)n.z};
    light_seen sum = {0};
    for (int32_t k = 0; k < LIGHT_SUBSETS; ++k)
        light_sample(r, k, point, normal, 1.0f, &sum);
    return sum;
}

TEST(under_a_roof_there_is_no_sky_and_on_it_there_is_all) {
    arena* memory = arena_create();
    soup s = {.memory = memory};
    soup_box(&s, v3(-10, 2, -10), v3(10, 2.5, 10));
    soup_box(&s, v3(-1, 0, -1), v3(1, 0.5, 1));
    surface f = drawable(&s);
    light_rig* r = light_rig_make(&f, (view){0.0, 0.0}, memory);
    light_seen under = look_at(r, v3(0, 0.5, 0), v3(0, 1, 0));
    light_seen above = look_at(r, v3(0, 2.5, 0), v3(0, 1, 0));
    float sky_under = light_part(&under, LIGHT_SKY), sky_above = light_part(&above, LIGHT_SKY);
    float key_under = light_part(&under, LIGHT_KEY), key_above = light_part(&above, LIGHT_KEY);
    arena_destroy(memory);
    CHECK(sky_above > 0.98f && key_above > 0.98f);
    CHECK(sky_under < 0.12f && key_under < 0.02f);
}

TEST(a_wall_takes_half_of_the_sky) {
    arena* memory = arena_create();
    soup s = {.memory = memory};
    soup_box(&s, v3(-50, 0, -1), v3(50, 50, 0)); // z < 0 is wall
    soup_box(&s, v3(-50, -1, -1), v3(50, 0, 50));
    surface f = drawable(&s);
    light_rig* r = light_rig_make(&f, (view){0.0, 0.0}, memory);
    light_seen seen = look_at(r, v3(0, 0, 2.5), v3(0, 1, 0));
    float sky = light_part(&seen, LIGHT_SKY);
    arena_destroy(memory);
    CHECK_NEAR(sky, 0.5, 0.08);
}

static bool same_color(const float a[4], const float b[4]) {
    return a[0] == b[0] && a[1] == b[1] && a[2] == b[2] && a[3] == b[3];
}

TEST(pieces_get_a_colour_each_even_across_seams) {
    arena* memory = arena_create();
    soup s = {.memory = memory};
    soup_box(&s, v3(0, 0, 0), v3(1, 1, 1)); // its sides do not share vertices, only places
    soup_box(&s, v3(3, 0, 0), v3(4, 1, 1));
    surface f = drawable(&s);
    recolor_pieces(&f, memory);
    bool one = true, apart = !same_color(f.colors[0], f.colors[24]);
    for (int32_t i = 0; i < 48; ++i)
        one = one && same_color(f.colors[i], f.colors[i / 24 * 24]);
    arena_destroy(memory);
    CHECK(one && apart);
}

TEST(attributes_become_scalars_and_missing_ones_are_refused) {
    arena* memory = arena_create();
    soup g = {.memory = memory};
    soup_grid(&g, 1, 1, 1.0);
    surface f = drawable(&g);
    float heat[4] = {1, 2, 3, 4}, flow[12] = {3, 0, 4, 0, 0, 0, 1, 2, 2, 0, 5, 12};
    attribute attributes[2] = {{"_HEAT", 1, heat}, {"_FLOW", 3, flow}};
    primitive p = {.vertex_count = 4, .attribute_count = 2, .attributes = attributes};
    scene s = {.primitive_count = 1, .primitives = &p};
    float *a = NULL, *b = NULL, *c = NULL;
    bool found =
        recolor_scalar(&f, &s, "_HEAT", memory, &a) && recolor_scalar(&f, &s, "_FLOW", memory, &b);
    bool none = recolor_scalar(&f, &s, "_HEA", memory, &c);
    bool right = found && a[2] == 3.0f && b[0] == 5.0f && b[2] == 3.0f && b[3] == 13.0f;
    arena_destroy(memory);
    CHECK(right && !none);
}

TEST_MAIN(CASE(bytes_survive_the_way_to_light_and_back),
          CASE(the_tone_curve_rises_and_stays_below_white),
          CASE(the_colour_scale_gets_evenly_lighter),
          CASE(under_a_roof_there_is_no_sky_and_on_it_there_is_all),
          CASE(a_wall_takes_half_of_the_sky), CASE(pieces_get_a_colour_each_even_across_seams),
          CASE(attributes_become_scalars_and_missing_ones_are_refused))
