// Laws of signed-distance bodies.
// SPDX-License-Identifier: MIT
#include "scenes/sdf.h"
#include "test/kit/check.h"
#include "test/kit/random.h"

static const sdf_part shapes[] = {
    {SDF_SPHERE, .a = {0.1, 0.2, 0.3}, .r = 0.4},
    {SDF_ELLIPSOID, .a = {0, 0, 0.1}, .size = {0.5, 0.3, 0.4}, .turn = {20, -30, 40}},
    {SDF_CAPSULE, .a = {-0.3, 0, 0}, .b = {0.3, 0.2, 0.1}, .r = 0.2},
    {SDF_ROUND_CONE, .a = {-0.3, 0, 0}, .b = {0.3, 0.2, 0.1}, .r = 0.1, .r2 = 0.25},
    {SDF_BOX, .a = {0, 0.1, 0}, .size = {0.3, 0.4, 0.5}, .r = 0.1, .turn = {0, 35, 10}},
    {SDF_TORUS, .a = {0, 0, 0.1}, .r = 0.4, .r2 = 0.15, .turn = {30, 0, 60}},
};
enum { SHAPES = sizeof shapes / sizeof *shapes };

// A lump of `count` small parts with fillets, some cut, some mirrored.
static void random_table(sdf_part* parts, int count) {
    for (int i = 0; i < count; ++i) {
        parts[i] = shapes[(int)random_in(0, SHAPES - 1e-9)];
        parts[i].a = v3_add(v3_scale(parts[i].a, 0.4), random_point(0.5));
        parts[i].b = v3_add(parts[i].a, random_point(0.2));
        parts[i].size = v3_scale(parts[i].size, 0.4);
        parts[i].r *= 0.4;
        parts[i].r2 *= 0.4;
        parts[i].blend = random_in(0.0, 0.1);
        parts[i].join = i > 0 && i % 5 == 0 ? SDF_CUT : SDF_ADD;
        parts[i].mirror = i % 2 == 0;
        parts[i].twin_blend = random_in(0.0, 0.05);
    }
}

static double numeric_gradient_error(const sdf_body* body, vec3 p) {
    const double h = 1e-6;
    vec3 g = sdf_at(body, p).gradient, n;
    n.x =
        sdf_at(body, v3(p.x + h, p.y, p.z)).distance - sdf_at(body, v3(p.x - h, p.y, p.z)).distance;
    n.y =
        sdf_at(body, v3(p.x, p.y + h, p.z)).distance - sdf_at(body, v3(p.x, p.y - h, p.z)).distance;
    n.z =
        sdf_at(body, v3(p.x, p.y, p.z + h)).distance - sdf_at(body, v3(p.x, p.y, p.z - h)).distance;
    return v3_length(v3_sub(g, v3_scale(n, 0.5 / h)));
}

TEST(gradients_agree_with_differences) {
    arena* memory = arena_create();
    double worst = 0.0;
    for (int i = 0; i < SHAPES; ++i) {
        sdf_body body = sdf_body_make(&shapes[i], 1, memory);
        for (int k = 0; k < 200; ++k) {
            vec3 p = random_point(0.8);
            if (sdf_at(&body, p).distance < -0.02) // away from inner ridges
                continue;
            double error = numeric_gradient_error(&body, p);
            worst = error > worst ? error : worst;
        }
    }
    arena_destroy(memory);
    CHECK(worst < 1e-4);
}

TEST(a_step_along_the_gradient_lands_on_the_surface) {
    arena* memory = arena_create();
    double worst = 0.0, length_error = 0.0;
    for (int i = 0; i < SHAPES; ++i) {
        sdf_body body = sdf_body_make(&shapes[i], 1, memory);
        for (int k = 0; k < 500; ++k) {
            vec3 p = random_point(0.8);
            sdf_sample s = sdf_at(&body, p);
            if (fabs(s.distance) > 0.03)
                continue;
            double left = fabs(sdf_at(&body, v3_madd(p, s.gradient, -s.distance)).distance);
            double length = fabs(v3_length(s.gradient) - 1.0);
            worst = left > worst ? left : worst;
            length_error = length > length_error ? length : length_error;
        }
    }
    arena_destroy(memory);
    CHECK(worst < 0.004);
    CHECK(length_error < 0.12); // the ellipsoid's; all others are exact
}

