// Ear clipping: areas are kept, windings too, whatever the polygon's shape, plane and first corner.
// SPDX-License-Identifier: MIT
#include "bake/import/polygon.h"
#include "test/kit/check.h"

static double random_unit(void) {
    static uint64_t state = 5;
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (double)(state >> 11) * 0x1p-53;
}

static vec3 area_of(vec3 a, vec3 b, vec3 c) {
    return v3_scale(v3_cross(v3_sub(b, a), v3_sub(c, a)), 0.5);
}

// Cuts, and checks that each triangle has the polygon's side up and that areas add up to it: then
// no triangle lies outside and none overlaps another.
static bool cut_is_clean(const vec3* corners, int32_t count) {
    arena* a = arena_create();
    polygon_cutter c = {.memory = a};
    polygon_reserve(&c, count);
    uint32_t(*triangles)[3] = arena_alloc(a, (size_t)count, sizeof *triangles);
    vec3 whole = {0};
    for (int32_t i = 0; i < count; ++i) {
        c.corners[i] = corners[i];
        c.labels[i] = (uint32_t)i;
        if (i >= 2)
            whole = v3_add(whole, area_of(corners[0], corners[i - 1], corners[i]));
    }
    bool clean = polygon_cut(&c, count, triangles);
    double sum = 0.0;
    for (int32_t t = 0; t < count - 2; ++t) {
        vec3 area =
            area_of(corners[triangles[t][0]], corners[triangles[t][1]], corners[triangles[t][2]]);
        clean = clean && v3_dot(area, whole) >= -1e-12 * v3_dot(whole, whole);
        sum += v3_length(area);
    }
    arena_destroy(a);
    return clean && fabs(sum - v3_length(whole)) <= 1e-9 * sum;
}

// The same polygon in a tilted plane and from another first corner.
static bool cut_is_clean_anywhere(const double (*flat)[2], int32_t count) {
    vec3* corners = malloc((size_t)count * sizeof *corners);
    bool clean = true;
    for (int turn = 0; turn < 12; ++turn) {
        quat q = quat_axis_angle(v3_unit(v3(1.0, turn, 0.3 * turn)), turn);
        for (int32_t i = 0; i < count; ++i) {
            const double* f = flat[(i + turn) % count];
            corners[i] = v3_add(quat_rotate(q, v3(f[0], f[1], 0.0)), v3(turn, -3.0, 2.0));
        }
        clean = clean && cut_is_clean(corners, count);
    }
    free(corners);
    return clean;
}

TEST(concave_polygons_keep_their_area) {
    static const double arrow[][2] = {{0, 0}, {2, -1}, {0.5, 0}, {2, 1}};
    static const double letter[][2] = {{0, 0}, {3, 0}, {3, 1}, {1, 1},
                                       {1, 2}, {2, 2}, {2, 3}, {0, 3}};
    static const double comb[][2] = {{0, 0}, {7, 0}, {7, 3}, {6, 3}, {6, 1}, {5, 1},
                                     {5, 3}, {4, 3}, {4, 1}, {3, 1}, {3, 3}, {2, 3},
                                     {2, 1}, {1, 1}, {1, 3}, {0, 3}};
    CHECK(cut_is_clean_anywhere(arrow, 4));
    CHECK(cut_is_clean_anywhere(letter, 8));
    CHECK(cut_is_clean_anywhere(comb, 16));
}

TEST(random_stars_keep_their_area) {
    for (int k = 0; k < 200; ++k) {
        double flat[64][2];
        int32_t count = 4 + (int32_t)(60.0 * random_unit());
        for (int32_t i = 0; i < count; ++i) {
            double s, c, radius = 0.1 + random_unit();
            exact_sincos(2.0 * EXACT_PI * i / count, &s, &c);
            flat[i][0] = radius * c;
            flat[i][1] = radius * s;
        }
        CHECK(cut_is_clean_anywhere((const double(*)[2])flat, count));
    }
}

