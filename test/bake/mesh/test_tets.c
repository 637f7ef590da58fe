// The tables of an element, and promotion to ten nodes.
// SPDX-License-Identifier: MIT
#include "bake/mesh/tet_topology.h"
#include "test/kit/check.h"
#include "test/kit/tet_box.h"

TEST(every_tetrahedron_of_the_box_is_positive_and_they_fill_it) {
    arena* memory = arena_create();
    tets t = tet_box(3, memory);
    for (int32_t i = 0; i < t.tet_count; ++i) {
        const int32_t* e = t.elements + 4 * (size_t)i;
        double v = tet_volume(t.nodes[e[0]], t.nodes[e[1]], t.nodes[e[2]], t.nodes[e[3]]);
        CHECK(v > 0.0);
    }
    double box = mat4_determinant3(
        (mat4){{1.0, 0.0, 0.05, 0.0, 0.13, 0.9, 0.0, 0.0, 0.0, -0.07, 1.1, 0.0, 0, 0, 0, 1}});
    CHECK_NEAR(tets_volume(&t), box, 1e-14);
    arena_destroy(memory);
}

TEST(every_face_looks_outward) {
    const vec3 x[4] = {v3(0, 0, 0), v3(1, 0, 0), v3(0, 1, 0), v3(0, 0, 1)};
    CHECK(tet_volume(x[0], x[1], x[2], x[3]) > 0.0);
    for (int i = 0; i < 4; ++i) {
        const int* f = tet_face[i];
        CHECK(f[0] != i && f[1] != i && f[2] != i);
        vec3 normal = v3_cross(v3_sub(x[f[1]], x[f[0]]), v3_sub(x[f[2]], x[f[0]]));
        CHECK(v3_dot(normal, v3_sub(x[i], x[f[0]])) < 0.0);
    }
}

TEST(promotion_keeps_volume_nodes_and_corners) {
    arena* memory = arena_create();
    tets t = tet_box(3, memory), q = tets_promote(&t, memory);
    CHECK(q.width == 10 && q.tet_count == t.tet_count && q.node_count > t.node_count);
    CHECK(tets_volume(&q) == tets_volume(&t));
    CHECK(memcmp(q.nodes, t.nodes, (size_t)t.node_count * sizeof *t.nodes) == 0);
    for (size_t i = 0; i < (size_t)t.tet_count; ++i)
        CHECK(memcmp(q.elements + 10 * i, t.elements + 4 * i, 4 * sizeof(int32_t)) == 0);
    tets again = tets_promote(&q, memory);
    CHECK(again.elements == q.elements && again.node_count == q.node_count);
    arena_destroy(memory);
}

TEST(every_mid_node_lies_in_the_middle_of_its_edge) {
    arena* memory = arena_create();
    tets t = tet_box(2, memory), q = tets_promote(&t, memory);
    for (int32_t i = 0; i < q.tet_count; ++i)
        for (int k = 0; k < 6; ++k) {
            const int32_t* e = q.elements + 10 * (size_t)i;
            vec3 a = q.nodes[e[tet_edge[k][0]]], b = q.nodes[e[tet_edge[k][1]]];
            CHECK(v3_distance(q.nodes[e[4 + k]], v3_scale(v3_add(a, b), 0.5)) < 1e-15);
        }
    arena_destroy(memory);
}

// Nodes - edges + faces - cells of a ball is 1; an edge is a new node, so a mid node that was not
// shared would spoil the sum.
TEST(mid_nodes_are_shared_as_euler_counts_them) {
    arena* memory = arena_create();
    for (int32_t n = 1; n <= 4; ++n) {
        tets t = tet_box(n, memory), q = tets_promote(&t, memory);
        int32_t edges = q.node_count - t.node_count;
        int32_t outer = 12 * n * n, faces = (4 * t.tet_count + outer) / 2;
        CHECK(t.node_count - edges + faces - t.tet_count == 1);
    }
    arena_destroy(memory);
}

TEST(promotion_knows_which_nodes_came_from_a_file) {
    arena* memory = arena_create();
    tets t = tet_box(1, memory);
    t.node_source_or_null = ARENA_NEW(memory, int32_t, (size_t)t.node_count);
    for (int32_t i = 0; i < t.node_count; ++i)
        t.node_source_or_null[i] = 2 * i;
    tets q = tets_promote(&t, memory);
    CHECK(q.node_source_or_null[7] == 14);
    CHECK(q.node_source_or_null[8] == -1 && q.node_source_or_null[q.node_count - 1] == -1);
    arena_destroy(memory);
}

TEST(kept_tets_know_which_nodes_came_from_a_file) {
    arena* memory = arena_create();
    tets t = tet_box(2, memory);
    t.node_source_or_null = ARENA_NEW(memory, int32_t, (size_t)t.node_count);
    for (int32_t i = 0; i < t.node_count; ++i)
        t.node_source_or_null[i] = i;
    uint8_t* keep = ARENA_NEW(memory, uint8_t, (size_t)t.tet_count);
    keep[t.tet_count - 1] = 1;
    tets q = tets_keep(&t, keep, memory);
    CHECK(q.tet_count == 1 && q.node_count == 4);
    for (int32_t i = 0; i < q.node_count; ++i)
        CHECK(v3_distance(q.nodes[i], t.nodes[q.node_source_or_null[i]]) == 0.0);
    arena_destroy(memory);
}

TEST(promotion_of_nothing_is_nothing) {
    arena* memory = arena_create();
    tets t = {.width = 4}, q = tets_promote(&t, memory);
    CHECK(q.width == 10 && q.tet_count == 0 && q.node_count == 0);
    CHECK(tets_volume(&q) == 0.0);
    arena_destroy(memory);
}

TEST_MAIN(CASE(every_tetrahedron_of_the_box_is_positive_and_they_fill_it),
          CASE(every_face_looks_outward), CASE(promotion_keeps_volume_nodes_and_corners),
          CASE(every_mid_node_lies_in_the_middle_of_its_edge),
          CASE(mid_nodes_are_shared_as_euler_counts_them),
          CASE(promotion_knows_which_nodes_came_from_a_file),
          CASE(kept_tets_know_which_nodes_came_from_a_file), CASE(promotion_of_nothing_is_nothing))
