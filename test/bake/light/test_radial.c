// Normalised radial functions: oracle values, the nearest value far away, constants, and a choice that is no worse than others.
// SPDX-License-Identifier: MIT
#include "bake/light/radial.h"
#include "test/kit/check.h"
#include "test/kit/random.h"

// By numpy, from docs/numerics.md D6.
static double centers[10] = {0, 0, 1, 0, 0, 1.5, 1.2, 1.1000000000000001, 2, 0.29999999999999999};
static const double sigma[5] = {0.5, 0.5, 0.69999999999999996, 0.59999999999999998, 0.5};
static const double data[15] = {1,
                                0,
                                0.5,
                                0,
                                2,
                                -0.5,
                                3,
                                1,
                                0,
                                -1,
                                0.5,
                                2,
                                0.20000000000000001,
                                0.20000000000000001,
                                0.20000000000000001};
static const double queries[4][2] = {
    {0, 0}, {0.5, 0.5}, {1.1000000000000001, 0.90000000000000002}, {50, -70}};
static const double parts[4][5] = {{0.79271127293411958, 0.10728180464739487, 0.079801371683851083,
                                    0.01998343149799639, 0.00022211923663804125},
                                   {0.27610072016027154, 0.27610072016027154, 0.20961143833825427,
                                    0.23049062097795855, 0.007696500363244126},
                                   {0.012200962211013716, 0.13449335846554725, 0.13969675002835608,
                                    0.64682150402354222, 0.066787425271540746},
                                   {0, 0, 1, 0, 0}};
static const double weights[2][15] = {
    {0.94771046863301966, -0.5118810304487682, 0.76917931931661643, 0.047053917718517767,
     2.9226673320040426, -1.3235431238896964, 3.5815050481891642, 1.096574432749164,
     -0.32008428778714626, -2.1142513478031937, 0.23733476614857354, 2.8932046737240737,
     0.59508699289383249, -0.11736692485685923, -0.081103545984311617},
    {0.94676537953868389, -0.50926064740750543, 0.76689346960057925, 0.046422341596306781,
     2.9153143256417633, -1.3185370351901609, 3.5757899339407881, 1.0949643254390751,
     -0.31805747650440702, -2.1078921353982936, 0.23875895877975745, 2.8862534280798626,
     0.59278882028056978, -0.11603911609814284, -0.080266292215794177}};
static const double values[2][4][3] = {
    {{1.0000000000000002, 4.3073319433775681e-17, 0.5},
     {0.54264456922642479, 0.94927450115488599, 0.44607875476591025},
     {-0.80958287412202468, 0.68569638414303846, 1.6526325347530257},
     {3.5815050481891642, 1.096574432749164, -0.32008428778714626}},
    {{0.9988535550556078, 0.0011886297999351312, 0.49874806194129323},
     {0.54245934843659838, 0.94796880606310685, 0.44565890453530638},
     {-0.80651794449821901, 0.68552437740657479, 1.649120772679189},
     {3.5757899339407881, 1.0949643254390751, -0.31805747650440702}}};

static radial known_functions(void) {
    static double sharpness[5];
    for (int k = 0; k < 5; ++k)
        sharpness[k] = 0.5 / (sigma[k] * sigma[k]);
    return (radial){.count = 5, .rank = 2, .width = 3, .centers = centers, .sharpness = sharpness};
}

TEST(parts_are_those_of_the_oracle_also_far_away) {
    radial f = known_functions();
    for (int i = 0; i < 4; ++i) {
        double p[5];
        radial_parts(&f, queries[i], p);
        for (int k = 0; k < 5; ++k)
            CHECK_NEAR(p[k], parts[i][k], 1e-11);
    }
}