TEST(the_smooth_union_is_symmetric_and_never_above_the_minimum) {
    for (int k = 0; k < 1000; ++k) {
        double a = random_in(-1, 1), b = random_in(-1, 1), r = random_in(0.01, 0.5);
        double u = sdf_smooth_union(a, b, r), least = a < b ? a : b;
        CHECK(u == sdf_smooth_union(b, a, r));
        CHECK(u <= least && u >= least - 0.25 * r);
        CHECK(fabs(a - b) < r || u == least);
    }
}

TEST(a_cut_is_outside_of_what_was_cut) {
    static const sdf_part parts[] = {
        {SDF_SPHERE, .r = 0.5}, {SDF_SPHERE, SDF_CUT, .a = {0.4, 0, 0}, .r = 0.3, .blend = 0.05}};
    arena* memory = arena_create();
    sdf_body body = sdf_body_make(parts, 2, memory);
    double hollow = sdf_at(&body, v3(0.4, 0, 0)).distance,
           far = sdf_at(&body, v3(-0.4, 0, 0)).distance;
    arena_destroy(memory);
    CHECK(hollow > 0.29);
    CHECK_NEAR(far, -0.1, 1e-15);
}

TEST(mirrored_points_of_mirrored_bodies_have_the_same_bits) {
    arena* memory = arena_create();
    sdf_part parts[20];
    random_table(parts, 20);
    for (int i = 0; i < 20; ++i)
        parts[i].mirror = true;
    sdf_body body = sdf_body_make(parts, 20, memory);
    int differ = 0;
    for (int k = 0; k < 500; ++k) {
        vec3 p = random_point(0.8);
        sdf_sample s = sdf_at(&body, p), t = sdf_at(&body, v3(-p.x, p.y, p.z));
        differ += s.distance != t.distance || s.gradient.x != -t.gradient.x ||
                  s.gradient.y != t.gradient.y;
    }
    arena_destroy(memory);
    CHECK(differ == 0);
}

TEST(leaving_out_what_does_not_matter_changes_nothing_near_the_surface) {
    arena* memory = arena_create();
    enum { PARTS = 60 };
    int32_t some[PARTS];
    int differ = 0, compared = 0, saved = 0;
    for (int table = 0; table < 20; ++table) {
        sdf_part parts[PARTS];
        random_table(parts, PARTS);
        for (int i = 0; i < PARTS; ++i) { // small against the lump, as in a real body
            parts[i].a = v3_scale(parts[i].a, 3.0);
            parts[i].b = v3_add(parts[i].a, random_point(0.2));
        }
        sdf_body body = sdf_body_make(parts, PARTS, memory);
        for (int k = 0; k < 200; ++k) {
            vec3 p = random_point(1.5);
            if (fabs(sdf_at(&body, p).distance) > 0.1)
                continue;
            int32_t count = sdf_relevant(&body, p, 0.05, some);
            saved += PARTS - count;
            vec3 q = v3_madd(p, v3_unit(random_point(1.0)), 0.05);
            differ += sdf_at(&body, q).distance != sdf_at_some(&body, some, count, q).distance;
            ++compared;
        }
    }
    arena_destroy(memory);
    CHECK(compared > 200);
    CHECK(saved > compared * PARTS / 4);
    CHECK(differ == 0);
}

TEST(bounds_hold_the_body) {
    arena* memory = arena_create();
    sdf_part parts[20];
    random_table(parts, 20);
    sdf_body body = sdf_body_make(parts, 20, memory);
    vec3 low, high;
    sdf_bounds(&body, &low, &high);
    int outside = 0, inside = 0;
    for (int k = 0; k < 20000; ++k) {
        vec3 p = random_point(1.2);
        if (sdf_at(&body, p).distance >= 0.0)
            continue;
        ++inside;
        outside += p.x < low.x || p.y < low.y || p.z < low.z || p.x > high.x || p.y > high.y ||
                   p.z > high.z;
    }
    arena_destroy(memory);
    CHECK(inside > 30);
    CHECK(outside == 0);
}

TEST_MAIN(CASE(gradients_agree_with_differences),
          CASE(a_step_along_the_gradient_lands_on_the_surface),
          CASE(the_smooth_union_is_symmetric_and_never_above_the_minimum),
          CASE(a_cut_is_outside_of_what_was_cut),
          CASE(mirrored_points_of_mirrored_bodies_have_the_same_bits),
          CASE(leaving_out_what_does_not_matter_changes_nothing_near_the_surface),
          CASE(bounds_hold_the_body))
