// Skies as numbers: turned by an angle, never below zero where they arrive, even ones exactly even.
// SPDX-License-Identifier: MIT
#include "bake/light/sky.h"
#include "test/kit/check.h"
#include "test/kit/random.h"

// What an open white surface sends out.
static void open_surface(const double* light, int32_t order, vec3 normal, double rgb[3]) {
    double m[SH_MOST];
    sh_open_surface(order, normal, m);
    for (int c = 0; c < 3; ++c) {
        rgb[c] = 0.0;
        for (int i = 0; i < sh_count(order); ++i)
            rgb[c] += m[i] * light[3 * i + c];
    }
}

TEST(a_white_surface_that_looks_up_is_about_white_under_every_sky) {
    for (int n = 0; sky_names[n] != NULL; ++n)
        for (int32_t order = SH_ORDER_LEAST; order <= SH_ORDER_MOST; ++order) {
            double light[3 * SH_MOST], up[3];
            CHECK(sky_light(sky_names[n], 0.0, order, light));
            open_surface(light, order, v3(0, 1, 0), up);
            double mean = (up[0] + up[1] + up[2]) / 3.0;
            CHECK(mean > 0.5 && mean < 2.5);
        }
}

TEST(the_even_sky_is_the_same_from_everywhere) {
    double light[48], rgb[3];
    CHECK(sky_light("even", 77.0, 4, light));
    for (int i = 0; i < 50; ++i) {
        open_surface(light, 4, v3_unit(random_point(1.0)), rgb);
        for (int c = 0; c < 3; ++c)
            CHECK_NEAR(rgb[c], 1.0, 1e-12);
    }
}

TEST(degrees_turn_a_sky_as_a_turn_of_its_coefficients_does) {
    for (int n = 0; sky_names[n] != NULL; ++n) {
        double still[48], turned[48], expected[48] = {0};
        CHECK(sky_light(sky_names[n], 0.0, 4, still) && sky_light(sky_names[n], 120.0, 4, turned));
        sh_turn t = sh_turn_by(4, quat_axis_angle(v3(0, 1, 0), 120.0 * EXACT_PI / 180.0));
        for (int c = 0; c < 3; ++c)
            sh_turn_apply(&t, still + c, 3, expected + c);
        for (int i = 0; i < 48; ++i)
            CHECK_NEAR(turned[i], expected[i], 1e-12);
    }
}

// Few harmonics ring; what is seen of that stays small, and nothing arrives that is less than nothing.
TEST(no_sky_rings_by_more_than_a_tenth) {
    for (int n = 0; sky_names[n] != NULL; ++n)
        for (int32_t order = 3; order <= SH_ORDER_MOST; ++order) {
            double light[3 * SH_MOST], least = 0.0, most = 0.0;
            sky_light(sky_names[n], 0.0, order, light);
            for (int i = 0; i < 2000; ++i) {
                double y[SH_MOST], sum = 0.0;
                sh_basis(order, v3_unit(random_point(1.0)), y);
                for (int k = 0; k < sh_count(order); ++k)
                    sum += light[3 * k] * y[k];
                least = fmin(least, sum);
                most = fmax(most, sum);
            }
            CHECK(least > -0.1 * most);
        }
}

TEST(what_arrives_is_the_sum_over_harmonics_and_never_negative) {
    enum { POINTS = 64 };
    static float transfer[POINTS * 48], out[POINTS][3];
    double light[48];
    int clamped = 0;
    sky_light("evening", 10.0, 4, light);
    for (int i = 0; i < POINTS * 48; ++i)
        transfer[i] = (float)random_in(-1.0, 1.0);
    sky_arriving(transfer, POINTS, 4, light, out);
    for (int p = 0; p < POINTS; ++p)
        for (int c = 0; c < 3; ++c) {
            double sum = 0.0;
            for (int i = 0; i < 16; ++i)
                sum += (double)transfer[48 * p + 3 * i + c] * light[3 * i + c];
            CHECK_NEAR((double)out[p][c], fmax(sum, 0.0), 1e-5);
            clamped += sum < 0.0;
        }
    CHECK(clamped > 10);
}

TEST(an_unknown_sky_is_refused_and_the_list_names_all) {
    double light[48];
    arena* memory = arena_create();
    CHECK(!sky_light("green", 0.0, 4, light));
    const char* list = sky_list(memory);
    for (int n = 0; sky_names[n] != NULL; ++n)
        CHECK(strstr(list, sky_names[n]) != NULL);
    arena_destroy(memory);
}

TEST_MAIN(CASE(a_white_surface_that_looks_up_is_about_white_under_every_sky),
          CASE(the_even_sky_is_the_same_from_everywhere),
          CASE(degrees_turn_a_sky_as_a_turn_of_its_coefficients_does),
          CASE(no_sky_rings_by_more_than_a_tenth),
          CASE(what_arrives_is_the_sum_over_harmonics_and_never_negative),
          CASE(an_unknown_sky_is_refused_and_the_list_names_all))
