// binding.h: what the asset says about skinning agrees with how the scene is posed.
// SPDX-License-Identifier: MIT
#include "bake/model/binding.h"
#include "bake/scene/bind.h"
#include "test/kit/check.h"
#include "test/kit/sample_once.h"

typedef struct bound {
    arena* memory;
    const scene* scene;
    pose pose;
    surface surface;
    binding binding;
    bool sound;
} bound;

static bound bind_sample(const char* name, double unit) {
    bound b = {.memory = arena_create(), .scene = sample_once(name)};
    report r = report_new(b.memory);
    b.pose = bind_pose(b.scene, b.memory);
    b.surface = surface_from_scene(b.scene, &b.pose, b.memory);
    b.sound = binding_of(b.scene, &b.surface, &b.pose, unit, b.memory, &b.binding, &r);
    return b;
}

static vec3 skinned(const binding* b, const mat4* palette, int32_t v) {
    vec3 rest = v3(b->positions[v][0], b->positions[v][1], b->positions[v][2]), sum = v3(0, 0, 0);
    if (b->influence_count == 0)
        return mat4_point(palette[0], rest);
    for (int32_t k = 0; k < b->influence_count; ++k) {
        size_t at = (size_t)v * (size_t)b->influence_count + (size_t)k;
        sum = v3_madd(sum, mat4_point(palette[b->joints[at]], rest), b->weights[at]);
    }
    return sum;
}

// The largest distance between the two ways to pose a sample; infinite when it cannot be bound.
static double disagreement(const char* name, int32_t playing, double time) {
    bound b = bind_sample(name, 1.0);
    pose p = pose_at(b.scene, playing, time, b.memory);
    surface f = surface_from_scene(b.scene, &p, b.memory);
    mat4* palette = ARENA_NEW(b.memory, mat4, (size_t)b.binding.bone_count);
    binding_palette(&b.binding, &p, palette);
    double worst = b.sound ? 0.0 : INFINITY;
    for (int32_t v = 0; v < f.vertex_count; ++v)
        worst = fmax(worst, v3_distance(skinned(&b.binding, palette, v), f.positions[v]));
    arena_destroy(b.memory);
    return worst;
}

TEST(skinning_by_the_binding_is_the_scenes_own) {
    CHECK(disagreement("swimmer", 0, 0.3) < 1e-6);
    CHECK(disagreement("shoulder", 0, 0.5) < 1e-6);
    CHECK(disagreement("jelly", -1, 0.0) < 1e-6);
}

TEST(body_space_and_back_is_the_files_numbers) {
    const char* names[] = {"swimmer", "jelly", "tissue"};
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
        bound b = bind_sample(names[i], 0.01);
        for (int32_t v = 0; v < b.surface.vertex_count; ++v) {
            vec3 body = mat4_point(b.binding.body_from_world, b.surface.positions[v]);
            mat4 back = b.binding.mesh_from_body[binding_mesh_of(&b.binding, v)];
            vec3 p = mat4_point(back, body);
            const float* x = b.binding.positions[v];
            CHECK(v3_distance(p, v3(x[0], x[1], x[2])) < 1e-6);
            CHECK_NEAR(v3_length(body), b.binding.metres * v3_length(p), 1e-9);
        }
        arena_destroy(b.memory);
    }
}

TEST(every_vertex_belongs_to_the_mesh_that_has_it) {
    bound b = bind_sample("swimmer", 1.0);
    for (int32_t v = 0; v < b.surface.vertex_count; ++v) {
        const format_mesh* m = &b.binding.meshes[binding_mesh_of(&b.binding, v)];
        CHECK((uint32_t)v >= m->first_vertex && (uint32_t)v < m->first_vertex + m->vertex_count);
        CHECK(m->node == b.surface.vertex_node[v]);
    }
    arena_destroy(b.memory);
}

TEST_MAIN(CASE(skinning_by_the_binding_is_the_scenes_own),
          CASE(body_space_and_back_is_the_files_numbers),
          CASE(every_vertex_belongs_to_the_mesh_that_has_it))
