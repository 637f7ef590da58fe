// Parts: closed where they were cut, held there, and no crack in the skin.
// SPDX-License-Identifier: MIT
#include "bake/mesh/tet_topology.h"
#include "bake/volume/part.h"
#include "test/kit/check.h"
#include "test/kit/skinned_ball.h"

static part_options coarse(void) {
    part_options o = part_default();
    o.cell = 0.15;
    o.threads = 1;
    return o;
}

// The cap of the ball above y = 0.2.
static region cap_of(const ball* b, arena* memory) {
    return region_by_box(&b->body, (bounds){v3(-2, 0.2, -2), v3(2, 2, 2)}, memory);
}

TEST(the_fade_is_zero_on_the_seam_and_beyond_and_equal_on_twins) {
    arena* a = arena_create();
    ball* b = ball_make(10, a);
    region g = cap_of(b, a);
    float* fade = fade_of(&b->body, &g, 0.5, a);
    const weld* w = &b->body.weld;
    int32_t seam = 0, full = 0;
    for (int32_t v = 0; v < g.count; ++v) {
        int32_t i = w->welded[v];
        CHECK(fade[v] == fade[w->first[i]]);
        bool border = false;
        for (int32_t k = b->body.beside_first[i]; k < b->body.beside_first[i + 1]; ++k)
            border = border || !(g.value[w->first[b->body.beside[k]]] > 0.0f);
        if (!(g.value[v] > 0.0f) || border)
            CHECK(fade[v] == 0.0f);
        else
            CHECK(fade[v] > 0.0f && fade[v] <= 1.0f);
        seam += border && g.value[v] > 0.0f;
        full += fade[v] == 1.0f;
    }
    CHECK(seam > 0 && full > 0);
    arena_destroy(a);
}

TEST(the_fade_follows_the_way_over_the_skin) {
    arena* a = arena_create();
    ball* b = ball_make(40, a);
    region g = cap_of(b, a);
    double* along_skin = fade_distance(&b->body, &g, a);
    double least = 1.0;
    for (int32_t v = 0; v < g.count; ++v)
        if (along_skin[v] == 0.0 && g.value[v] > 0.0f)
            least = fmin(least, b->surface.positions[v].y);
    CHECK(least < 0.26);
    for (int32_t v = 0; v < g.count;
         ++v) { // edges go zigzag: never shorter, at most sqrt(2) longer
        vec3 p = b->surface.positions[v];
        double straight = 1.3694 - exact_atan2(sqrt(p.x * p.x + p.z * p.z), p.y); // acos(0.2)
        if (g.value[v] > 0.0f)
            CHECK(along_skin[v] > straight - 0.1 && along_skin[v] < 1.45 * straight + 0.05);
    }
    arena_destroy(a);
}

TEST(paint_scales_the_fade) {
    arena* a = arena_create();
    ball* b = ball_make(10, a);
    region g = cap_of(b, a);
    float* fade = fade_of(&b->body, &g, 0.5, a);
    for (int32_t v = 0; v < g.count; ++v)
        g.value[v] *= 0.25f;
    float* quarter = fade_of(&b->body, &g, 0.5, a);
    for (int32_t v = 0; v < g.count; ++v)
        CHECK_NEAR(quarter[v], 0.25f * fade[v], 1e-7);
    arena_destroy(a);
}

TEST(a_piece_without_seam_moves_as_a_whole) {
    arena* a = arena_create();
    ball* b = ball_make(4, a);
    region g = region_by_sphere(&b->body, v3(0, 0, 0), 2.0, a);
    float* fade = fade_of(&b->body, &g, 0.0, a);
    for (int32_t v = 0; v < g.count; ++v)
        CHECK(fade[v] == 1.0f);
    arena_destroy(a);
}

