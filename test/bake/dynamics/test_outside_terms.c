// What acts on a body from outside obeys the laws of terms: springs to a place, air; and the matrix of an element.
// SPDX-License-Identifier: MIT
#include "bake/dynamics/anchor.h"
#include "bake/dynamics/drag.h"
#include "bake/dynamics/firm.h"
#include "test/kit/check.h"
#include "test/kit/term_kit.h"

enum { ROUNDS = 20 };

// Nodes anywhere; a test gives them a term.
static kit cloud_new(void) {
    kit k = {.memory = arena_create(), .node_count = 12, .order = 36, .size = 0.1, .step = 1e-5};
    k.r = report_new(k.memory);
    k.nodes = ARENA_NEW(k.memory, vec3, 12);
    for (int i = 0; i < 12; ++i)
        k.nodes[i] = random_point(0.1);
    return k;
}

TEST(springs_to_a_place_obey_the_laws_of_terms) {
    for (int i = 0; i < ROUNDS; ++i) {
        kit k = cloud_new();
        anchor all[3];
        for (int n = 0; n < 3; ++n)
            all[n] = (anchor){4 * n, random_point(1.0), power(0.0, 4.0)};
        CHECK(anchor_term(k.nodes, k.node_count, all, 3, &k.term, k.memory, &k.r));
        double *u = kit_state(&k, 0.1, 3.0, 0.5), *to = kit_state(&k, 0.1, 3.0, 0.5);
        CHECK(kit_force_error(&k, u) < 1e-7 && kit_matrix_error(&k, u) < 1e-8);
        CHECK(kit_lowest(&k, u, ENERGY_FIRM) > -1e-15);
        double* change = kit_moved(&k, to, u, -1.0);
        double gain = kit_energy(&k, to) - kit_energy(&k, u);
        CHECK_NEAR(kit_dot(&k, kit_force(&k, kit_moved(&k, u, change, 0.5), change), change), gain,
                   1e-13 * (kit_energy(&k, to) + kit_energy(&k, u)));
        arena_destroy(k.memory);
    }
}

static bool air_on(kit* k, drag_air* air) {
    static const int32_t faces[12] = {0, 2, 5, 1, 4, 7, 3, 9, 6, 8, 10, 11};
    const drag_faces f = {k->node_count, k->nodes, 4, faces, 1};
    return drag_term(&f, air, &k->term, k->memory, &k->r);
}

TEST(drag_resists_and_its_matrix_is_the_slope_by_velocity) {
    for (int i = 0; i < ROUNDS; ++i) {
        kit k = cloud_new();
        drag_air air = {1.2, random_in(0.5, 2.0), random_in(0.0, 1.0), random_point(5.0)};
        CHECK(air_on(&k, &air));
        double *u = kit_state(&k, 0.1, 3.0, 0.5), *v = kit_random(&k, 3.0),
               *w = kit_random(&k, 1.0), e = 1e-5;
        double *slope = kit_field(&k), *product = kit_field(&k);
        k.v = kit_moved(&k, v, w, e);
        double* after = kit_force(&k, u, NULL);
        k.v = kit_moved(&k, v, w, -e);
        double* before = kit_force(&k, u, NULL);
        for (size_t n = 0; n < k.order; ++n)
            slope[n] = 120.0 * (after[n] - before[n]) / (2.0 * e);
        k.v = v;
        k.rate = 120.0;
        sparse m = kit_matrix(&k, u, ENERGY_TANGENT);
        sparse_multiply(&m, w, product, 1, 1);
        CHECK(kit_apart(&k, product, slope) < 1e-7 && sparse_asymmetry(&m) < 1e-15);
        CHECK(kit_apart(&k, kit_times(&k, u, ENERGY_FIRM, w), product) < 1e-13);
        CHECK(kit_lowest(&k, u, ENERGY_FIRM) > -1e-14);
        CHECK(kit_energy(&k, u) == 0.0);
        air.wind = v3(0.0, 0.0, 0.0); // still air takes energy from whatever moves
        CHECK(kit_dot(&k, kit_force(&k, u, NULL), v) > 0.0);
        arena_destroy(k.memory);
    }
}

// A plate across the wind feels rho / 2 c A w^2 along it, whichever way it faces.
TEST(a_plate_across_the_wind_feels_the_pressure_of_a_textbook) {
    vec3 nodes[4] = {{0.0, 0.0, 0.0}, {2.0, 0.0, 0.0}, {2.0, 3.0, 0.0}, {0.0, 3.0, 0.0}};
    static const int32_t faces[6] = {0, 1, 2, 0, 3, 2}; // one from each side
    kit k = {.memory = arena_create(), .node_count = 4, .nodes = nodes, .order = 12};
    k.r = report_new(k.memory);
    drag_air air = {1.2, 1.5, 0.3, {0.0, 0.0, 7.0}};
    const drag_faces f = {4, nodes, 2, faces, 2};
    CHECK(drag_term(&f, &air, &k.term, k.memory, &k.r));
    double *force = kit_force(&k, kit_field(&k), NULL), sum = 0.0;
    for (int i = 0; i < 4; ++i)
        sum -= force[3 * i + 2]; // what it pushes back with
    CHECK_NEAR(sum, 0.5 * 1.2 * 1.5 * 6.0 * 49.0, 1e-11);
    air.wind = v3(4.0, 0.0, 0.0);
    force = kit_force(&k, kit_field(&k), NULL);
    CHECK_NEAR(-force[0] - force[3] - force[6] - force[9], 0.5 * 1.2 * 0.3 * 6.0 * 16.0, 1e-11);
    air.density = NAN;
    CHECK(!drag_term(&f, &air, &k.term, k.memory, &k.r));
    arena_destroy(k.memory);
}

// ---- the matrix of an element ------------------------------------------------------------

TEST(projection_takes_negative_eigenvalues_away_and_nothing_else) {
    for (int i = 0; i < ROUNDS; ++i) {
        enum { N = 9 };
        arena* memory = arena_create();
        double a[N * N], p[N * N], left[N * N], product = 0.0, values[N];
        for (int row = 0; row < N; ++row)
            for (int column = 0; column <= row; ++column)
                a[N * row + column] = a[N * column + row] = random_in(-1.0, 1.0);
        memcpy(p, a, sizeof a);
        CHECK(firm_project(p, N));
        for (int n = 0; n < N * N; ++n)
            left[n] = p[n] - a[n];
        for (int row = 0; row < N;
             ++row) // the positive part and the negative one have no common direction
            for (int column = 0; column < N; ++column) {
                double sum = 0.0;
                for (int n = 0; n < N; ++n)
                    sum += p[N * row + n] * left[N * n + column];
                product = fmax(product, fabs(sum));
            }
        CHECK(product < 1e-13);
        CHECK(dense_eigen(N, p, values, memory) && values[0] > -1e-14);
        CHECK(dense_eigen(N, left, values, memory) && values[0] > -1e-14);
        arena_destroy(memory);
    }
    double fine[4] = {2.0, 1.0, 1.0, 2.0};
    CHECK(!firm_project(fine, 2) && fine[1] == 1.0);
}

TEST_MAIN(CASE(springs_to_a_place_obey_the_laws_of_terms),
          CASE(drag_resists_and_its_matrix_is_the_slope_by_velocity),
          CASE(a_plate_across_the_wind_feels_the_pressure_of_a_textbook),
          CASE(projection_takes_negative_eigenvalues_away_and_nothing_else))
