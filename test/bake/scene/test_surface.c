// Flattening a scene: what is shown, morphing, skinning, mirroring, colours.
// SPDX-License-Identifier: MIT
#include "bake/mesh/bounds.h"
#include "bake/scene/surface.h"
#include "test/kit/check.h"
#include "test/kit/soup.h"

// A scene around one box without normals; tests change what they are about.
typedef struct stage {
    scene scene;
    arena* memory;
    node nodes[4];
    mesh meshes[1];
    primitive primitives[1];
    scene_material materials[1];
    skin skins[1];
    int32_t roots[2], joints[2];
    mat4 inverse_binds[2];
    const char* target_names[1];
    float target_weights[1];
} stage;

static node plain_node(int32_t parent, int32_t mesh_index) {
    return (node){.name = "",
                  .parent = parent,
                  .mesh = mesh_index,
                  .skin = -1,
                  .rotation = quat_identity(),
                  .scale = v3(1, 1, 1)};
}

static stage* stage_new(void) {
    arena* memory = arena_create();
    stage* g = ARENA_NEW(memory, stage, 1);
    soup box = {.memory = memory};
    soup_box(&box, v3(0, 0, 0), v3(1, 2, 3));
    g->memory = memory;
    g->primitives[0] = (primitive){.vertex_count = box.vertex_count,
                                   .triangle_count = box.triangle_count,
                                   .material = -1,
                                   .positions = box.positions,
                                   .triangles = box.triangles};
    g->meshes[0] = (mesh){"box", 0, 1, 0, g->target_names, g->target_weights};
    g->target_names[0] = "";
    g->nodes[0] = plain_node(-1, 0);
    g->scene = (scene){.primitive_count = 1,
                       .primitives = g->primitives,
                       .mesh_count = 1,
                       .meshes = g->meshes,
                       .node_count = 1,
                       .nodes = g->nodes,
                       .materials = g->materials,
                       .root_count = 1,
                       .roots = g->roots};
    return g;
}

static surface flatten(stage* g) {
    pose p = pose_at(&g->scene, -1, 0.0, g->memory);
    return surface_from_scene(&g->scene, &p, g->memory);
}

static double volume(const surface* s) {
    double sum = 0.0;
    for (int32_t t = 0; t < s->triangle_count; ++t) {
        const uint32_t* c = s->triangles[t];
        sum += v3_dot(s->positions[c[0]], v3_cross(s->positions[c[1]], s->positions[c[2]]));
    }
    return sum / 6.0;
}

// The least cosine between a vertex normal and its triangle's.
static double worst_normal(const surface* s) {
    double worst = 1.0;
    for (int32_t t = 0; t < s->triangle_count; ++t) {
        const uint32_t* c = s->triangles[t];
        vec3 n = v3_unit(v3_cross(v3_sub(s->positions[c[1]], s->positions[c[0]]),
                                  v3_sub(s->positions[c[2]], s->positions[c[0]])));
        for (int k = 0; k < 3; ++k) {
            const float* m = s->normals[c[k]];
            worst = fmin(worst, v3_dot(n, v3(m[0], m[1], m[2])));
        }
    }
    return worst;
}

// Gives the box the normals it has at rest.
static void add_normals(stage* g) {
    primitive* p = &g->primitives[0];
    p->normals = arena_alloc(g->memory, (size_t)p->vertex_count, sizeof *p->normals);
    surface_normals(p->positions, p->vertex_count, (const uint32_t(*)[3])p->triangles,
                    p->triangle_count, p->normals);
}

static void bind_to_two_joints(stage* g) {
    primitive* p = &g->primitives[0];
    p->influence_count = 4;
    p->joints = ARENA_NEW(g->memory, uint16_t, 4 * (size_t)p->vertex_count);
    p->weights = ARENA_NEW(g->memory, float, 4 * (size_t)p->vertex_count);
    for (int32_t v = 0; v < p->vertex_count; ++v) {
        float up = (float)(p->positions[v].y / 2.0);
        p->joints[4 * v + 1] = 1;
        p->weights[4 * v] = 1.0f - up;
        p->weights[4 * v + 1] = up;
    }
    g->joints[0] = 1;
    g->joints[1] = 2;
    g->nodes[1] = plain_node(-1, -1);
    g->nodes[2] = plain_node(1, -1);
    g->inverse_binds[0] = g->inverse_binds[1] = mat4_identity();
    g->skins[0] = (skin){"", 2, g->joints, g->inverse_binds};
    g->scene.skins = g->skins;
    g->scene.skin_count = 1;
    g->scene.node_count = 3;
    g->nodes[0].skin = 0;
}