TEST(a_part_is_one_closed_piece_held_where_it_was_cut) {
    arena* a = arena_create();
    report r = report_new(a);
    ball* b = ball_make(12, a);
    region g = cap_of(b, a);
    part_options o = coarse();
    part p;
    CHECK(part_build(&b->body, "cap", &g, &o, a, &p, &r) && r.error_count == 0);
    tet_topology shape = tets_topology(&p.tets, a);
    CHECK(shape.piece_count == 1 && shape.overfull_faces == 0);
    CHECK(p.seam_count > 0 && p.fixed_count > p.seam_count && p.fixed_count < p.tets.node_count);
    // the outside of the part is skin or cut: a face with a free corner lies on the ball
    for (int32_t i = 0; i < shape.boundary_count; ++i)
        for (int k = 0; k < 3; ++k) {
            uint32_t n = shape.boundary[i][k];
            CHECK(p.fixed[n] || v3_length(p.tets.nodes[n]) > 0.97);
        }
    // what the region sees of the bone: between the cap alone and the half ball
    CHECK(p.volume > 0.3 && p.volume < 2.1);
    CHECK(p.bone_count > 0 && p.bones[0] == 2 && p.bone_fractions[0] > 0.8);
    arena_destroy(a);
}

TEST(the_middle_of_the_body_is_held_by_its_bone) {
    arena* a = arena_create();
    report r = report_new(a);
    ball* b = ball_make(12, a);
    region g = region_by_sphere(&b->body, v3(0, 0, 0), 2.0, a);
    part_options o = coarse();
    part p;
    CHECK(part_build(&b->body, "all", &g, &o, a, &p, &r));
    CHECK(p.seam_count == 0 && p.fixed_count > 0);
    for (int32_t i = 0; i < p.tets.node_count; ++i)
        if (p.fixed[i])
            CHECK(v3_length(p.tets.nodes[i]) < 0.9);
    CHECK_NEAR(p.volume, 4.18879, 0.15);
    CHECK(p.vertex_count == b->surface.vertex_count);
    arena_destroy(a);
}

// The largest change of the carried motion over one edge of the skin, everything outside at rest.
static double largest_jump(int32_t n, double* on_seam) {
    arena* a = arena_create();
    report r = report_new(a);
    ball* b = ball_make(n, a);
    region g = cap_of(b, a);
    part_options o = coarse();
    o.fade = 0.6;
    part p;
    double jump = -1.0;
    *on_seam = 0.0;
    if (part_build(&b->body, "cap", &g, &o, a, &p, &r)) {
        double* nodal = ARENA_NEW(a, double, (size_t)p.tets.node_count);
        for (int32_t i = 0; i < p.tets.node_count; ++i)
            nodal[i] = p.fixed[i] ? 0.0 : 1.0;
        double* carried = ARENA_NEW(a, double, (size_t)p.vertex_count);
        double* moved = ARENA_NEW(a, double, (size_t)b->surface.vertex_count);
        embed_field(&p.embedding, &p.tets, nodal, 1, carried);
        for (int32_t i = 0; i < p.vertex_count; ++i)
            moved[p.vertices[i]] = carried[i] * p.fade[i];
        jump = 0.0;
        for (int32_t t = 0; t < b->surface.triangle_count; ++t)
            for (int k = 0; k < 3; ++k) {
                uint32_t u = b->surface.triangles[t][k], v = b->surface.triangles[t][(k + 1) % 3];
                jump = fmax(jump, fabs(moved[u] - moved[v]));
                if (!(g.value[u] > 0.0f))
                    *on_seam = fmax(*on_seam, fmax(fabs(moved[u]), fabs(moved[v])));
            }
    }
    arena_destroy(a);
    return jump;
}

TEST(no_crack_shows_and_motion_is_continuous_over_the_skin) {
    double coarse_seam, fine_seam;
    double coarse_jump = largest_jump(8, &coarse_seam), fine_jump = largest_jump(24, &fine_seam);
    CHECK(coarse_jump > 0.0 && fine_jump > 0.0);
    CHECK(coarse_seam == 0.0 && fine_seam == 0.0); // nothing outside moves, nor its neighbours
    CHECK(fine_jump < 0.6 * coarse_jump);          // edges are three times as short
}

