// Tuning: a body made stiffer by a factor is what a second solution with that stiffness gives.
// SPDX-License-Identifier: MIT
#include "bake/fem/tune.h"
#include "runtime/math/exact.h"
#include "test/kit/check.h"
#include "test/kit/tet_box.h"

// Two materials in a box of ten-node elements, fixed below unless free.
static bool solve(double scale, bool free, eigen_modes* modes, arena* a, report* r) {
    tets t = tet_box(2, a);
    t = tets_promote(&t, a);
    material* list = ARENA_NEW(a, material, (size_t)t.tet_count);
    uint8_t* fixed = ARENA_NEW(a, uint8_t, (size_t)t.node_count);
    int32_t *number = ARENA_NEW(a, int32_t, (size_t)t.node_count), count = 0;
    for (int32_t i = 0; i < t.tet_count; ++i)
        list[i] = (material){scale * (i % 2 ? 4e3 : 9e3), 0.45, 1000.0};
    for (int32_t i = 0; i < t.node_count; ++i)
        fixed[i] = !free && t.nodes[i].y < 1e-9;
    assemble_matrices all;
    if (!assemble_body(&t, list, ELEMENT_MASS_CONSISTENT, 1, &all, place_none(), a, r) ||
        !assemble_free(&t, free ? NULL : fixed, number, &count, place_none(), r))
        return false;
    assemble_matrices kept = assemble_keep(&all, number, count, a);
    return eigen_lowest(&kept, &(eigen_request){.count = 14, .free = free, .threads = 1}, modes, a,
                        r);
}

TEST(the_first_elastic_mode_lands_where_it_was_wanted) {
    for (int free = 0; free < 2; ++free) {
        arena* a = arena_create();
        report r = report_new(a);
        eigen_modes m;
        double factor = 0.0;
        CHECK(solve(1.0, free, &m, a, &r) && m.rigid == (free ? 6 : 0));
        CHECK(tune_first_mode(&m, 3.0, &factor, place_none(), &r) && r.count == 0);
        CHECK_NEAR(sqrt(m.values[m.rigid]) / (2.0 * EXACT_PI), 3.0, 1e-14);
        for (int32_t i = 0; i < m.rigid; ++i)
            CHECK(m.values[i] == 0.0);
        arena_destroy(a);
    }
}

TEST(tuned_modes_are_those_of_a_second_solution_with_the_scaled_stiffness) {
    for (int free = 0; free < 2; ++free) {
        arena* a = arena_create();
        report r = report_new(a);
        eigen_modes m, again;
        double factor = 0.0;
        CHECK(solve(1.0, free, &m, a, &r));
        CHECK(tune_first_mode(&m, 3.0, &factor, place_none(), &r));
        CHECK(factor > 1.001 || factor < 0.999);
        CHECK(solve(factor, free, &again, a, &r) && again.rigid == m.rigid);
        CHECK_NEAR(again.shift, m.shift, 1e-12 * fabs(m.shift));
        for (int32_t i = 0; i < m.count; ++i)
            CHECK_NEAR(again.values[i], m.values[i], 1e-11 * m.values[m.count - 1]);
        arena_destroy(a);
    }
}

TEST(rigid_bodies_and_impossible_frequencies_are_refused_and_left_as_they_are) {
    static const double wanted[] = {0.0, -1.0, NAN, INFINITY};
    double values[3] = {0.0, 0.0, 16.0}, factor = 5.0;
    arena* a = arena_create();
    report r = report_new(a);
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; ++i) {
        eigen_modes m = {.count = 3, .rigid = 2, .values = values};
        CHECK(!tune_first_mode(&m, wanted[i], &factor, place_none(), &r));
        CHECK(strstr(r.findings[i].text, "needs a finite frequency") != NULL);
    }
    eigen_modes rigid = {.count = 2, .rigid = 2, .values = values};
    CHECK(!tune_first_mode(&rigid, 3.0, &factor, place_none(), &r));
    CHECK(strstr(r.findings[4].text, "all 2 modes are rigid") != NULL);
    eigen_modes far = {.count = 3, .rigid = 2, .values = values};
    CHECK(!tune_first_mode(&far, 1e200, &factor, place_none(), &r));
    CHECK(strstr(r.findings[5].text, "too far apart") != NULL);
    CHECK(values[2] == 16.0 && factor == 5.0);
    arena_destroy(a);
}

TEST_MAIN(CASE(the_first_elastic_mode_lands_where_it_was_wanted),
          CASE(tuned_modes_are_those_of_a_second_solution_with_the_scaled_stiffness),
          CASE(rigid_bodies_and_impossible_frequencies_are_refused_and_left_as_they_are))