TEST(fits_are_those_of_the_oracle_with_and_without_a_ridge) {
    static const double ridges[2] = {0.0, 1e-3};
    for (int r = 0; r < 2; ++r) {
        arena* memory = arena_create();
        radial f = known_functions();
        CHECK(radial_solve(&f, data, ridges[r], memory));
        for (int i = 0; i < 15; ++i)
            CHECK_NEAR(f.weights[i], weights[r][i], 1e-10);
        for (int i = 0; i < 4; ++i) {
            double y[3];
            radial_evaluate(&f, queries[i], y);
            for (int k = 0; k < 3; ++k)
                CHECK_NEAR(y[k], values[r][i][k], 1e-10);
        }
        arena_destroy(memory);
    }
}

enum { COUNT = 60 };

static void places(double* x, double* y) { // a smooth curve of 3 numbers over a square
    for (int i = 0; i < COUNT; ++i) {
        double a = x[2 * i] = random_in(-1, 1), b = x[2 * i + 1] = random_in(-1, 1);
        y[3 * i] = a + 0.5 * b * b;
        y[3 * i + 1] = a * b - 2.0 * b;
        y[3 * i + 2] = 1.0 + a * a;
    }
}

TEST(fits_pass_near_their_values_and_constants_stay_constant) {
    arena* memory = arena_create();
    static double x[2 * COUNT], y[3 * COUNT];
    places(x, y);
    radial_options o = {0.4, 1e-6, 0.0};
    radial f = radial_fit(x, COUNT, 2, y, 3, &o, memory);
    double at[3];
    for (int i = 0; i < COUNT; ++i) {
        radial_evaluate(&f, x + 2 * i, at);
        for (int k = 0; k < 3; ++k)
            CHECK_NEAR(at[k], y[3 * i + k], 1e-3);
    }
    for (int i = 0; i < 3 * COUNT; ++i)
        y[i] = 7.0;
    f = radial_fit(x, COUNT, 2, y, 3, &o, memory);
    for (int i = 0; i < 100; ++i) {
        double from[2] = {random_in(-2, 2), random_in(-2, 2)};
        radial_evaluate(&f, from, at);
        CHECK_NEAR(at[0], 7.0, 1e-4);
    }
    arena_destroy(memory);
}

// Of options at the ends of the range: what is chosen is no worse on places that nobody has seen.
TEST(what_is_chosen_is_good_between_the_places) {
    static double x[2 * COUNT], y[3 * COUNT], more_x[2 * COUNT], more_y[3 * COUNT];
    static const radial_options ends[3] = {{0.3, 1e-6, 0.0}, {1.3, 1e-1, 0.0}, {0.3, 1e-1, 0.0}};
    arena* memory = arena_create();
    double error, off[4] = {0};
    places(x, y);
    places(more_x, more_y);
    radial_options o = radial_choose(x, COUNT, 2, y, 3, &error);
    CHECK(error > 0.0 && error < 0.3);
    for (int n = 0; n < 4; ++n) {
        radial f = radial_fit(x, COUNT, 2, y, 3, n == 3 ? &o : &ends[n], memory);
        for (int i = 0; i < COUNT; ++i) {
            double at[3];
            radial_evaluate(&f, more_x + 2 * i, at);
            for (int k = 0; k < 3; ++k)
                off[n] += (at[k] - more_y[3 * i + k]) * (at[k] - more_y[3 * i + k]);
        }
    }
    printf("        breadth %g, ridge %g: error %.3f\n", o.breadth, o.ridge, error);
    for (int n = 0; n < 3; ++n)
        CHECK(off[3] < 1.05 * off[n]);
    arena_destroy(memory);
}