TEST(twins_are_carried_alike) {
    arena* a = arena_create();
    report r = report_new(a);
    ball* b = ball_make(12, a);
    region g = cap_of(b, a);
    part_options o = coarse();
    part p;
    CHECK(part_build(&b->body, "cap", &g, &o, a, &p, &r));
    int32_t* at = ARENA_NEW(a, int32_t, (size_t)b->body.weld.count);
    int32_t twins = 0;
    for (int32_t i = 0; i < p.vertex_count; ++i) {
        int32_t* first = &at[b->body.weld.welded[p.vertices[i]]];
        if (*first > 0) {
            int32_t k = *first - 1;
            ++twins;
            CHECK(p.fade[k] == p.fade[i] && p.embedding.element[k] == p.embedding.element[i]);
            for (int n = 0; n < 4; ++n)
                CHECK(p.embedding.barycentric[k][n] == p.embedding.barycentric[i][n]);
        } else {
            *first = i + 1;
        }
    }
    CHECK(twins > 0);
    arena_destroy(a);
}

TEST(a_part_aims_at_the_wanted_number_of_tets) {
    arena* a = arena_create();
    report r = report_new(a);
    ball* b = ball_make(10, a);
    region g = cap_of(b, a);
    part_options o = part_default();
    o.target = 1200;
    part p, again;
    CHECK(part_build(&b->body, "cap", &g, &o, a, &p, &r));
    CHECK(p.tets.tet_count > 700 && p.tets.tet_count < 2000);
    o.threads = 3;
    CHECK(part_build(&b->body, "cap", &g, &o, a, &again, &r)); // the same bits on any machine
    CHECK(again.tets.tet_count == p.tets.tet_count && again.vertex_count == p.vertex_count);
    CHECK(memcmp(again.tets.nodes, p.tets.nodes,
                 (size_t)p.tets.node_count * sizeof *p.tets.nodes) == 0);
    CHECK(memcmp(again.fixed, p.fixed, (size_t)p.tets.node_count) == 0);
    CHECK(memcmp(again.fade, p.fade, (size_t)p.vertex_count * sizeof *p.fade) == 0);
    arena_destroy(a);
}

TEST(a_part_that_cannot_move_gets_a_sentence) {
    arena* a = arena_create();
    report r = report_new(a);
    ball* b = ball_make(8, a);
    part_options o = coarse();
    part p;
    region none = region_by_sphere(&b->body, v3(5, 5, 5), 0.1, a);
    CHECK(!part_build(&b->body, "none", &none, &o, a, &p, &r) && r.error_count == 1);
    region speck = region_by_sphere(&b->body, v3(0, 1, 0), 0.3, a); // all of it is seam
    CHECK(!part_build(&b->body, "speck", &speck, &o, a, &p, &r) && r.error_count == 2);
    arena_destroy(a);
}

TEST(the_bound_pose_does_not_depend_on_the_shown_one) {
    arena* a = arena_create();
    ball* b = ball_make(4, a);
    pose bound = bind_pose(&b->scene, a);
    b->scene.nodes[2].rotation = quat_axis_angle(v3(0, 0, 1), 1.0); // the file shows it bent
    pose shown = pose_at(&b->scene, -1, 0.0, a), again = bind_pose(&b->scene, a);
    surface f = surface_from_scene(&b->scene, &again, a),
            bent = surface_from_scene(&b->scene, &shown, a);
    double moved = 0.0;
    for (int32_t v = 0; v < f.vertex_count; ++v) {
        CHECK(v3_distance(f.positions[v], b->surface.positions[v]) < 1e-12);
        moved = fmax(moved, v3_distance(bent.positions[v], f.positions[v]));
    }
    CHECK(moved > 0.1);
    for (int k = 0; k < 16; ++k)
        CHECK(bound.world[2].m[k] == again.world[2].m[k]);
    arena_destroy(a);
}

TEST_MAIN(CASE(the_fade_is_zero_on_the_seam_and_beyond_and_equal_on_twins),
          CASE(the_fade_follows_the_way_over_the_skin), CASE(paint_scales_the_fade),
          CASE(a_piece_without_seam_moves_as_a_whole),
          CASE(a_part_is_one_closed_piece_held_where_it_was_cut),
          CASE(the_middle_of_the_body_is_held_by_its_bone),
          CASE(no_crack_shows_and_motion_is_continuous_over_the_skin),
          CASE(twins_are_carried_alike), CASE(a_part_aims_at_the_wanted_number_of_tets),
          CASE(a_part_that_cannot_move_gets_a_sentence),
          CASE(the_bound_pose_does_not_depend_on_the_shown_one))
