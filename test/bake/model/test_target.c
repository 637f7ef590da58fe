// Sculpted targets prepared for physics: what rests where, how stiff, in which pose.
// SPDX-License-Identifier: MIT
#include "bake/fem/assemble.h"
#include "bake/mesh/tet_topology.h"
#include "scenes/scenes.h"
#include "test/kit/check.h"
#include "test/kit/target_body.h"

static const double half_pi = EXACT_PI / 2.0;

static recipe_part tube_part(recipe_target* targets, int32_t count, bool ten_nodes) {
    recipe_part p = recipe_part_default();
    p.tets = 500;
    p.ten_nodes = ten_nodes;
    p.sag = 0.0;
    p.targets = targets;
    p.target_count = count;
    return p;
}

static recipe_target at_time(const char* name, recipe_shape* shape_or_null, double time) {
    recipe_target t = recipe_target_default();
    t.name = name;
    t.shapes = shape_or_null;
    t.shape_count = shape_or_null != NULL;
    t.pose.clip_or_null = "bend";
    t.pose.time = time;
    return t;
}

static recipe_shape bulge = {"bent", 1.0};

static bool is_inner(const target_set* s, const uint8_t* on_surface, int32_t n) {
    return !s->fixed[n] && !on_surface[n];
}

TEST(surface_follows_the_sculpt_and_inner_nodes_are_in_equilibrium) {
    for (int ten = 0; ten < 2; ++ten) {
        arena* a = arena_create();
        report r = report_new(a);
        scene s = sample_find("cylinder")->make(a);
        recipe_target targets[2] = {at_time("straight", NULL, 0.0), at_time("bent", &bulge, 1.2)};
        recipe_part how = tube_part(targets, 2, ten);
        how.tets = 5000;
        how.material.poisson = 0.3; // what the inside is relaxed with at most
        target_body b;
        CHECK(target_body_make(&s, &how, a, &b, &r));
        const target_set* t = &b.set;
        CHECK(t->count == 2);
        CHECK(t->volume->width == (ten ? 10 : 4));
        printf("        %s: %d nodes, sculpted by %.4f m, missed by %.2f%% rms\n",
               ten ? "t10" : "t4", t->volume->node_count, t->shapes[1].largest,
               100.0 * t->shapes[1].missed / t->shapes[1].largest);
        CHECK(t->shapes[1].largest > 0.02 && t->shapes[0].largest == 0.0);
        CHECK(t->shapes[1].missed < 0.02 * t->shapes[1].largest);
        for (int32_t i = 0; i < 3 * t->volume->node_count; ++i) {
            CHECK(t->shapes[0].rest[i] == 0.0);
            CHECK(t->shapes[1].rest[i] == 0.0 || !t->fixed[i / 3]);
        }
        tets corners = b.part.tets; // of four nodes: the inside is relaxed on these
        corners.nodes = t->volume->nodes;
        uint8_t* on = ARENA_NEW(a, uint8_t, (size_t)corners.node_count);
        tet_topology shape = tets_topology(&corners, a);
        tets_surface_nodes(&corners, &shape, on);
        for (int32_t v = 0; v < b.part.vertex_count; ++v) // those that vertices tell where to go
            for (int k = 0; k < 4; ++k)
                on[corners.elements[4 * b.part.embedding.element[v] + k]] = 1;
        assemble_matrices m;
        CHECK(assemble_body(&corners, t->shapes[0].materials, ELEMENT_MASS_CONSISTENT, 1, &m,
                            place_none(), a, &r));
        double* force = ARENA_NEW(a, double, 3 * (size_t)corners.node_count);
        sparse_multiply(&m.stiffness, t->shapes[1].rest, force, 1, 1);
        double inner = 0.0, outer = 0.0;
        int32_t inner_count = 0;
        for (int32_t i = 0; i < 3 * corners.node_count; ++i) {
            bool in = is_inner(t, on, i / 3);
            inner_count += in;
            inner = fmax(inner, in ? fabs(force[i]) : 0.0);
            outer = fmax(outer, !in ? fabs(force[i]) : 0.0);
        }
        CHECK(inner_count > 20 && outer > 0.0 && inner < 1e-9 * outer);
        arena_destroy(a);
    }
}

