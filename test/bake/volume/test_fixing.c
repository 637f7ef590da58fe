// Marks on nodes, each against its definition.
// SPDX-License-Identifier: MIT
#include "bake/mesh/tet_topology.h"
#include "bake/volume/fixing.h"
#include "test/kit/check.h"
#include "test/kit/skinned_ball.h"
#include "test/kit/tet_box.h"

TEST(places_hold_the_nodes_in_them) {
    arena* a = arena_create();
    tets t = tet_box(4, a);
    uint8_t* in_box = ARENA_NEW(a, uint8_t, (size_t)t.node_count);
    uint8_t* in_ball = ARENA_NEW(a, uint8_t, (size_t)t.node_count);
    uint8_t* behind = ARENA_NEW(a, uint8_t, (size_t)t.node_count);
    bounds box = {v3(0.2, 0.1, -1), v3(0.9, 0.7, 0.6)};
    vec3 middle = v3(0.5, 0.5, 0.5), normal = v3(1, -2, 0.5);
    CHECK(fix_box(&t, box, in_box) == fixed_count(&t, in_box));
    CHECK(fix_sphere(&t, middle, 0.4, in_ball) == fixed_count(&t, in_ball));
    CHECK(fix_plane(&t, middle, normal, behind) == fixed_count(&t, behind));
    for (int32_t i = 0; i < t.node_count; ++i) {
        vec3 p = t.nodes[i];
        CHECK(in_box[i] == (p.x >= 0.2 && p.x <= 0.9 && p.y >= 0.1 && p.y <= 0.7 && p.z <= 0.6));
        CHECK(in_ball[i] == (v3_distance(p, middle) <= 0.4));
        CHECK(behind[i] == (v3_dot(v3_sub(p, middle), normal) <= 0.0));
    }
    CHECK(fixed_count(&t, in_box) > 0 && fixed_count(&t, in_ball) > 0);
    CHECK(fixed_count(&t, behind) > 0 && fixed_count(&t, behind) < t.node_count);
    CHECK(fix_box(&t, box, in_box) == 0); // nothing is marked twice
    arena_destroy(a);
}

TEST(a_base_is_the_lowest_part_along_y) {
    arena* a = arena_create();
    tets t = tet_box(5, a);
    uint8_t* fixed = ARENA_NEW(a, uint8_t, (size_t)t.node_count);
    bounds box = bounds_of(t.nodes, t.node_count);
    CHECK(fix_base(&t, 0.3, fixed) > 0);
    double top = box.low.y + 0.3 * (box.high.y - box.low.y);
    for (int32_t i = 0; i < t.node_count; ++i)
        CHECK(fixed[i] == (t.nodes[i].y <= top));
    arena_destroy(a);
}

// A point in the middle of an element, or just off one of its faces.
TEST(a_bone_holds_exactly_the_elements_it_goes_through) {
    arena* a = arena_create();
    tets t = tet_box(4, a);
    bone_axis bone = {0, v3(0.21, 0.17, 0.33), v3(0.83, 0.61, 0.71)};
    uint8_t* fixed = ARENA_NEW(a, uint8_t, (size_t)t.node_count);
    uint8_t* wanted = ARENA_NEW(a, uint8_t, (size_t)t.node_count);
    CHECK(fix_crossed_by_bones(&t, &bone, 1, fixed) > 0);
    enum { STEPS = 20001 }; // points along the bone find the same elements
    vec3* points = ARENA_NEW(a, vec3, STEPS);
    for (int32_t i = 0; i < STEPS; ++i)
        points[i] = v3_lerp(bone.a, bone.b, (double)i / (STEPS - 1));
    embedding e = embed_points(&t, points, STEPS, 1, a);
    CHECK(e.outside_count == 0);
    for (int32_t i = 0; i < STEPS; ++i)
        for (int k = 0; k < 4; ++k)
            wanted[t.elements[4 * (size_t)e.element[i] + (size_t)k]] = 1;
    CHECK(memcmp(fixed, wanted, (size_t)t.node_count) == 0);
    CHECK(fixed_count(&t, fixed) < t.node_count);
    arena_destroy(a);
}

