// Welding: what is joined, what is not, and that it is fast.
// SPDX-License-Identifier: MIT
#include "bake/mesh/weld.h"

#include "bake/base/clock.h"
#include "test/kit/check.h"
#include "test/kit/soup.h"

static double volume(const vec3* p, const int32_t* map_or_null, const soup* s) {
    double sum = 0.0;
    for (int32_t t = 0; t < s->triangle_count; ++t) {
        uint32_t c[3];
        for (int k = 0; k < 3; ++k)
            c[k] = map_or_null ? (uint32_t)map_or_null[s->triangles[t][k]] : s->triangles[t][k];
        sum += v3_dot(p[c[0]], v3_cross(p[c[1]], p[c[2]]));
    }
    return sum / 6.0;
}

TEST(a_box_of_24_vertices_has_8_corners_and_keeps_its_volume) {
    soup s = {.memory = arena_create()};
    soup_box(&s, v3(-1, -2, -3), v3(1, 2, 3));
    weld w = weld_positions(s.positions, s.vertex_count, 0.0, s.memory);
    double before = volume(s.positions, NULL, &s), after = volume(w.positions, w.welded, &s);
    int32_t count = w.count;
    arena_destroy(s.memory);
    CHECK(count == 8);
    CHECK(before == 48.0 && after == before);
}

TEST(welded_vertices_are_numbered_by_first_appearance) {
    vec3 p[5] = {v3(5, 0, 0), v3(1, 0, 0), v3(5, 0, 0), v3(0, 0, 9), v3(1, 0, 0)};
    int32_t expected[5] = {0, 1, 0, 2, 1}, first[3] = {0, 1, 3};
    arena* memory = arena_create();
    weld w = weld_positions(p, 5, 0.0, memory);
    bool right = w.count == 3 && memcmp(w.welded, expected, sizeof expected) == 0 &&
                 memcmp(w.first, first, sizeof first) == 0 && w.positions[2].z == 9.0;
    arena_destroy(memory);
    CHECK(right);
}

TEST(minus_zero_is_zero_and_the_next_number_is_another) {
    vec3 p[3] = {v3(0.0, 1, 0), v3(-0.0, 1, -0.0), v3(0.0, nextafter(1, 2), 0)};
    arena* memory = arena_create();
    weld w = weld_positions(p, 3, 0.0, memory);
    int32_t count = w.count, second = w.welded[1];
    arena_destroy(memory);
    CHECK(count == 2 && second == 0);
}

TEST(a_tolerance_joins_chains_and_nothing_beyond_it) {
    vec3 p[6];
    for (int i = 0; i < 5; ++i)
        p[i] = v3(0.09 * i, 0, 0); // each 0.09 from the next: one chain
    p[5] = v3(0.36 + 0.11, 0, 0);
    arena* memory = arena_create();
    weld w = weld_positions(p, 6, 0.1, memory);
    int32_t count = w.count;
    bool chain = w.welded[4] == 0 && w.welded[5] == 1 && w.positions[0].x == 0.0;
    weld nothing = weld_positions(NULL, 0, 0.1, memory);
    int32_t none = nothing.count;
    arena_destroy(memory);
    CHECK(count == 2 && chain);
    CHECK(none == 0);
}

// The definition itself, by trying all pairs.
static int32_t slow_count(const vec3* p, int32_t n, double tolerance, int32_t* set) {
    for (int32_t i = 0; i < n; ++i)
        set[i] = i;
    for (int32_t i = 0; i < n; ++i)
        for (int32_t k = 0; k < i; ++k)
            if (v3_distance(p[i], p[k]) <= tolerance && set[i] != set[k]) {
                int32_t from = set[i] > set[k] ? set[i] : set[k], to = set[i] + set[k] - from;
                for (int32_t j = 0; j < n; ++j)
                    set[j] = set[j] == from ? to : set[j];
            }
    int32_t count = 0;
    for (int32_t i = 0; i < n; ++i)
        count += set[i] == i;
    return count;
}

TEST(near_welding_equals_trying_all_pairs) {
    enum { N = 600 };
    static vec3 p[N];
    static int32_t set[N];
    uint64_t state = 7;
    for (int32_t i = 0; i < N; ++i)
        p[i] = v3(soup_random(&state, -1, 1), soup_random(&state, -1, 1),
                  i % 3 ? 0.0 : soup_random(&state, -1, 1));
    for (int round = 0; round < 8; ++round) {
        static const double tolerances[8] = {1e-300, 1e-9, 0.003, 0.02, 0.04, 0.1, 0.4, 5.0};
        int32_t truth = slow_count(p, N, tolerances[round], set);
        arena* memory = arena_create();
        weld w = weld_positions(p, N, tolerances[round], memory);
        bool same = w.count == truth;
        for (int32_t i = 0; i < N; ++i)
            same = same && w.first[w.welded[i]] == set[i];
        arena_destroy(memory);
        CHECK(same);
    }
}

TEST(triangles_that_lose_a_corner_are_left_out) {
    arena* memory = arena_create();
    vec3 p[5] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 0, 0}, {1, 1, 0}};
    const uint32_t t[3][3] = {{0, 1, 2}, {1, 3, 2}, {3, 4, 2}};
    weld w = weld_positions(p, 5, 0.0, memory);
    uint32_t out[3][3];
    CHECK(weld_triangles(&w, t, 3, out) == 2);
    const uint32_t want[2][3] = {{0, 1, 2}, {1, 3, 2}};
    CHECK(memcmp(out, want, sizeof want) == 0);
    arena_destroy(memory);
}

TEST(two_hundred_thousand_vertices_weld_in_milliseconds) {
    enum { N = 200000 };
    arena* memory = arena_create();
    vec3* p = ARENA_NEW(memory, vec3, N);
    uint64_t state = 1;
    for (int32_t i = 0; i < N / 2; ++i) { // all twice, far apart in the list
        p[i] = v3(soup_random(&state, -1, 1), soup_random(&state, -1, 1), 0.1);
        p[N - 1 - i] = p[i];
    }
    double tolerances[4] = {0.0, 1e-7, 1e-3, 3.0}, spent[4];
    int32_t counts[4];
    for (int k = 0; k < 4; ++k) {
        double start = clock_seconds();
        counts[k] = weld_positions(p, N, tolerances[k], memory).count;
        spent[k] = clock_seconds() - start;
        printf("        tolerance %g: %d of %d left, %.1f ms\n", tolerances[k], counts[k], N,
               1e3 * spent[k]);
    }
    arena_destroy(memory);
    CHECK(counts[0] == N / 2 && counts[3] == 1);
    CHECK(spent[0] < 1.0 && spent[1] < 1.0 && spent[2] < 1.0 && spent[3] < 1.0); // sanitizers, load
}

TEST_MAIN(CASE(a_box_of_24_vertices_has_8_corners_and_keeps_its_volume),
          CASE(welded_vertices_are_numbered_by_first_appearance),
          CASE(minus_zero_is_zero_and_the_next_number_is_another),
          CASE(a_tolerance_joins_chains_and_nothing_beyond_it),
          CASE(near_welding_equals_trying_all_pairs),
          CASE(triangles_that_lose_a_corner_are_left_out),
          CASE(two_hundred_thousand_vertices_weld_in_milliseconds))