TEST(a_pose_is_the_turn_of_the_joints_and_zero_at_bind) {
    arena* a = arena_create();
    report r = report_new(a);
    scene s = sample_find("cylinder")->make(a);
    recipe_node elbow = {.name = "lower", .turned = true};
    elbow.rotation = quat_axis_angle(v3(0, 0, 1), half_pi);
    recipe_target targets[3] = {recipe_target_default(), at_time("bent", &bulge, 1.2),
                                recipe_target_default()};
    targets[0].name = "rest";
    targets[2].name = "square";
    targets[2].pose.nodes = &elbow;
    targets[2].pose.node_count = 1;
    recipe_part how = tube_part(targets, 3, false);
    target_body b;
    CHECK(target_body_make(&s, &how, a, &b, &r));
    CHECK(b.set.count == 3);
    CHECK(b.set.joint_count == 3); // all but the root
    for (int32_t j = 0; j < 3; ++j) {
        const char* name = s.nodes[b.binding.bones[b.set.joints[j].bone].node].name;
        double degrees = strcmp(name, "lower") == 0 ? 84.0 : strcmp(name, "upper") == 0 ? 5.0 : 8.0;
        for (int k = 0; k < 6; ++k) {
            CHECK_NEAR(b.set.shapes[0].pose[6 * j + k], 0.0, 1e-6);
            CHECK_NEAR(b.set.shapes[1].pose[6 * j + k], k == 2 ? degrees * EXACT_PI / 180.0 : 0.0,
                       1e-5);
            CHECK_NEAR(b.set.shapes[2].pose[6 * j + k],
                       k == 2 && strcmp(name, "lower") == 0 ? half_pi : 0.0, 1e-5);
        }
    }
    arena_destroy(a);
}

// A mesh whose numbers are centimetres, on bones in metres.
static scene in_centimetres(arena* a) {
    scene s = sample_find("cylinder")->make(a);
    primitive* p = &s.primitives[0];
    for (int32_t i = 0; i < p->vertex_count; ++i) {
        p->positions[i] = v3_scale(p->positions[i], 100.0);
        for (int32_t k = 0; k < p->target_count; ++k)
            for (int c = 0; c < 3; ++c)
                p->targets[k].positions[i][c] *= 100.0f;
    }
    mat4 small = mat4_from_trs(v3(0, 0, 0), quat_identity(), v3(0.01, 0.01, 0.01));
    for (int32_t i = 0; i < s.skins[0].joint_count; ++i)
        s.skins[0].inverse_binds[i] = mat4_mul(s.skins[0].inverse_binds[i], small);
    return s;
}

TEST(a_mesh_in_centimetres_has_the_same_shapes_and_poses_in_metres) {
    arena* a = arena_create();
    report r = report_new(a);
    recipe_node pulled = {.name = "lower", .moved = true, .translation = {0.17, 0.01, 0.0}};
    recipe_target targets[3] = {at_time("straight", NULL, 0.0), at_time("bent", &bulge, 1.2),
                                recipe_target_default()};
    targets[2].name = "pulled";
    targets[2].pose = (recipe_pose){.nodes = &pulled, .node_count = 1};
    recipe_part how = tube_part(targets, 3, false);
    scene metres = sample_find("cylinder")->make(a), centimetres = in_centimetres(a);
    target_body x, y;
    CHECK(target_body_make(&metres, &how, a, &x, &r) &&
          target_body_make(&centimetres, &how, a, &y, &r));
    CHECK(x.set.volume->node_count == y.set.volume->node_count);
    CHECK_NEAR(y.set.translation_scale, x.set.translation_scale, 1e-6);
    CHECK_NEAR(x.set.translation_scale, 1.0 / cbrt(x.part.volume), 1e-6);
    double shift = 0.0;
    for (int32_t t = 0; t < 3; ++t) {
        for (int32_t i = 0; i < 3 * x.set.volume->node_count; ++i)
            CHECK_NEAR(y.set.shapes[t].rest[i], x.set.shapes[t].rest[i], 1e-4); // faces are shared
        for (int32_t i = 0; i < 6 * x.set.joint_count; ++i) {
            CHECK_NEAR(y.set.shapes[t].pose[i], x.set.shapes[t].pose[i], 1e-5);
            shift = fmax(shift, t == 2 ? x.set.shapes[t].pose[i] : 0.0);
        }
        for (int32_t v = 0; v < x.set.vertex_count; ++v)
            CHECK_NEAR((double)y.set.shapes[t].seen[v][1],
                       100.0 * (double)x.set.shapes[t].seen[v][1], 1e-5);
    }
    CHECK_NEAR(shift, 0.02 * x.set.translation_scale, 1e-5); // it was bound at 0.15
    arena_destroy(a);
}

