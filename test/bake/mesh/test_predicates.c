// orient3d against long double on easy points, and against exact facts on hard ones.
// SPDX-License-Identifier: MIT
#include "bake/mesh/predicates.h"
#include "test/kit/check.h"
#include "test/kit/soup.h"

static vec3 random_point(uint64_t* state) {
    return v3(soup_random(state, -1, 1), soup_random(state, -1, 1), soup_random(state, -1, 1));
}

TEST(clear_cases_agree_with_long_double) {
    uint64_t state = 5;
    int decided = 0;
    for (int i = 0; i < 20000; ++i) {
        vec3 a = random_point(&state), b = random_point(&state), c = random_point(&state),
             d = random_point(&state);
        long double ux = (long double)a.x - d.x, uy = (long double)a.y - d.y,
                    uz = (long double)a.z - d.z, vx = (long double)b.x - d.x,
                    vy = (long double)b.y - d.y, vz = (long double)b.z - d.z,
                    wx = (long double)c.x - d.x, wy = (long double)c.y - d.y,
                    wz = (long double)c.z - d.z;
        long double det =
            ux * (vy * wz - vz * wy) + uy * (vz * wx - vx * wz) + uz * (vx * wy - vy * wx);
        if (fabsl(det) < 1e-12L)
            continue;
        ++decided;
        CHECK(orient3d(a, b, c, d) == (det > 0) - (det < 0));
    }
    CHECK(decided > 19000);
}

TEST(below_is_positive) {
    CHECK(orient3d(v3(0, 0, 0), v3(1, 0, 0), v3(0, 1, 0), v3(0.2, 0.2, -1e-300)) == 1);
    CHECK(orient3d(v3(0, 0, 0), v3(1, 0, 0), v3(0, 1, 0), v3(0.2, 0.2, 1e-300)) == -1);
    CHECK(orient3d(v3(0, 0, 0), v3(1, 0, 0), v3(0, 1, 0), v3(7, -3, 0)) == 0);
}

TEST(one_bit_off_a_slanted_plane_is_seen) {
    // the plane x + y + z = 3 k with k a power of two: its points with few bits lie on it exactly
    for (int i = 0; i < 40; ++i) {
        double k = ldexp(1.0, i - 20);
        vec3 a = v3(3 * k, 0, 0), b = v3(0, 3 * k, 0), c = v3(0, 0, 3 * k);
        CHECK(orient3d(a, b, c, v3(k, k, k)) == 0);
        CHECK(orient3d(a, b, c, v3(k, k, nextafter(k, 0))) == 1);
        CHECK(orient3d(a, b, c, v3(k, nextafter(k, INFINITY), k)) == -1);
    }
}

TEST(differences_that_round_do_not_hurt) {
    // 1e16 and 0.1 have no exact difference; the plane is y = z, the point a bit beside it
    vec3 a = v3(1e16, 0.1, 0.1), b = v3(-1e16, 0.3, 0.3), c = v3(3, 1e10, 1e10);
    CHECK(orient3d(a, b, c, v3(17, 0.7, 0.7)) == 0);
    int above = orient3d(a, b, c, v3(17, 0.7, nextafter(0.7, 1)));
    int below = orient3d(a, b, c, v3(17, 0.7, nextafter(0.7, 0)));
    CHECK(above != 0 && below == -above);
}

TEST(swapping_two_points_turns_the_sign) {
    uint64_t state = 11;
    for (int i = 0; i < 2000; ++i) {
        vec3 p[4];
        for (int k = 0; k < 4; ++k) { // on a coarse lattice: a third of them is coplanar
            p[k] = random_point(&state);
            p[k] = v3(floor(2 * p[k].x) / 10, floor(2 * p[k].y) / 10, floor(2 * p[k].z) / 10);
        }
        int sign = orient3d(p[0], p[1], p[2], p[3]);
        CHECK(orient3d(p[1], p[0], p[2], p[3]) == -sign);
        CHECK(orient3d(p[0], p[1], p[3], p[2]) == -sign);
        CHECK(orient3d(p[3], p[1], p[2], p[0]) == -sign);
        CHECK(orient3d(p[1], p[2], p[0], p[3]) == sign);
    }
}

TEST_MAIN(CASE(clear_cases_agree_with_long_double), CASE(below_is_positive),
          CASE(one_bit_off_a_slanted_plane_is_seen), CASE(differences_that_round_do_not_hurt),
          CASE(swapping_two_points_turns_the_sign))
