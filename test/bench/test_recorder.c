// Figures of benches: what is recorded is read again, files stay whole, pictures and tables are well-formed and say what
// was measured.
// SPDX-License-Identifier: MIT
#include "bench/figures/figures_page.h"

#include "bake/base/process.h"
#include "bench/figures/bars.h"
#include "bench/figures/recorder.h"
#include "bench/figures/turns.h"
#include "test/kit/check.h"
#include "test/kit/svg_check.h"

#include <sys/wait.h>

typedef struct bench_file {
    arena* memory;
    report r;
    const char* path;
} bench_file;

static bench_file file_begin(void) {
    bench_file f = {.memory = arena_create()};
    f.r = report_new(f.memory);
    f.path = arena_format(f.memory, "%s/figures.json", process_folder(f.memory));
    figures_made made = {"2026-01-02", "a \"fast\" one", "gcc 12", "AVX2", 2};
    figures_begin(f.path, &made, &f.r);
    return f;
}

static bool file_read(bench_file* f, figures* out) {
    bytes json;
    bool ok =
        file_map(f->path, &json, &f->r) && figures_parse(json, f->path, f->memory, out, &f->r);
    return ok;
}

static figure some_figure(int i) {
    return (figure){.bench = "some",
                    .name = "a \\ \"name\" <&>",
                    .unit = "us",
                    .value = {1.0 + i, 2.1 + i, 3.0 + i, 7},
                    .beside_or_null = i % 2 == 0 ? "memcpy" : NULL,
                    .ratio = {1.1, 1.0 / 3.0, 1.4, 7},
                    .of_or_null = i % 3 == 0 ? "vertices" : NULL,
                    .at = 100.0 * (i + 1),
                    .part_or_null = i % 3 == 1 ? "a part" : NULL};
}

static bool same_spread(spread a, spread b) {
    return a.low == b.low && a.median == b.median && a.high == b.high && a.runs == b.runs;
}

static bool same_text(const char* a, const char* b) {
    return (a == NULL) == (b == NULL) && (a == NULL || strcmp(a, b) == 0);
}

static bool same_figure(const figure* a, const figure* b) {
    return same_text(a->bench, b->bench) && same_text(a->name, b->name) &&
           same_text(a->unit, b->unit) && same_spread(a->value, b->value) &&
           same_text(a->beside_or_null, b->beside_or_null) &&
           (a->beside_or_null == NULL || same_spread(a->ratio, b->ratio)) &&
           same_text(a->of_or_null, b->of_or_null) && (a->of_or_null == NULL || a->at == b->at) &&
           same_text(a->part_or_null, b->part_or_null);
}

TEST(what_is_recorded_is_read_again_to_the_bit) {
    bench_file f = file_begin();
    figures read;
    for (int i = 0; i < 20; ++i) {
        figure x = some_figure(i);
        CHECK(figures_add(f.path, &x, &f.r));
        CHECK(file_read(&f, &read) && read.count == i + 1); // whole after each
    }
    for (int i = 0; i < 20; ++i) {
        figure x = some_figure(i);
        CHECK(same_figure(&x, &read.list[i]));
    }
    CHECK_TEXT(read.made.processor, "a \"fast\" one");
    CHECK_TEXT(read.made.lanes, "AVX2");
    CHECK(read.made.cores == 2);
    arena_destroy(f.memory);
}

TEST(processes_that_record_at_once_lose_nothing) {
    enum { PROCESSES = 4, EACH = 25 };
    bench_file f = file_begin();
    fflush(stdout);
    setenv("SUPPLE_FIGURES", f.path, 1);
    for (int p = 0; p < PROCESSES; ++p)
        if (fork() == 0) {
            for (int i = 0; i < EACH; ++i) {
                figure x = some_figure(100 * p + i);
                record(&x);
            }
            _exit(record_failures());
        }
    int status = 0;
    for (int p = 0; p < PROCESSES; ++p)
        CHECK(wait(&status) > 0 && status == 0);
    unsetenv("SUPPLE_FIGURES");
    figures read;
    CHECK(file_read(&f, &read) && read.count == PROCESSES * EACH);
    double sum = 0.0, expected = 0.0;
    for (int i = 0; i < read.count; ++i) {
        sum += read.list[i].value.low;
        expected += 1.0 + 100.0 * (i / EACH) + i % EACH;
    }
    CHECK(sum == expected);
    arena_destroy(f.memory);
}

TEST(what_is_no_number_and_what_is_no_file_of_figures_is_refused_with_a_sentence) {
    bench_file f = file_begin();
    figures read;
    figure x = some_figure(0);
    x.value.median = NAN;
    CHECK(!figures_add(f.path, &x, &f.r) && f.r.error_count == 1);
    CHECK(file_read(&f, &read) && read.count == 0);
    x = some_figure(0);
    CHECK(file_write(f.path, "text", 4, &f.r) && !figures_add(f.path, &x, &f.r));
    static const char* const bad[] = {
        "", "[]", "{\"figures\":3}", "{\"figures\":[{}]}",
        "{\"figures\":[{\"bench\":\"a\",\"name\":\"b\",\"unit\":\"c\"}]}"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i) {
        int32_t before = f.r.error_count;
        bytes json = {(const uint8_t*)bad[i], strlen(bad[i])};
        CHECK(!figures_parse(json, "bad", f.memory, &read, &f.r) && f.r.error_count == before + 1);
    }
    arena_destroy(f.memory);
}