TEST(nodes_below_the_roots_are_shown_and_others_are_not) {
    stage* g = stage_new();
    g->nodes[0] = plain_node(2, 0);  // below the root, through a node without mesh
    g->nodes[1] = plain_node(-1, 0); // outside the scene
    g->nodes[2] = plain_node(3, -1);
    g->nodes[3] = plain_node(-1, 0);
    g->scene.node_count = 4;
    g->roots[0] = 3;
    surface s = flatten(g);
    int32_t count = s.triangle_count, first = s.vertex_node[0], last = s.vertex_node[47];
    bool back = s.vertex_primitive[30] == 0 && s.vertex_index[30] == 6;
    arena_destroy(g->memory);
    CHECK(count == 24 && first == 0 && last == 3 && back);
}

TEST(mirrored_nodes_keep_outside_outside) {
    for (int with_normals = 0; with_normals < 2; ++with_normals) {
        stage* g = stage_new();
        g->nodes[0].scale = v3(-2, 1, 0.25);
        g->nodes[0].rotation = quat_axis_angle(v3(0, 0, 1), 0.7);
        if (with_normals)
            add_normals(g);
        surface s = flatten(g);
        double v = volume(&s), worst = worst_normal(&s);
        arena_destroy(g->memory);
        CHECK_NEAR(v, 3.0, 1e-12);
        CHECK(worst > 0.999999);
    }
}

TEST(skinned_meshes_ignore_their_own_node) {
    stage* g = stage_new();
    bind_to_two_joints(g);
    g->nodes[0].translation = v3(100, 100, 100);
    g->nodes[0].scale = v3(7, 7, 7);
    surface s = flatten(g);
    bool same = true;
    for (int32_t v = 0; v < s.vertex_count; ++v)
        same = same && v3_distance(s.positions[v], g->primitives[0].positions[v]) == 0.0;
    arena_destroy(g->memory);
    CHECK(same);
}

TEST(joints_blend_by_weight_and_carry_normals) {
    stage* g = stage_new();
    add_normals(g);
    bind_to_two_joints(g);
    g->nodes[1].rotation =
        quat_axis_angle(v3(0, 1, 0), 0.4); // both joints: one is the other's child
    g->nodes[2].translation = v3(0, 1, 0); // stretches what hangs on it: weights 0 .. 1 along y
    surface s = flatten(g);
    bounds b = bounds_of(s.positions, s.vertex_count);
    double v = volume(&s), worst = worst_normal(&s);
    arena_destroy(g->memory);
    CHECK_NEAR(b.high.y, 3.0, 1e-12);
    CHECK_NEAR(b.low.y, 0.0, 1e-12);
    CHECK_NEAR(v, 9.0, 1e-12);
    CHECK(worst > 0.999999);
}

TEST(mirrored_joints_keep_outside_outside) {
    stage* g = stage_new();
    add_normals(g);
    bind_to_two_joints(g);
    g->nodes[1].scale = v3(1, 1, -1);
    surface s = flatten(g);
    double v = volume(&s), worst = worst_normal(&s);
    arena_destroy(g->memory);
    CHECK_NEAR(v, 6.0, 1e-12);
    CHECK(worst > 0.999999);
}

TEST(morph_targets_add_by_their_weights_before_the_node) {
    stage* g = stage_new();
    primitive* p = &g->primitives[0];
    morph_target up = {.positions = NULL};
    up.positions = arena_alloc(g->memory, (size_t)p->vertex_count, sizeof *up.positions);
    for (int32_t v = 0; v < p->vertex_count; ++v)
        up.positions[v][1] = 8.0f;
    p->target_count = g->meshes[0].target_count = 1;
    p->targets = &up;
    g->target_weights[0] = 0.25f;
    g->nodes[0].scale = v3(1, 3, 1);
    surface s = flatten(g);
    bounds b = bounds_of(s.positions, s.vertex_count);
    double low = b.low.y, high = b.high.y;
    arena_destroy(g->memory);
    CHECK(low == 6.0 && high == 12.0);
}

