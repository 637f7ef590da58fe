// Laws of keyed curves.
// SPDX-License-Identifier: MIT
#include "scenes/curve.h"
#include "test/kit/check.h"

static const curve_key keys[] = {{0, 1}, {0.2, 0}, {0.5, 0}, {0.7, 2}, {1.0, 1}};
enum { KEYS = sizeof keys / sizeof *keys };

TEST(a_curve_passes_through_its_keys_and_is_held_outside) {
    for (int i = 0; i < KEYS; ++i)
        CHECK_NEAR(curve_at(keys, KEYS, keys[i].time), keys[i].value, 1e-12);
    CHECK(curve_at(keys, KEYS, -3.0) == 1.0 && curve_at(keys, KEYS, 9.0) == 1.0);
}

TEST(a_curve_never_overshoots_its_keys) {
    for (double t = 0.0; t <= 1.0; t += 0.001) {
        double x = curve_at(keys, KEYS, t);
        CHECK(x >= 0.0 && x <= 2.0);
        CHECK(t < 0.2 || t > 0.5 || x == 0.0); // flat between equal keys
    }
}

TEST(velocity_is_continuous_also_round_the_seam_of_a_cycle) {
    const double h = 1e-6;
    for (int i = 0; i < KEYS; ++i) {
        double t = keys[i].time, x = curve_cycle(keys, KEYS, t);
        double before = (x - curve_cycle(keys, KEYS, t - h)) / h;
        double after = (curve_cycle(keys, KEYS, t + h) - x) / h;
        CHECK_NEAR(before, after, 1e-3);
    }
    CHECK_NEAR(curve_cycle(keys, KEYS, 2.35), curve_cycle(keys, KEYS, 0.35), 1e-12);
}

TEST(a_hermite_cubic_has_its_ends_and_their_velocities) {
    const double h = 1e-7;
    CHECK_NEAR(curve_hermite(1, 2, 3, -4, 0.5, 0.0), 1.0, 1e-12);
    CHECK_NEAR(curve_hermite(1, 2, 3, -4, 0.5, 0.5), 3.0, 1e-12);
    CHECK_NEAR((curve_hermite(1, 2, 3, -4, 0.5, h) - 1.0) / h, 2.0, 1e-5);
    CHECK_NEAR((3.0 - curve_hermite(1, 2, 3, -4, 0.5, 0.5 - h)) / h, -4.0, 1e-5);
}

TEST_MAIN(CASE(a_curve_passes_through_its_keys_and_is_held_outside),
          CASE(a_curve_never_overshoots_its_keys),
          CASE(velocity_is_continuous_also_round_the_seam_of_a_cycle),
          CASE(a_hermite_cubic_has_its_ends_and_their_velocities))