TEST(quartiles_are_those_of_the_sorted_values) {
    double odd[] = {5, 1, 4, 2, 3}, even[] = {4, 1, 3, 2}, one[] = {7};
    spread s = spread_of(odd, 5);
    CHECK(s.low == 2.0 && s.median == 3.0 && s.high == 4.0 && s.runs == 5);
    s = spread_of(even, 4);
    CHECK_NEAR(s.low, 1.75, 1e-15);
    CHECK_NEAR(s.median, 2.5, 1e-15);
    CHECK_NEAR(s.high, 3.25, 1e-15);
    s = spread_of(one, 1);
    CHECK(s.low == 7.0 && s.median == 7.0 && s.high == 7.0);
}

static void count_run(void* user) {
    ++((int*)user)[0];
}
static void count_limit(void* user) {
    ++((int*)user)[1];
}

TEST(runs_and_limits_take_turns) {
    int counts[2] = {0, 0};
    turns_options o = {.seconds = 0.0, .least = 5, .times = 1.0, .limit_times = 1.0};
    turns_result t = turns_measure(count_run, count_limit, counts, o);
    CHECK(counts[0] > 5 && counts[1] > 5 && (counts[0] - 1) % 5 == 0 &&
          (counts[1] - 1) % 5 == 0); // one to warm up
    CHECK(t.run.runs == 5 && t.limit.runs == 5 && t.ratio.runs == 5);
    int before = counts[1];
    t = turns_measure(count_run, NULL, counts, o);
    CHECK(t.run.runs == 5 && t.limit.runs == 0 && counts[1] == before);
}

TEST(growth_is_the_exponent_of_a_power) {
    double x[] = {1, 2, 4, 8}, y[] = {3, 6, 24, 96};
    growth g = figures_growth(x, y, 4);
    CHECK_NEAR(g.last, 2.0, 1e-12);
    CHECK_NEAR(g.most, 2.0, 1e-12);
    CHECK(isnan(figures_growth(x, y, 1).last));
}

TEST(bars_are_as_long_as_their_parts_whatever_the_data) {
    arena* memory = arena_create();
    static const char* const names[] = {"one", "two <3>"};
    double first[] = {1.0, 3.0}, odd[] = {NAN, -1.0}, none[] = {0.0, 0.0};
    bars_row rows[] = {{"first & last", first}, {"odd", odd}, {"none", none}};
    bars b = {"title", "s", 600, 2, 3, names, rows};
    bytes svg = bars_svg(&b, memory);
    CHECK(svg_well_formed(svg));
    CHECK(svg_contains(svg, "25 %") && svg_contains(svg, "75 %") && svg_contains(svg, "4 s") &&
          svg_contains(svg, "&lt;3&gt;"));
    b.row_count = 0;
    CHECK(svg_well_formed(bars_svg(&b, memory)));
    b.part_count = 0;
    CHECK(svg_well_formed(bars_svg(&b, memory)));
    arena_destroy(memory);
}

TEST(the_page_has_every_figure_and_every_picture_that_it_names) {
    bench_file f = file_begin();
    figures read;
    for (int i = 0; i < 12; ++i) {
        figure x = some_figure(i);
        CHECK(figures_add(f.path, &x, &f.r));
    }
    CHECK(file_read(&f, &read));
    const char* text = figures_text(&read, "figures", f.memory);
    const char* folder = process_folder(f.memory);
    CHECK(figures_draw(&read, folder, &f.r));
    CHECK(strstr(text, "| 4.1 (3 to 5) us | 0.333 (1.1 to 1.4) | memcpy |") != NULL);
    int pictures = 0;
    for (const char* at = text; (at = strstr(at, "](figures/")) != NULL; ++pictures) {
        at += strlen("](figures/");
        bytes svg;
        const char* path = arena_format(f.memory, "%s/%.*s", folder, (int)strcspn(at, ")"), at);
        CHECK(file_map(path, &svg, &f.r) && svg_well_formed(svg));
        file_unmap(svg);
    }
    CHECK(pictures == 2);
    arena_destroy(f.memory);
}

TEST_MAIN(CASE(what_is_recorded_is_read_again_to_the_bit),
          CASE(processes_that_record_at_once_lose_nothing),
          CASE(what_is_no_number_and_what_is_no_file_of_figures_is_refused_with_a_sentence),
          CASE(quartiles_are_those_of_the_sorted_values), CASE(runs_and_limits_take_turns),
          CASE(growth_is_the_exponent_of_a_power),
          CASE(bars_are_as_long_as_their_parts_whatever_the_data),
          CASE(the_page_has_every_figure_and_every_picture_that_it_names))