TEST(colours_are_the_materials_times_the_vertices) {
    stage* g = stage_new();
    primitive* p = &g->primitives[0];
    g->materials[0] =
        (scene_material){.name = "", .base_color = {0.5f, 1, 0.25f, 1}, .base_image = -1};
    g->scene.material_count = 1;
    p->material = 0;
    p->colors = arena_alloc(g->memory, (size_t)p->vertex_count, sizeof *p->colors);
    for (int32_t v = 0; v < p->vertex_count; ++v)
        p->colors[v][0] = p->colors[v][2] = 0.5f;
    surface s = flatten(g);
    bool right = s.colors[7][0] == 0.25f && s.colors[7][1] == 0.0f && s.colors[7][2] == 0.125f &&
                 s.triangle_material[5] == 0;
    arena_destroy(g->memory);
    CHECK(right);
}

TEST(normals_weigh_triangles_by_area_and_stay_zero_without) {
    // two triangles on one edge: a large one facing +z, a small one facing +x
    vec3 p[5] = {v3(0, 0, 0), v3(0, 1, 0), v3(-8, 0, 0), v3(0, 0, -1), v3(5, 5, 5)};
    uint32_t t[2][3] = {{0, 1, 2}, {0, 3, 1}};
    float n[5][3];
    surface_normals(p, 5, (const uint32_t(*)[3])t, 2, n);
    CHECK_NEAR(fabs(n[0][2] / n[0][0]), 8.0, 1e-6);
    CHECK(n[4][0] == 0.0f && n[4][1] == 0.0f && n[4][2] == 0.0f);
}

TEST(more_than_fits_is_left_out_and_counted) {
    stage* g = stage_new();
    primitive* huge = &g->primitives[0];
    huge->vertex_count = 0; // no vertex is read, so that none is needed
    huge->triangles = NULL;
    g->nodes[0].mesh = -1;
    g->nodes[1] = plain_node(0, 0);
    g->nodes[2] = plain_node(0, 0);
    g->scene.node_count = 3;
    huge->triangle_count = 600000000;
    surface s = flatten(g);
    int32_t left_out = s.left_out, count = s.triangle_count;
    arena_destroy(g->memory);
    CHECK(left_out == 2 && count == 0);
}

TEST(vertices_thrown_out_of_reach_are_counted_and_stay_finite) {
    stage* g = stage_new();
    g->nodes[0].scale = v3(1, 1e200, 1);
    g->nodes[1] = plain_node(0, 0);
    g->nodes[1].scale = v3(1, 1e200, 1); // infinite together
    g->scene.node_count = 2;
    surface s = flatten(g);
    bool finite = true;
    for (int32_t i = 0; i < s.vertex_count; ++i)
        finite = finite && isfinite(v3_length(s.positions[i])) && isfinite(s.normals[i][1]);
    int32_t lost = s.lost;
    const char* trouble = surface_trouble(&s);
    arena_destroy(g->memory);
    CHECK(lost == 12 + 24 &&
          finite); // the top of one; all of the other, as 0 times infinity is NaN
    CHECK(trouble != NULL && strstr(trouble, "scales") != NULL);
}

TEST_MAIN(CASE(nodes_below_the_roots_are_shown_and_others_are_not),
          CASE(mirrored_nodes_keep_outside_outside), CASE(skinned_meshes_ignore_their_own_node),
          CASE(joints_blend_by_weight_and_carry_normals),
          CASE(mirrored_joints_keep_outside_outside),
          CASE(morph_targets_add_by_their_weights_before_the_node),
          CASE(colours_are_the_materials_times_the_vertices),
          CASE(normals_weigh_triangles_by_area_and_stay_zero_without),
          CASE(more_than_fits_is_left_out_and_counted),
          CASE(vertices_thrown_out_of_reach_are_counted_and_stay_finite))