TEST(a_core_of_bone_is_a_share_of_the_way_to_the_skin) {
    arena* a = arena_create();
    ball* b = ball_make(16, a);
    tets t = tet_box(8, a);
    for (int32_t i = 0; i < t.node_count; ++i) // a box within the ball
        t.nodes[i] = v3_scale(v3_sub(t.nodes[i], v3(0.55, 0.4, 0.55)), 0.9);
    uint8_t* fixed = ARENA_NEW(a, uint8_t, (size_t)t.node_count);
    bone_axis point = {0, v3(0, 0, 0), v3(0, 0, 0)}; // so depth and skin are known: r and 1 - r
    CHECK(fix_near_bones(&t, NULL, &point, 1, &b->body.soup, 0.4, fixed) > 0);
    int32_t free_count = 0;
    for (int32_t i = 0; i < t.node_count; ++i) {
        double r = v3_length(t.nodes[i]);
        if (r < 0.38) // the ball's facets lie up to 0.01 inside
            CHECK(fixed[i]);
        else if (r > 0.41)
            CHECK(!fixed[i]);
        free_count += !fixed[i];
    }
    CHECK(free_count > 0);
    CHECK(fix_near_bones(&t, NULL, NULL, 0, &b->body.soup, 0.4, fixed) == 0);
    arena_destroy(a);
}

TEST(a_seam_is_shared_with_what_was_taken_away) {
    arena* a = arena_create();
    tets whole = tet_box(4, a);
    uint8_t* keep = ARENA_NEW(a, uint8_t, (size_t)whole.tet_count);
    for (int32_t i = 0; i < whole.tet_count; ++i)
        keep[i] = whole.nodes[whole.elements[4 * i]].x < 0.45;
    tets part = tets_keep(&whole, keep, a);
    uint8_t* fixed = ARENA_NEW(a, uint8_t, (size_t)part.node_count);
    CHECK(fix_seam(&whole, keep, &part, fixed) == fixed_count(&part, fixed));
    for (int32_t i = 0; i < part.node_count; ++i) {
        bool beyond = false;
        for (int32_t e = 0; e < whole.tet_count; ++e)
            for (int k = 0; k < 4 && !keep[e]; ++k)
                beyond = beyond ||
                         v3_distance(whole.nodes[whole.elements[4 * e + k]], part.nodes[i]) == 0.0;
        CHECK(fixed[i] == beyond);
    }
    CHECK(fixed_count(&part, fixed) > 0 && fixed_count(&part, fixed) < part.node_count);
    arena_destroy(a);
}

TEST(listed_vertices_hold_the_elements_that_carry_them) {
    arena* a = arena_create();
    tets t = tet_box(3, a);
    vec3 points[2] = {v3(0.5, 0.4, 0.5), v3(0.9, 0.7, 0.8)};
    embedding e = embed_points(&t, points, 2, 1, a);
    uint8_t chosen[2] = {0, 1};
    uint8_t* fixed = ARENA_NEW(a, uint8_t, (size_t)t.node_count);
    CHECK(fix_vertices(&t, &e, chosen, fixed) == 4 && fixed_count(&t, fixed) == 4);
    for (int k = 0; k < 4; ++k)
        CHECK(fixed[t.elements[4 * (size_t)e.element[1] + (size_t)k]]);
    arena_destroy(a);
}

TEST(all_or_nothing_gets_a_sentence) {
    arena* a = arena_create();
    report r = report_new(a);
    tets t = tet_box(2, a);
    uint8_t* fixed = ARENA_NEW(a, uint8_t, (size_t)t.node_count);
    CHECK(fix_check(&t, fixed, "lobe", &r) && r.count == 1 && r.error_count == 0);
    CHECK(strstr(r.findings[0].text, "nothing of \"lobe\" is fixed") != NULL);
    fixed[3] = 1;
    CHECK(fix_check(&t, fixed, "lobe", &r) && r.count == 1);
    memset(fixed, 1, (size_t)t.node_count);
    CHECK(!fix_check(&t, fixed, "lobe", &r));
    CHECK(strstr(r.findings[1].text, "all 27 nodes") != NULL);
    arena_destroy(a);
}

TEST_MAIN(CASE(places_hold_the_nodes_in_them), CASE(a_base_is_the_lowest_part_along_y),
          CASE(a_bone_holds_exactly_the_elements_it_goes_through),
          CASE(a_core_of_bone_is_a_share_of_the_way_to_the_skin),
          CASE(a_seam_is_shared_with_what_was_taken_away),
          CASE(listed_vertices_hold_the_elements_that_carry_them),
          CASE(all_or_nothing_gets_a_sentence))