TEST(spirals_keep_their_area) {
    enum { N = 400 };
    double flat[2 * N][2];
    for (int i = 0; i < N; ++i) {
        double s, c, radius = 1.0 + 0.05 * i;
        exact_sincos(0.1 * i, &s, &c);
        flat[i][0] = radius * c;
        flat[i][1] = radius * s;
        flat[2 * N - 1 - i][0] = (radius - 0.5) * c;
        flat[2 * N - 1 - i][1] = (radius - 0.5) * s;
    }
    CHECK(cut_is_clean_anywhere((const double(*)[2])flat, 2 * N));
}

TEST(a_bridged_hole_stays_a_hole) {
    // outer square, then over a bridge around the inner one, clockwise, and back
    static const vec3 ring[] = {{0, 0, 0}, {4, 0, 0}, {4, 4, 0}, {0, 4, 0}, {0, 0, 0},
                                {1, 1, 0}, {1, 3, 0}, {3, 3, 0}, {3, 1, 0}, {1, 1, 0}};
    CHECK(cut_is_clean(ring, 10));
}

TEST(corners_on_an_edge_give_no_flat_triangle) {
    static const vec3 corners[] = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0},
                                   {0, 3, 0}, {0, 2, 0}, {0, 1, 0}};
    enum { N = 7 };
    arena* a = arena_create();
    polygon_cutter c = {.memory = a};
    polygon_reserve(&c, N);
    uint32_t triangles[N - 2][3];
    for (uint32_t i = 0; i < N; ++i) {
        c.corners[i] = corners[i];
        c.labels[i] = i;
    }
    bool clean = polygon_cut(&c, N, triangles);
    arena_destroy(a);
    CHECK(clean);
    for (int t = 0; t < N - 2; ++t)
        CHECK(area_of(corners[triangles[t][0]], corners[triangles[t][1]], corners[triangles[t][2]])
                  .z > 0.4);
}

TEST(a_quad_is_cut_along_its_shorter_diagonal) {
    arena* a = arena_create();
    polygon_cutter c = {.memory = a};
    polygon_reserve(&c, 4);
    static const vec3 kite[] = {{-5, 0, 0}, {0, -1, 0}, {5, 0, 0}, {0, 1, 0}};
    uint32_t t[2][3];
    memcpy(c.corners, kite, sizeof kite);
    for (uint32_t i = 0; i < 4; ++i)
        c.labels[i] = 10 + i;
    bool clean = polygon_cut(&c, 4, t);
    arena_destroy(a);
    CHECK(clean);
    for (int k = 0; k < 2; ++k) {
        int ends = 0; // corners 11 and 13 carry the short diagonal: both triangles have both
        for (int i = 0; i < 3; ++i)
            ends += t[k][i] == 11 || t[k][i] == 13;
        CHECK(ends == 2);
    }
}

TEST(hopeless_polygons_become_a_fan_and_say_so) {
    static const vec3 bow[] = {{0, 0, 0}, {1, 1, 0}, {1, 0, 0}, {0, 1, 0}};
    static const vec3 line[] = {{0, 0, 0}, {1, 1, 1}, {2, 2, 2}, {3, 3, 3}};
    static const vec3 huge[] = {{0, 0, 0}, {1e300, 0, 0}, {1e300, 1e300, 0}, {0, 1e300, 0}};
    const vec3* const all[] = {bow, line, huge};
    for (int k = 0; k < 3; ++k) {
        arena* a = arena_create();
        polygon_cutter c = {.memory = a};
        polygon_reserve(&c, 4);
        uint32_t t[2][3];
        memcpy(c.corners, all[k], 4 * sizeof(vec3));
        for (uint32_t i = 0; i < 4; ++i)
            c.labels[i] = i;
        bool clean = polygon_cut(&c, 4, t);
        arena_destroy(a);
        CHECK(!clean);
        CHECK(t[0][0] == 0 && t[0][1] == 1 && t[0][2] == 2 && t[1][1] == 2 && t[1][2] == 3);
    }
}

TEST_MAIN(CASE(concave_polygons_keep_their_area), CASE(random_stars_keep_their_area),
          CASE(spirals_keep_their_area), CASE(a_bridged_hole_stays_a_hole),
          CASE(corners_on_an_edge_give_no_flat_triangle),
          CASE(a_quad_is_cut_along_its_shorter_diagonal),
          CASE(hopeless_polygons_become_a_fan_and_say_so))
