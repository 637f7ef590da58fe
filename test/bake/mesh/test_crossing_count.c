// The independent count of crossings (crossing_count.h) beside a third way: two hulls meet if the origin is in the hull of
// the differences of their corners, which by Caratheodory four of them tell. Corners on a grid of a few whole numbers, so
// that touching, overlapping in a plane and degenerate triangles are the rule and everything fits into integers.
// SPDX-License-Identifier: MIT
#include "bake/mesh/crossing.h"
#include "test/kit/check.h"
#include "test/kit/crossing_count.h"
#include "test/kit/random.h"

typedef struct point {
    int64_t x, y, z;
} point;

static point minus(point a, point b) {
    return (point){a.x - b.x, a.y - b.y, a.z - b.z};
}

static point cross(point a, point b) {
    return (point){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static int64_t dot(point a, point b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static bool is_zero(point a) {
    return a.x == 0 && a.y == 0 && a.z == 0;
}

// ---- is the origin in the hull of two, three, four points? -------------------------------------

static bool in_two(point a, point b) {
    return is_zero(cross(a, b)) && dot(a, b) <= 0;
}

static bool in_three(point a, point b, point c) {
    point n = cross(minus(b, a), minus(c, a));
    return dot(n, a) == 0 && !is_zero(n) && dot(n, cross(a, b)) >= 0 && dot(n, cross(b, c)) >= 0 &&
           dot(n, cross(c, a)) >= 0;
}

static bool in_four(point a, point b, point c, point d) {
    int64_t volume = dot(minus(b, a), cross(minus(c, a), minus(d, a)));
    int64_t parts[4] = {dot(b, cross(c, d)), -dot(a, cross(c, d)), dot(a, cross(b, d)),
                        -dot(a, cross(b, c))};
    bool inside = volume != 0;
    for (int i = 0; i < 4; ++i)
        inside = inside && (volume > 0 ? parts[i] >= 0 : parts[i] <= 0);
    return inside;
}

static bool hulls_meet(const point* p, int p_count, const point* q, int q_count) {
    point d[9];
    int n = 0;
    for (int i = 0; i < p_count; ++i)
        for (int k = 0; k < q_count; ++k)
            d[n++] = minus(p[i], q[k]);
    bool meet = false;
    for (int a = 0; a < n; ++a) {
        meet = meet || is_zero(d[a]);
        for (int b = 0; b < a; ++b) {
            meet = meet || in_two(d[a], d[b]);
            for (int c = 0; c < b; ++c) {
                meet = meet || in_three(d[a], d[b], d[c]);
                for (int e = 0; e < c; ++e)
                    meet = meet || in_four(d[a], d[b], d[c], d[e]);
            }
        }
    }
    return meet;
}

// All corners, edges and faces of two triangles that share no vertex.
static bool oracle(const point* at, const uint32_t s[3], const uint32_t t[3]) {
    for (int i = 1; i < 8; ++i)
        for (int k = 1; k < 8; ++k) {
            point p[3], q[3];
            int p_count = 0, q_count = 0;
            bool shared = false;
            for (int a = 0; a < 3; ++a) {
                if (i >> a & 1)
                    p[p_count++] = at[s[a]];
                if (k >> a & 1)
                    q[q_count++] = at[t[a]];
                for (int b = 0; b < 3; ++b)
                    shared = shared || ((i >> a & 1) && (k >> b & 1) && s[a] == t[b]);
            }
            if (!shared && hulls_meet(p, p_count, q, q_count))
                return true;
        }
    return false;
}

static int64_t at_random(int below) {
    return (int64_t)random_in(0.0, (double)below);
}

// ---- tests -------------------------------------------------------------------------------------

// Six vertices, of which triangles that share one or two have four or five.
static void vertices_of(int shared, uint32_t s[3], uint32_t t[3]) {
    for (uint32_t k = 0; k < 3; ++k) {
        s[k] = k;
        t[k] = (int)k < shared ? k : 3 + k;
    }
}

// Grid points as doubles, so small and so far from zero that only exact arithmetic sees them on a grid.
static void place(const point* at, double scale, vec3 offset, vec3* out) {
    for (int i = 0; i < 6; ++i)
        out[i] = v3((double)at[i].x * scale + offset.x, (double)at[i].y * scale + offset.y,
                    (double)at[i].z * scale + offset.z);
}

TEST(the_count_is_that_of_whole_numbers) {
    static const double scales[] = {1.0, 0x1p-50, 0x1p-20, 0x1p-140};
    static const vec3 offsets[] = {{0, 0, 0}, {0.25, -0.125, 0.5}, {1048576, 3, -7}, {0, 0, 0}};
    seed = 5;
    int32_t meet[3] = {0}, wrong = 0;
    for (int32_t i = 0; i < 12000; ++i) {
        point at[6];
        vec3 places[6];
        uint32_t s[3], t[3];
        int span = 2 + (int)at_random(5), shared = i % 3;
        for (int k = 0; k < 6; ++k)
            at[k] = (point){at_random(span), at_random(span), at_random(span)};
        vertices_of(shared, s, t);
        place(at, scales[i / 3 % 4], offsets[i / 3 % 4], places);
        bool expected = oracle(at, s, t);
        meet[shared] += expected;
        wrong += crossing_pair(places, s, t) != expected;
        wrong += crossing_pair(places, t, s) != expected;
        // a proper crossing, by the program's own exact test, is one of them
        const vec3 a[3] = {places[0], places[1], places[2]},
                   b[3] = {places[3], places[4], places[5]};
        wrong += shared == 0 && scales[i / 3 % 4] > 1e-20 && triangles_cross(a, b) && !expected;
    }
    printf("%d, %d and %d of 4000 meet\n", meet[0], meet[1], meet[2]);
    CHECK(meet[0] > 700 && meet[0] < 3300 && meet[1] > 700 && meet[1] < 3300);
    CHECK(meet[2] > 150 && meet[2] < 3300);
    CHECK(wrong == 0);
}

// A grain of rounding beside a plane is on one side of it and not on it.
TEST(the_last_bit_of_a_corner_counts) {
    const uint32_t s[3] = {0, 1, 2}, t[3] = {3, 4, 5};
    vec3 at[6] = {{0.1, 0.1, 0.1}, {0.9, 0.3, 0.1}, {0.2, 0.8, 0.1},
                  {0.4, 0.4, 0.1}, {0.4, 0.5, 1.0}, {0.5, 0.4, 1.0}};
    CHECK(crossing_pair(at, s, t));
    at[3].z = nextafter(0.1, 1.0);
    CHECK(!crossing_pair(at, s, t));
    at[3].z = nextafter(0.1, 0.0);
    CHECK(crossing_pair(at, s, t));
}

// Doubles and whole numbers agree wherever doubles say that they are sure.
TEST(signs_by_doubles_are_those_of_whole_numbers) {
    seed = 11;
    int32_t wrong = 0;
    for (int32_t i = 0; i < 3000; ++i) {
        vec3 p[4];
        for (int k = 0; k < 4; ++k)
            p[k] = random_point(1.0);
        double part = random_in(0.0, 1.0), other = random_in(0.0, 1.0);
        if (i % 2 == 1) // in the plane of the others but for rounding
            p[3] = v3_add(p[0], v3_add(v3_scale(v3_sub(p[1], p[0]), part),
                                       v3_scale(v3_sub(p[2], p[0]), other)));
        wrong += exact_sign3(p[0], p[1], p[2], p[3]) != exact_sign3_whole(p[0], p[1], p[2], p[3]);
        wrong +=
            exact_sign3_whole(p[0], p[1], p[2], p[3]) != -exact_sign3_whole(p[1], p[0], p[2], p[3]);
    }
    CHECK(wrong == 0);
}

// Two sheets of a grid, one pushed through the other: the pairs of all by all.
TEST(the_sweep_finds_the_pairs_of_all_by_all) {
    enum { COUNT = 600 };
    seed = 3;
    vec3 at[3 * COUNT];
    uint32_t triangles[COUNT][3];
    for (uint32_t i = 0; i < COUNT; ++i) {
        vec3 middle = random_point(1.0);
        for (uint32_t k = 0; k < 3; ++k) {
            triangles[i][k] = 3 * i + k;
            at[3 * i + k] = v3_madd(middle, random_point(1.0), 0.2);
        }
    }
    int64_t pairs = 0;
    for (int i = 0; i < COUNT; ++i)
        for (int k = 0; k < i; ++k)
            pairs += crossing_pair(at, triangles[i], triangles[k]);
    CHECK(pairs > 100);
    CHECK(count_crossings(at, (const uint32_t(*)[3])triangles, COUNT, NULL).pairs == pairs);
}

TEST_MAIN(CASE(the_count_is_that_of_whole_numbers), CASE(the_last_bit_of_a_corner_counts),
          CASE(signs_by_doubles_are_those_of_whole_numbers),
          CASE(the_sweep_finds_the_pairs_of_all_by_all))