TEST(all_targets_have_one_mass_and_each_its_stiffness) {
    arena* a = arena_create();
    report r = report_new(a);
    scene s = sample_find("cylinder")->make(a);
    recipe_target targets[3] = {at_time("soft", NULL, 0.0), at_time("stiff", &bulge, 1.2),
                                at_time("rubber", &bulge, 0.6)};
    targets[1].stiffness = 5.0;
    targets[2].young = 1e6;
    targets[2].poisson = 0.3;
    recipe_part how = tube_part(targets, 3, false);
    how.material.density = 1234.0;
    how.sag = 0.1;
    target_body b;
    CHECK(target_body_make(&s, &how, a, &b, &r));
    CHECK(b.set.young_factor > 0.0 && b.set.young_factor != 1.0);
    for (int32_t i = 0; i < b.set.volume->tet_count; ++i) {
        const material *soft = &b.set.shapes[0].materials[i],
                       *stiff = &b.set.shapes[1].materials[i],
                       *rubber = &b.set.shapes[2].materials[i];
        CHECK(soft->density == 1234.0 && stiff->density == 1234.0 && rubber->density == 1234.0);
        CHECK_NEAR(stiff->young, 5.0 * soft->young, 1e-9 * stiff->young);
        CHECK_NEAR(rubber->young, 1e6 * b.set.young_factor, 1e-9 * rubber->young);
        CHECK(rubber->poisson == 0.3 && stiff->poisson == soft->poisson);
    }
    arena_destroy(a);
}

static bool refuses(recipe_target* targets, int32_t count, const char* because) {
    arena* a = arena_create();
    report r = report_new(a);
    scene s = sample_find("cylinder")->make(a);
    recipe_part how = tube_part(targets, count, false);
    target_body b;
    bool made = target_body_make(&s, &how, a, &b, &r), said = false;
    for (int32_t i = 0; i < r.count; ++i)
        said = said || (strstr(r.findings[i].text, because) != NULL &&
                        r.findings[i].severity == FINDING_ERROR);
    if (!said && r.count > 0)
        printf("        said instead: %s\n", r.findings[r.count - 1].text);
    arena_destroy(a);
    return !made && said;
}

TEST(mistakes_are_refused_with_a_sentence) {
    recipe_shape mistyped = {"bend", 1.0}, wild = {"bent", -4.0};
    recipe_target straight = at_time("straight", NULL, 0.0);
    CHECK(refuses((recipe_target[]){straight, at_time("b", &mistyped, 1.2)}, 2,
                  "no morph target \"bend\"; did you mean \"bent\"?"));
    CHECK(refuses((recipe_target[]){straight, at_time("b", &bulge, 5.0)}, 2,
                  "clip \"bend\" ends at 2.4 s, before 5 s"));
    recipe_target lost = at_time("b", &bulge, 1.2);
    lost.pose.clip_or_null = "bends";
    CHECK(
        refuses((recipe_target[]){straight, lost}, 2, "no clip \"bends\"; did you mean \"bend\"?"));
    recipe_node elbow = {.name = "lover", .turned = true, .rotation = {0, 0, 0, 1}};
    lost.pose = (recipe_pose){.nodes = &elbow, .node_count = 1};
    CHECK(refuses((recipe_target[]){straight, lost}, 2,
                  "no node \"lover\"; did you mean \"lower\"?"));
    recipe_target nowhere = recipe_target_default(), base = recipe_target_default();
    base.name = "rest";
    nowhere.name = "bent";
    nowhere.shapes = &bulge;
    nowhere.shape_count = 1;
    CHECK(refuses((recipe_target[]){base, nowhere}, 2,
                  "say in which pose, or at which inputs, it was sculpted"));
    CHECK(refuses((recipe_target[]){straight, at_time("in", &wild, 1.2)}, 2, "folds"));
}

TEST(targets_in_one_pose_are_merged_with_a_note) {
    arena* a = arena_create();
    report r = report_new(a);
    scene s = sample_find("cylinder")->make(a);
    recipe_target targets[3] = {at_time("straight", NULL, 0.0), at_time("bent", &bulge, 1.2),
                                at_time("again", NULL, 1.2)};
    recipe_part how = tube_part(targets, 3, false);
    target_body b;
    CHECK(target_body_make(&s, &how, a, &b, &r));
    CHECK(b.set.count == 2);
    CHECK(r.count > 0 && strstr(r.findings[r.count - 1].text, "has the pose of \"bent\"") != NULL);
    arena_destroy(a);
}

