// Triangles that cross, touch, share a plane or miss each other.
// SPDX-License-Identifier: MIT
#include "bake/mesh/crossing.h"
#include "test/kit/check.h"
#include "test/kit/soup.h"

static const vec3 base[3] = {{-1, -1, 0}, {1, -1, 0}, {0, 1, 0}};

TEST(a_needle_through_a_triangle_crosses_and_beside_it_misses) {
    vec3 through[3] = {{0, 0, -1}, {0, 0, 1}, {5, 0, 1}};
    vec3 beside[3] = {{3, 0, -1}, {3, 0, 1}, {5, 0, 1}};
    vec3 above[3] = {{0, 0, 0.01}, {1, 0, 1}, {0, 1, 1}};
    CHECK(triangles_cross(base, through) && triangles_cross(through, base));
    CHECK(!triangles_cross(base, beside) && !triangles_cross(beside, base));
    CHECK(!triangles_cross(base, above));
}

TEST(touching_is_not_crossing) {
    vec3 tip_on_face[3] = {{0, 0, 0}, {1, 0, 1}, {0, 1, 1}};
    vec3 edge_on_face[3] = {{-0.2, 0, 0}, {0.2, 0, 0}, {0, 0, 1}};
    vec3 edge_on_edge[3] = {{-3, -1, 0}, {3, -1, 0}, {0, -1, 1}};
    vec3 tip_on_tip[3] = {{0, 1, 0}, {0, 2, 1}, {0, 2, -1}};
    CHECK(!triangles_cross(base, tip_on_face) && !triangles_cross(tip_on_face, base));
    CHECK(!triangles_cross(base, edge_on_face) && !triangles_cross(edge_on_face, base));
    CHECK(!triangles_cross(base, edge_on_edge) && !triangles_cross(edge_on_edge, base));
    CHECK(!triangles_cross(base, tip_on_tip) && !triangles_cross(tip_on_tip, base));
}

TEST(a_tip_one_bit_below_the_face_crosses) {
    vec3 tip[3] = {{0, 0, -0x1p-1022}, {1, 0, 1}, {0, 1, 1}};
    CHECK(triangles_cross(base, tip) && triangles_cross(tip, base));
}

TEST(coplanar_overlap_is_not_a_crossing) {
    vec3 shifted[3] = {{-0.9, -1, 0}, {1.1, -1, 0}, {0.1, 1, 0}};
    CHECK(!triangles_cross(base, shifted) && !triangles_cross(base, base));
}

TEST(the_answer_does_not_depend_on_the_order_of_corners_or_triangles) {
    uint64_t state = 9;
    int crossings = 0;
    for (int i = 0; i < 4000; ++i) {
        vec3 t[2][3];
        for (int k = 0; k < 6; ++k)
            t[k / 3][k % 3] = v3(floor(soup_random(&state, 0, 5)), floor(soup_random(&state, 0, 5)),
                                 floor(soup_random(&state, 0, 5)));
        bool cross = triangles_cross(t[0], t[1]);
        crossings += cross;
        for (int turn = 0; turn < 6; ++turn) {
            vec3 u[3];
            for (int k = 0; k < 3; ++k)
                u[k] = t[0][turn < 3 ? (k + turn) % 3 : (turn - k + 3) % 3];
            CHECK(triangles_cross(u, t[1]) == cross && triangles_cross(t[1], u) == cross);
        }
    }
    CHECK(crossings > 200);
}

TEST_MAIN(CASE(a_needle_through_a_triangle_crosses_and_beside_it_misses),
          CASE(touching_is_not_crossing), CASE(a_tip_one_bit_below_the_face_crosses),
          CASE(coplanar_overlap_is_not_a_crossing),
          CASE(the_answer_does_not_depend_on_the_order_of_corners_or_triangles))
