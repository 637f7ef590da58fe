// What finding modes is said to take, beside what it took: by counted bytes and right-hand sides, not by the clock.
// SPDX-License-Identifier: MIT
#include "bake/base/machine.h"
#include "bake/fem/eigen.h"
#include "bake/fem/eigen_estimate.h"
#include "test/kit/check.h"
#include "test/kit/tet_box.h"

#include <math.h>

static const double NEAR = 2.0, ROUGH = 3.0; // factors

// A cube of n^3 boxes of ten-node elements, free.
static bool solve_box(int32_t n, int32_t count, int32_t* unknowns, eigen_cost* cost) {
    arena* a = arena_create();
    report r = report_new(a);
    tets four = tet_box(n, a), t = tets_promote(&four, a);
    material* list = ARENA_NEW(a, material, (size_t)t.tet_count);
    for (int32_t i = 0; i < t.tet_count; ++i)
        list[i] = (material){.young = 1e5, .poisson = 0.4, .density = 1000.0};
    assemble_matrices m;
    eigen_modes found;
    eigen_request q = {.count = count, .free = true};
    bool ok = assemble_body(&t, list, ELEMENT_MASS_CONSISTENT, 0, &m, place_none(), a, &r) &&
              eigen_lowest(&m, &q, &found, a, &r);
    *unknowns = 3 * t.node_count;
    *cost = found.cost;
    arena_destroy(a);
    return ok;
}

static bool within(double a, double b, double factor) {
    return a < factor * b && b < factor * a;
}

TEST(bytes_are_foreseen_within_a_factor_of_two_when_the_factor_is_known_and_three_before) {
    static const int32_t sizes[][2] = {{4, 10}, {6, 30}, {8, 50}, {8, 200}};
    for (int i = 0; i < 4; ++i) {
        int32_t unknowns;
        eigen_cost c;
        CHECK(solve_box(sizes[i][0], sizes[i][1], &unknowns, &c));
        double numbers = (double)c.factor_bytes / 8.0;
        double bytes = (double)(c.factor_bytes + c.matrix_bytes + c.basis_bytes + c.vector_bytes);
        eigen_estimate known = eigen_expect(unknowns, sizes[i][1], numbers);
        eigen_estimate before = eigen_expect(unknowns, sizes[i][1], 0.0);
        printf("        %d unknowns, %d pairs: %.0f MB, foreseen %.0f and %.0f; %d solves\n",
               unknowns, sizes[i][1], bytes / 1e6, known.bytes / 1e6, before.bytes / 1e6, c.solves);
        CHECK(within(known.bytes, bytes, NEAR) && within(before.bytes, bytes, ROUGH));
        double fraction = eigen_fraction_done(&known, c.solves);
        CHECK(fraction > 0.4 &&
              fraction < 1.0); // of the time; all that comes after is a third of it
    }
}

TEST(more_elements_or_modes_take_more) {
    double bytes = 0.0, seconds = 0.0;
    for (double n = 100.0; n < 1e10; n *= 1.7) {
        eigen_estimate e = eigen_expect(n, 24.0, 0.0), more = eigen_expect(n, 240.0, 0.0);
        CHECK(isfinite(e.bytes) && e.bytes > bytes && e.factor + e.iterate > seconds);
        CHECK(more.bytes >= e.bytes && more.iterate >= e.iterate);
        bytes = e.bytes;
        seconds = e.factor + e.iterate;
    }
}

TEST(what_is_more_than_the_machine_has_gets_a_sentence_with_both_figures) {
    arena* memory = arena_create();
    report r = report_new(memory);
    eigen_estimate small = eigen_expect(100.0, 10.0, 0.0), huge = eigen_expect(1e9, 10.0, 0.0);
    CHECK(machine_memory() > 0.0);
    CHECK(eigen_fits(&small, true, "it", "ask for less", &r) && r.count == 0);
    CHECK(!eigen_fits(&huge, false, "it", "ask for less", &r) && r.error_count == 1);
    const char* text = finding_text(&r.findings[0], memory);
    CHECK(strstr(text, " TB and ") != NULL &&
          strstr(text, " years, and this machine has ") != NULL &&
          strstr(text, "ask for less") != NULL);
    arena_destroy(memory);
}

TEST_MAIN(CASE(bytes_are_foreseen_within_a_factor_of_two_when_the_factor_is_known_and_three_before),
          CASE(more_elements_or_modes_take_more),
          CASE(what_is_more_than_the_machine_has_gets_a_sentence_with_both_figures))
