// Light on level ground below balls: closed forms, no jumps, turned lights, and arguments that are none.
// SPDX-License-Identifier: MIT
#include "bake/light/sh.h"
#include "supple/supple.h"
#include "test/kit/check.h"
#include "test/kit/random.h"

static const float origin[3] = {0.0f, 0.0f, 0.0f};

// What arrives at the origin, green.
static double arriving(const supple_ground* g, const supple_ball* balls, int32_t count) {
    float rgb[3];
    supple_ground_light(g, balls, count, origin, 1, rgb);
    return (double)rgb[1];
}

static supple_ball ball_at(double x, double y, double z, double radius) {
    return (supple_ball){{(float)x, (float)y, (float)z}, (float)radius, {0}};
}

static supple_ground* even_sky(void) {
    float even[12] = {2.0f, 2.0f, 2.0f};
    supple_ground* g = supple_ground_create(NULL);
    supple_ground_set(g, 2, even, NULL);
    return g;
}

TEST(open_ground_has_what_an_open_surface_has) {
    seed = 1;
    supple_ground* g = supple_ground_create(NULL);
    CHECK(arriving(g, NULL, 0) == 0.0); // dark at first
    for (int order = 2; order <= 6; ++order) {
        float light[3 * SH_MOST];
        double open[SH_MOST], sum = 0.0;
        sh_open_surface(order, v3(0, 1, 0), open);
        for (int i = 0; i < 3 * order * order; ++i) {
            light[i] = i < 3 ? 3.0f : (float)random_in(-0.5, 0.5);
            sum += i % 3 == 1 ? (double)light[i] * open[i / 3] : 0.0;
        }
        supple_ground_set(g, order, light, NULL);
        CHECK_NEAR(arriving(g, NULL, 0), sum, 0.01 * sum);
    }
    supple_ground_destroy(g);
}

// Under an even sky a ball that is all above the ground hides (radius / distance)^2 cos of it, a form factor.
TEST(a_ball_hides_its_form_factor) {
    seed = 2;
    supple_ground* g = even_sky();
    double open = arriving(g, NULL, 0), worst = 0.0;
    for (int i = 0; i < 2000; ++i) {
        double x = random_in(-2, 2), z = random_in(-2, 2), y = random_in(0.05, 2),
               radius = y * random_in(0.05, 0.999), square = x * x + y * y + z * z;
        supple_ball b = ball_at(x, y, z, radius);
        double factor = radius * radius / square * y / sqrt(square);
        worst = fmax(worst, fabs(1.0 - arriving(g, &b, 1) / open - factor));
    }
    printf("        off by %.4f at worst\n", worst);
    CHECK(worst < 0.02);
    supple_ball low = ball_at(0.3, -0.2, 0, 0.1), none = ball_at(0, 1, 0, 0),
                round = ball_at(0, 0.1, 0, 0.2);
    CHECK(arriving(g, &low, 1) == open && arriving(g, &none, 1) == open);
    CHECK(arriving(g, &round, 1) < 1e-6); // the point is in it
    supple_ground_destroy(g);
}

TEST(a_ball_inside_another_hides_hardly_more_and_two_apart_both) {
    supple_ground* g = even_sky();
    double open = arriving(g, NULL, 0);
    supple_ball pair[2] = {ball_at(0.5, 1, 0, 0.5), ball_at(0.5, 1, 0, 0.35)},
                apart[2] = {ball_at(0.7, 1, 0, 0.3), ball_at(-0.7, 1, 0, 0.3)};
    CHECK_NEAR(arriving(g, pair, 2), arriving(g, pair, 1), 0.015 * open);
    CHECK_NEAR(open - arriving(g, apart, 2),
               2 * open - arriving(g, apart, 1) - arriving(g, apart + 1, 1), 0.005 * open);
    supple_ground_destroy(g);
}