// Few places in many coordinates, as the shapes of a body of modes are: a linear function is found from 24 of them in 8 coordinates, where
// radial functions alone are off by a fifth, and far away it ends.
TEST(a_linear_function_is_found_between_few_places_and_ends_with_them) {
    enum { FEW = 24, MANY = 8 };
    arena* memory = arena_create();
    double x[FEW * MANY], y[FEW], slope[MANY], error, plain = 0.0, off = 0.0, size = 0.0,
                                                      least = 1e9, most = -1e9;
    seed = 11;
    for (int n = 0; n < MANY; ++n)
        slope[n] = random_in(-1, 1);
    for (int k = 0; k < FEW; ++k) {
        y[k] = 0.3;
        for (int n = 0; n < MANY; ++n)
            y[k] += slope[n] * (x[k * MANY + n] = random_in(-1, 1));
        least = fmin(least, y[k]);
        most = fmax(most, y[k]);
    }
    radial_options o = radial_choose(x, FEW, MANY, y, 1, &error),
                   without = {o.breadth, o.ridge, 0.0};
    radial f = radial_fit(x, FEW, MANY, y, 1, &o, memory),
           g = radial_fit(x, FEW, MANY, y, 1, &without, memory);
    CHECK(o.slope_ridge > 0.0 && error < 0.05);
    for (int i = 0; i < 200; ++i) {
        double at[MANY], truth = 0.3, shown;
        for (int n = 0; n < MANY; ++n)
            truth += slope[n] * (at[n] = random_in(-0.6, 0.6));
        radial_evaluate(&f, at, &shown);
        off += (shown - truth) * (shown - truth);
        radial_evaluate(&g, at, &shown);
        plain += (shown - truth) * (shown - truth);
        size += (truth - 0.3) * (truth - 0.3);
        for (int n = 0; n < MANY; ++n)
            at[n] *= 1e6;
        radial_evaluate(&f, at, &shown);
        CHECK(shown > least - 0.6 * (most - least) && shown < most + 0.6 * (most - least));
    }
    printf("        off by %.1f %%; radial functions alone %.0f %%\n", 100 * sqrt(off / size),
           100 * sqrt(plain / size));
    CHECK(off < 0.01 * size && plain > 0.02 * size);
    arena_destroy(memory);
}

// What only bends has no linear part worth having.
TEST(an_even_function_has_no_linear_part) {
    double x[2 * 49], y[49], error;
    for (int k = 0; k < 49; ++k) {
        double a = x[2 * k] = k % 7 - 3, b = x[2 * k + 1] = k / 7 - 3;
        y[k] = cos(a) * cos(b);
    }
    CHECK(radial_choose(x, 49, 2, y, 1, &error).slope_ridge == 0.0);
}

TEST(far_away_is_the_nearest_place) {
    static double x[2 * COUNT], y[3 * COUNT];
    arena* memory = arena_create();
    double error, largest = 0.0;
    places(x, y);
    radial_options o = radial_choose(x, COUNT, 2, y, 3, &error);
    radial f = radial_fit(x, COUNT, 2, y, 3, &o, memory);
    for (int i = 0; i < 3 * COUNT; ++i)
        largest = fmax(largest, fabs(y[i]));
    for (int i = 0; i < 200; ++i) {
        double far = random_in(3.0, 1e6), s, c, at[3];
        exact_sincos(random_in(0.0, 6.28), &s, &c);
        radial_evaluate(&f, (double[2]){far * c, far * s}, at);
        for (int k = 0; k < 3; ++k)
            CHECK(fabs(at[k]) < 2.0 * largest);
    }
    arena_destroy(memory);
}

TEST(a_single_place_says_the_same_everywhere) {
    arena* memory = arena_create();
    double x[2] = {3, 4}, y[1] = {5}, error, at;
    radial_options o = radial_choose(x, 1, 2, y, 1, &error);
    radial f = radial_fit(x, 1, 2, y, 1, &o, memory);
    radial_evaluate(&f, (double[2]){-100, 20}, &at);
    CHECK_NEAR(at, 5.0 / (1.0 + o.ridge), 1e-12);
    arena_destroy(memory);
}

TEST_MAIN(CASE(parts_are_those_of_the_oracle_also_far_away),
          CASE(fits_are_those_of_the_oracle_with_and_without_a_ridge),
          CASE(fits_pass_near_their_values_and_constants_stay_constant),
          CASE(what_is_chosen_is_good_between_the_places),
          CASE(a_linear_function_is_found_between_few_places_and_ends_with_them),
          CASE(an_even_function_has_no_linear_part), CASE(far_away_is_the_nearest_place),
          CASE(a_single_place_says_the_same_everywhere))
