// One body, its rig written as other programs would: nothing that is seen changes, so nothing that is found may.
// SPDX-License-Identifier: MIT
#pragma once

#include "test/kit/tailor.h"

// Copies of what the functions below change.
static inline scene rig_copy(const scene* from, arena* a) {
    scene s = *from;
    s.nodes = ARENA_NEW(a, node, (size_t)from->node_count);
    s.primitives = ARENA_NEW(a, primitive, (size_t)from->primitive_count);
    s.skins = ARENA_NEW(a, skin, (size_t)from->skin_count + 1);
    memcpy(s.nodes, from->nodes, (size_t)from->node_count * sizeof *s.nodes);
    memcpy(s.primitives, from->primitives, (size_t)from->primitive_count * sizeof *s.primitives);
    for (int32_t i = 0; i < from->skin_count; ++i) {
        size_t n = (size_t)from->skins[i].joint_count;
        s.skins[i] = from->skins[i];
        s.skins[i].joints =
            memcpy(ARENA_NEW(a, int32_t, n), from->skins[i].joints, n * sizeof *s.skins[i].joints);
        s.skins[i].inverse_binds = memcpy(ARENA_NEW(a, mat4, n), from->skins[i].inverse_binds,
                                          n * sizeof *s.skins[i].inverse_binds);
    }
    for (int32_t i = 0; i < from->primitive_count; ++i) {
        primitive* p = &s.primitives[i];
        size_t n = (size_t)p->vertex_count, w = n * (size_t)p->influence_count;
        p->positions = memcpy(ARENA_NEW(a, vec3, n), p->positions, n * sizeof *p->positions);
        p->joints = memcpy(ARENA_NEW(a, uint16_t, w), p->joints, w * sizeof *p->joints);
        p->weights = memcpy(ARENA_NEW(a, float, w), p->weights, w * sizeof *p->weights);
    }
    return s;
}

// Everything below the armature in another unit; the armature's scale (handed_over.scale) takes it back.
static inline scene rig_in_unit(const scene* from, double metres, arena* a) {
    scene s = rig_copy(from, a);
    for (int32_t i = 0; i < s.node_count; ++i)
        s.nodes[i].translation = v3_scale(s.nodes[i].translation, 1.0 / metres);
    for (int32_t i = 0; i < s.primitive_count; ++i)
        for (int32_t v = 0; v < s.primitives[i].vertex_count; ++v)
            s.primitives[i].positions[v] = v3_scale(s.primitives[i].positions[v], 1.0 / metres);
    for (int32_t i = 0; i < s.skin_count; ++i)
        for (int32_t k = 0; k < s.skins[i].joint_count; ++k) {
            vec3 at = mat4_point(s.skins[i].inverse_binds[k], v3(0, 0, 0));
            s.skins[i].inverse_binds[k] =
                mat4_from_trs(v3_scale(at, 1.0 / metres), quat_identity(), v3(1, 1, 1));
        }
    return s;
}

// Every second mesh on a skin of its own, which has the joints in another order.
static inline scene rig_of_two_skins(const scene* from, arena* a) {
    scene s = rig_copy(from, a);
    skin* second = &s.skins[s.skin_count++];
    int32_t n = s.skins[0].joint_count;
    *second = (skin){"second", n, ARENA_NEW(a, int32_t, (size_t)n), ARENA_NEW(a, mat4, (size_t)n)};
    for (int32_t k = 0; k < n; ++k) {
        second->joints[k] = s.skins[0].joints[n - 1 - k];
        second->inverse_binds[k] = s.skins[0].inverse_binds[n - 1 - k];
    }
    for (int32_t i = 0; i < s.node_count; ++i) {
        int32_t m = s.nodes[i].mesh;
        if (m < 0 || m % 2 == 0)
            continue;
        s.nodes[i].skin = s.skin_count - 1;
        primitive* p = &s.primitives[s.meshes[m].first_primitive];
        for (int32_t k = 0; k < p->vertex_count * p->influence_count; ++k)
            p->joints[k] = (uint16_t)(n - 1 - p->joints[k]);
    }
    return s;
}

// The joint with the most weight carries a vertex alone.
static inline scene rig_of_one_bone_a_vertex(const scene* from, arena* a) {
    scene s = rig_copy(from, a);
    for (int32_t i = 0; i < s.primitive_count; ++i) {
        primitive* p = &s.primitives[i];
        for (int32_t v = 0; v < p->vertex_count; ++v) {
            uint16_t* joints = p->joints + (size_t)v * (size_t)p->influence_count;
            float* weights = p->weights + (size_t)v * (size_t)p->influence_count;
            int32_t most = 0;
            for (int32_t k = 1; k < p->influence_count; ++k)
                most = weights[k] > weights[most] ? k : most;
            joints[0] = joints[most];
            for (int32_t k = 0; k < p->influence_count; ++k)
                weights[k] = k == 0 ? 1.0f : 0.0f;
        }
    }
    return s;
}

// The same without inverse bind matrices, which are the identity then: every vertex is where its joint sees it.
static inline scene rig_without_binds(const scene* from, arena* a) {
    scene s = rig_of_one_bone_a_vertex(from, a);
    for (int32_t i = 0; i < s.node_count; ++i) {
        if (s.nodes[i].mesh < 0)
            continue;
        const skin* k = &s.skins[s.nodes[i].skin];
        primitive* p = &s.primitives[s.meshes[s.nodes[i].mesh].first_primitive];
        for (int32_t v = 0; v < p->vertex_count; ++v)
            p->positions[v] =
                mat4_point(k->inverse_binds[p->joints[(size_t)v * (size_t)p->influence_count]],
                           p->positions[v]);
    }
    for (int32_t i = 0; i < s.skin_count; ++i)
        for (int32_t k = 0; k < s.skins[i].joint_count; ++k)
            s.skins[i].inverse_binds[k] = mat4_identity();
    return s;
}