// A ball that glides past in steps of a hundredth of its radius changes what arrives by little each time.
// Under an even sky a ball throws back its albedo's part of what it hides, times what is open there: near dark ground it is dark, too.
TEST(a_ball_throws_back_what_the_open_part_lights) {
    seed = 3;
    supple_ground* g = even_sky();
    double open = arriving(g, NULL, 0), worst = 0.0, most = 0.0;
    for (int i = 0; i < 500; ++i) {
        double y = random_in(0.05, 2), albedo = random_in(0, 1);
        supple_ball b = ball_at(random_in(-1, 1), y, random_in(-1, 1), y * random_in(0.05, 0.999));
        double seen = arriving(g, &b, 1) / open;
        b.albedo[1] = (float)albedo;
        double thrown = arriving(g, &b, 1) / open - seen;
        worst = fmax(worst, fabs(thrown - albedo * seen * (1.0 - seen)));
        most = fmax(most, thrown);
    }
    printf("        off by %.1e of what is open, %.3f thrown at most\n", worst, most);
    CHECK(worst < 1e-5 && most > 0.2); // of a quarter, where half is hidden
    supple_ground_destroy(g);
}

TEST(nothing_jumps_as_a_ball_moves) {
    supple_ground* g = even_sky();
    double open = arriving(g, NULL, 0), before = 0.0, most = 0.0;
    for (int i = 0; i < 600; ++i) {
        supple_ball b = ball_at(-1.5 + 0.005 * i, 0.52, 0.1, 0.5);
        double now = arriving(g, &b, 1);
        most = i > 0 ? fmax(most, fabs(now - before)) : 0.0;
        before = now;
    }
    printf("        %.4f a step at most\n", most / open);
    CHECK(most < 0.02 * open);
    supple_ground_destroy(g);
}

TEST(ground_that_is_turned_in_the_light_sees_it_turned_back) {
    seed = 4;
    supple_ground *g = supple_ground_create(NULL), *turned = supple_ground_create(NULL);
    float light[48], back[48], axes[9];
    double in[48], out[48] = {0};
    for (int i = 0; i < 48; ++i)
        in[i] = (double)(light[i] = i < 3 ? 3.0f : (float)random_in(-0.5, 0.5));
    quat q = quat_unit((quat){0.4, 0.1, -0.5, 0.6});
    for (int n = 0; n < 3; ++n) {
        vec3 column = quat_rotate(q, v3(n == 0, n == 1, n == 2));
        axes[n] = (float)column.x, axes[3 + n] = (float)column.y, axes[6 + n] = (float)column.z;
    }
    sh_turn t = sh_turn_by(4, quat_conjugate(q));
    for (int c = 0; c < 3; ++c)
        sh_turn_apply(&t, in + c, 3, out + c);
    for (int i = 0; i < 48; ++i)
        back[i] = (float)out[i];
    supple_ground_set(g, 4, light, axes);
    supple_ground_set(turned, 4, back, NULL);
    supple_ball b = ball_at(0.3, 0.7, 0.2, 0.4);
    CHECK_NEAR(arriving(g, &b, 1), arriving(turned, &b, 1), 1e-5);
    double was = arriving(g, &b, 1);
    light[7] = NAN;
    supple_ground_set(g, 4, light, NULL);
    light[7] = 0.0f;
    supple_ground_set(g, 7, light, NULL);
    axes[3] = INFINITY;
    supple_ground_set(g, 4, light, axes);
    CHECK(arriving(g, &b, 1) == was); // stays as it was
    supple_ground_destroy(g);
    supple_ground_destroy(turned);
    supple_ground_destroy(NULL);
}

TEST_MAIN(CASE(open_ground_has_what_an_open_surface_has), CASE(a_ball_hides_its_form_factor),
          CASE(a_ball_inside_another_hides_hardly_more_and_two_apart_both),
          CASE(a_ball_throws_back_what_the_open_part_lights), CASE(nothing_jumps_as_a_ball_moves),
          CASE(ground_that_is_turned_in_the_light_sees_it_turned_back))
