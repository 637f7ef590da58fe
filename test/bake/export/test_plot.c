// Plots: well-formed, finite whatever the data, ticks at round numbers.
// SPDX-License-Identifier: MIT
#include "bake/export/plot.h"

#include "bake/export/plot_axis.h"
#include "test/kit/check.h"
#include "test/kit/svg_check.h"

static bool fine(const plot_series* s, int32_t count, bool log_x, bool log_y) {
    arena* memory = arena_create();
    plot p = {"t", "x", "y", log_x, log_y, 400, 300, count, s};
    bytes b = plot_svg(&p, memory);
    bool good = svg_well_formed(b) && !svg_contains(b, "nan") && !svg_contains(b, "inf");
    arena_destroy(memory);
    return good;
}

TEST(odd_data_gives_a_well_formed_plot) {
    double none[1] = {0}, one[1] = {5}, same[3] = {2, 2, 2}, zero[3] = {0, 0, 0};
    double odd[6] = {NAN, 1, INFINITY, -INFINITY, 1e308, -1e308}, grow[6] = {1, 2, 3, 4, 5, 6};
    double close[3] = {1, 1 + 1e-15, 1 + 2e-15}, tiny[3] = {1e-308, 5e-324, 1e-300};
    double wide[3] = {1e-299, 1, 1e299}, minus[3] = {-1, -2, -3};
    const plot_series all[] = {
        {"none", 0, none, none, PLOT_LINE},    {"one", 1, one, one, PLOT_LINE},
        {"same", 3, same, grow, PLOT_LINE},    {"zero", 3, zero, zero, PLOT_DOTS},
        {"odd", 6, grow, odd, PLOT_LINE},      {"odd both", 6, odd, odd, PLOT_DOTS},
        {"close", 3, close, close, PLOT_LINE}, {"tiny", 3, tiny, tiny, PLOT_LINE},
        {"wide", 3, wide, wide, PLOT_LINE},    {NULL, 3, minus, minus, PLOT_LINE}};
    int32_t count = (int32_t)(sizeof all / sizeof *all);
    for (int logs = 0; logs < 4; ++logs) {
        for (int32_t i = 0; i < count; ++i)
            CHECK(fine(&all[i], 1, logs & 1, logs & 2));
        CHECK(fine(all, count, logs & 1, logs & 2));
        CHECK(fine(NULL, 0, logs & 1, logs & 2));
    }
}

TEST(text_is_escaped) {
    arena* memory = arena_create();
    double x[2] = {0, 1};
    plot_series s = {"a<b & \"c\"", 2, x, x, PLOT_LINE};
    plot p = {"<script>\x01\xff\xc3\xa9", NULL, "]]>", false, false, 300, 200, 1, &s};
    bytes b = plot_svg(&p, memory);
    bool good = svg_well_formed(b) && svg_contains(b, "&lt;script&gt; ?\xc3\xa9") &&
                svg_contains(b, "a&lt;b &amp; \"c\"") && !svg_contains(b, "<script");
    arena_destroy(memory);
    CHECK(good);
}

TEST(ticks_of_linear_axes_are_round_and_even) {
    static const double ranges[][2] = {{0, 1}, {-3, 7}, {0.1, 0.35}, {1e-7, 9e-7}, {12, 4e6}};
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; ++i) {
        plot_axis a = {0};
        axis_include(&a, ranges[i][0]);
        axis_include(&a, ranges[i][1]);
        axis_finish(&a, 6, true);
        CHECK(a.tick_count >= 3 && a.tick_count <= 13);
        for (int32_t k = 0; k < a.tick_count; ++k) {
            double value = strtod(a.ticks[k].label, NULL);
            CHECK_NEAR(axis_at(&a, value), a.ticks[k].at, 1e-9);
            CHECK_NEAR(a.ticks[k].at, (double)k / (a.tick_count - 1), 1e-9);
            CHECK(strlen(a.ticks[k].label) <= 7);
        }
        CHECK(a.low <= ranges[i][0] && a.high >= ranges[i][1]);
    }
}

TEST(a_log_axis_is_even_in_decades) {
    plot_axis a = {.log = true};
    axis_include(&a, 0.02);
    axis_include(&a, 3000.0);
    axis_finish(&a, 8, true);
    CHECK_NEAR(a.low, -2.0, 1e-12);
    CHECK_NEAR(a.high, 4.0, 1e-12);
    for (int k = -2; k <= 4; ++k) {
        double value = 1.0;
        for (int i = 0; i < abs(k); ++i)
            value = k < 0 ? value / 10.0 : value * 10.0;
        CHECK_NEAR(axis_at(&a, value), (k + 2) / 6.0, 1e-12);
    }
    for (double x = 0.03; x < 2000.0; x *= 1.7)
        CHECK_NEAR(axis_at(&a, x), (log10(x) + 2.0) / 6.0, 1e-12);
}

TEST(the_same_data_gives_the_same_bytes) {
    arena* memory = arena_create();
    double x[50], y[50];
    for (int i = 0; i < 50; ++i) {
        x[i] = i / 7.0;
        y[i] = 1.0 / (1.0 + x[i]);
    }
    plot_series s = {"decay", 50, x, y, PLOT_LINE};
    plot p = {"t", "x", "y", false, true, 500, 300, 1, &s};
    bytes a = plot_svg(&p, memory), b = plot_svg(&p, memory);
    uint64_t hash = 14695981039346656037u; // FNV-1a: one number for all compilers
    for (size_t i = 0; i < a.size; ++i)
        hash = (hash ^ a.data[i]) * 1099511628211u;
    bool same = a.size == b.size && memcmp(a.data, b.data, a.size) == 0;
    arena_destroy(memory);
    CHECK(same);
    CHECK(hash == 0xd4ff861c94c7a944);
}

TEST_MAIN(CASE(odd_data_gives_a_well_formed_plot), CASE(text_is_escaped),
          CASE(ticks_of_linear_axes_are_round_and_even), CASE(a_log_axis_is_even_in_decades),
          CASE(the_same_data_gives_the_same_bytes))
