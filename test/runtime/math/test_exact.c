// exp, sin, cos and atan2 against the long double libm: the claim of 2 units in the last place, of sines and cosines
// 0.9: what rounding took from the argument is given back.
// SPDX-License-Identifier: MIT
#include "runtime/math/exact.h"
#include "test/kit/check.h"

#include <float.h>
#include <stdint.h>

static double random_between(double low, double high) {
    static uint64_t state = 1;
    state = state * 6364136223846793005u + 1442695040888963407u;
    return low + (high - low) * (double)(state >> 11) * 0x1p-53;
}

static double error_in_ulp(double value, long double truth) {
    if (truth == 0.0L)
        return value == 0.0 ? 0.0 : INFINITY;
    return (double)(fabsl((value - truth) / truth)) / DBL_EPSILON;
}

TEST(exp_is_exact_to_two_ulp) {
    for (int i = 0; i < 200000; ++i) {
        double x = random_between(-700.0, 700.0);
        CHECK(error_in_ulp(exact_exp(x), expl(x)) < 2.0);
    }
    CHECK(exact_exp(0.0) == 1.0);
    CHECK(exact_exp(-1e9) == 0.0);
    CHECK(isinf(exact_exp(1e9)));
    CHECK(isnan(exact_exp(NAN)));
}

TEST(expm1_is_exact_to_three_ulp_also_near_zero) {
    for (int i = 0; i < 200000; ++i) {
        double x = random_between(-1.0, 1.0) * (i % 3 == 0 ? 1e-6 : i % 3 == 1 ? 1.0 : 30.0);
        CHECK(error_in_ulp(exact_expm1(x), expm1l(x)) < 3.0);
    }
    CHECK(exact_expm1(0.0) == 0.0);
    CHECK(exact_expm1(-1e9) == -1.0);
    CHECK(isnan(exact_expm1(NAN)));
}

TEST(sine_and_cosine_are_exact_to_nine_tenths_of_an_ulp) {
    for (int i = 0; i < 200000; ++i) {
        double x = random_between(-1.0, 1.0) * (i % 2 ? 4.0 : 1e5), s, c;
        exact_sincos(x, &s, &c);
        CHECK(error_in_ulp(s, sinl(x)) < 0.9);
        CHECK(error_in_ulp(c, cosl(x)) < 0.9);
    }
    CHECK(exact_sin(0.0) == 0.0 && exact_cos(0.0) == 1.0);
    CHECK(isnan(exact_sin(INFINITY)));
}

TEST(atan2_is_exact_to_two_ulp_in_every_quadrant) {
    for (int i = 0; i < 200000; ++i) {
        double y = random_between(-1.0, 1.0), x = random_between(-1.0, 1.0);
        CHECK(error_in_ulp(exact_atan2(y, x), atan2l(y, x)) < 2.0);
    }
    CHECK(exact_atan2(0.0, 0.0) == 0.0);
    CHECK(exact_atan2(0.0, 1.0) == 0.0);
    CHECK(exact_atan2(1.0, 0.0) == 0.5 * EXACT_PI);
    CHECK(exact_atan2(0.0, -1.0) == EXACT_PI);
}

TEST(no_argument_is_trouble) {
    double s, c;
    const double odd[4] = {INFINITY, -INFINITY, NAN, 1.0};
    for (int i = 0; i < 3; ++i) {
        exact_sincos(odd[i], &s, &c);
        CHECK(isnan(s) && isnan(c));
        for (int k = 0; k < 4; ++k)
            CHECK(isnan(exact_atan2(odd[i], odd[k])) && isnan(exact_atan2(odd[k], odd[i])));
    }
    exact_sincos(1e300, &s, &c);
    CHECK(fabs(s * s + c * c - 1.0) < 1e-15);
    CHECK(exact_atan2(1e300, 1e300) > 0.0 && exact_atan2(1e-300, 1e300) >= 0.0);
}

TEST_MAIN(CASE(exp_is_exact_to_two_ulp), CASE(expm1_is_exact_to_three_ulp_also_near_zero),
          CASE(sine_and_cosine_are_exact_to_nine_tenths_of_an_ulp),
          CASE(atan2_is_exact_to_two_ulp_in_every_quadrant), CASE(no_argument_is_trouble))