TEST(bones_hold_the_elements_they_cross_but_not_the_skin) {
    arena* a = arena_create();
    report r = report_new(a);
    scene s = sample_find("cylinder")->make(a);
    recipe_target targets[2] = {at_time("straight", NULL, 0.0), at_time("bent", &bulge, 1.2)};
    recipe_part how = tube_part(targets, 2, true);
    how.fixing.core = 0.0;
    how.tets = 2000;
    target_body b;
    CHECK(target_body_make(&s, &how, a, &b, &r) && r.count == 0);
    const tets* t = b.set.volume;
    uint8_t *on = ARENA_NEW(a, uint8_t, (size_t)t->node_count),
            *crossed = ARENA_NEW(a, uint8_t, (size_t)t->node_count);
    tet_topology shape = tets_topology(t, a);
    tets_surface_nodes(t, &shape, on);
    fix_crossed_by_bones(&b.part.tets, b.character.axes, b.character.axis_count, crossed);
    int32_t held = 0;
    for (int32_t i = 0; i < t->node_count; ++i) {
        CHECK(!(b.set.fixed[i] && on[i]));
        if (i < b.part.tets.node_count)
            CHECK(b.set.fixed[i] == (crossed[i] && !on[i]));
        held += b.set.fixed[i];
    }
    CHECK(held > 20 && 2 * held < t->node_count);
    arena_destroy(a);
}

TEST(a_sculpt_of_what_is_held_gets_a_warning) {
    arena* a = arena_create();
    report r = report_new(a);
    scene s = sample_find("cylinder")->make(a);
    recipe_target targets[2] = {at_time("straight", NULL, 0.0), at_time("bent", &bulge, 1.2)};
    recipe_part how = tube_part(targets, 2, false);
    how.fixing.box = (recipe_box){true, {{-0.2, -1, -1}, {-0.05, 1, 1}}};
    target_body b;
    CHECK(target_body_make(&s, &how, a, &b, &r));
    CHECK(r.count > 0 && r.findings[r.count - 1].severity == FINDING_WARNING);
    CHECK(strstr(r.findings[r.count - 1].text, "where the flesh is held") != NULL);
    arena_destroy(a);
}

TEST(a_shape_that_folds_at_once_is_walked_to_in_steps) {
    arena* a = arena_create();
    report r = report_new(a);
    scene s = sample_find("cylinder")->make(a);
    recipe_shape dent = {"bent", -1.0};
    recipe_target targets[2] = {at_time("straight", NULL, 0.0), at_time("dented", &dent, 1.2)};
    recipe_part how = tube_part(targets, 2, false);
    how.tets = 2000;
    target_body b;
    CHECK(target_body_make(&s, &how, a, &b, &r));
    CHECK(b.set.shapes[1].walked && b.set.shapes[1].missed < 0.03 * b.set.shapes[1].largest);
    for (int32_t i = 0; i < b.set.volume->tet_count; ++i) {
        vec3 x[4];
        for (int k = 0; k < 4; ++k) {
            int32_t n = b.set.volume->elements[4 * i + k];
            const double* u = b.set.shapes[1].rest + 3 * n;
            x[k] = v3_add(b.set.volume->nodes[n], v3(u[0], u[1], u[2]));
        }
        CHECK(tet_volume(x[0], x[1], x[2], x[3]) > 0.0);
    }
    arena_destroy(a);
}

TEST(a_part_without_targets_is_its_base_alone) {
    arena* a = arena_create();
    report r = report_new(a);
    scene s = sample_find("jelly")->make(a);
    recipe_part how = tube_part(NULL, 0, true);
    how.fixing.base = 0.05;
    target_body b;
    CHECK(target_body_make(&s, &how, a, &b, &r));
    CHECK(b.set.count == 1 && b.set.joint_count == 0 && b.set.shapes[0].largest == 0.0);
    arena_destroy(a);
}

TEST_MAIN(CASE(surface_follows_the_sculpt_and_inner_nodes_are_in_equilibrium),
          CASE(a_pose_is_the_turn_of_the_joints_and_zero_at_bind),
          CASE(a_mesh_in_centimetres_has_the_same_shapes_and_poses_in_metres),
          CASE(all_targets_have_one_mass_and_each_its_stiffness),
          CASE(mistakes_are_refused_with_a_sentence),
          CASE(targets_in_one_pose_are_merged_with_a_note),
          CASE(bones_hold_the_elements_they_cross_but_not_the_skin),
          CASE(a_sculpt_of_what_is_held_gets_a_warning),
          CASE(a_shape_that_folds_at_once_is_walked_to_in_steps),
          CASE(a_part_without_targets_is_its_base_alone))
