// Bodies and clothes made by procedure: tubes along bones, boxes, bands and brims round the swimmer, a shirt.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/scene/bind.h"
#include "bake/scene/surface.h"

#include <string.h>

enum { TAILOR_MOST = 20000 };

// A mesh in the making: every vertex on at most two joints of the skin.
typedef struct cloth {
    arena* memory;
    primitive p; // of room for TAILOR_MOST
} cloth;

static inline cloth cloth_new(arena* a) {
    cloth c = {.memory = a, .p = {.material = -1, .influence_count = 4}};
    c.p.positions = ARENA_NEW(a, vec3, TAILOR_MOST);
    c.p.triangles = arena_alloc(a, 2 * TAILOR_MOST, sizeof *c.p.triangles);
    c.p.joints = ARENA_NEW(a, uint16_t, 4 * TAILOR_MOST);
    c.p.weights = ARENA_NEW(a, float, 4 * TAILOR_MOST);
    return c;
}

typedef struct on_joints { // of the skin: share of the second, the rest of the first
    int first, second;
    double fraction;
} on_joints;

static inline uint32_t cloth_point(cloth* c, vec3 at, on_joints j) {
    size_t i = (size_t)c->p.vertex_count++;
    c->p.positions[i] = at;
    c->p.joints[4 * i] = (uint16_t)j.first;
    c->p.joints[4 * i + 1] = (uint16_t)j.second;
    c->p.weights[4 * i] = (float)(1.0 - j.fraction);
    c->p.weights[4 * i + 1] = (float)j.fraction;
    return (uint32_t)i;
}

static inline void cloth_face(cloth* c, uint32_t a, uint32_t b, uint32_t d) {
    uint32_t t[3] = {a, b, d};
    memcpy(c->p.triangles[c->p.triangle_count++], t, sizeof t);
}

typedef struct tube_stop {
    vec3 middle;
    double wide, high; // half axes of an ellipse at right angles to the tube
    on_joints on;
} tube_stop;

// A closed tube through its stops, `side` pointing to where it is wide; ends in two points.
static inline void cloth_tube(cloth* c, const tube_stop* s, int count, int around, vec3 side) {
    vec3 along = v3_unit(v3_sub(s[count - 1].middle, s[0].middle));
    vec3 wide = v3_unit(v3_madd(side, along, -v3_dot(side, along))), high = v3_cross(along, wide);
    uint32_t first = cloth_point(c, s[0].middle, s[0].on), rings = first + 1;
    for (int i = 0; i < count; ++i)
        for (int k = 0; k < around; ++k) {
            double sine, cosine;
            exact_sincos(2.0 * EXACT_PI * k / around, &sine, &cosine);
            cloth_point(
                c, v3_madd(v3_madd(s[i].middle, wide, s[i].wide * cosine), high, s[i].high * sine),
                s[i].on);
        }
    uint32_t last = cloth_point(c, s[count - 1].middle, s[count - 1].on), n = (uint32_t)around;
    for (uint32_t k = 0; k < n; ++k) {
        uint32_t next = (k + 1) % n, end = rings + (uint32_t)(count - 1) * n;
        cloth_face(c, first, rings + next, rings + k);
        cloth_face(c, last, end + k, end + next);
        for (uint32_t i = 0; i + 1 < (uint32_t)count; ++i) {
            uint32_t a = rings + i * n + k, b = rings + i * n + next, d = a + n, e = b + n;
            cloth_face(c, a, b, e);
            cloth_face(c, a, e, d);
        }
    }
}

static inline void cloth_box(cloth* c, vec3 middle, vec3 half, int joint) {
    static const int quads[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                    {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
    uint32_t at[8];
    for (int k = 0; k < 8; ++k)
        at[k] = cloth_point(c,
                            v3_add(middle, v3(k & 1 ? half.x : -half.x, k & 2 ? half.y : -half.y,
                                              k & 4 ? half.z : -half.z)),
                            (on_joints){joint, joint, 0.0});
    for (int q = 0; q < 6; ++q) {
        cloth_face(c, at[quads[q][0]], at[quads[q][1]], at[quads[q][2]]);
        cloth_face(c, at[quads[q][0]], at[quads[q][2]], at[quads[q][3]]);
    }
}

// A skeleton: joints with names, parents before children, at places.
typedef struct tailor_joint {
    const char* name;
    int parent;
    vec3 at;
} tailor_joint;

// A scene of one skin and no mesh yet.
static inline scene tailor_skeleton(const tailor_joint* joints, int count, arena* a) {
    scene s = {.skin_count = 1, .root_count = 1};
    s.nodes = ARENA_NEW(a, node, (size_t)count);
    s.skins = ARENA_NEW(a, skin, 1);
    s.skins[0] = (skin){"skin", count, ARENA_NEW(a, int32_t, (size_t)count),
                        ARENA_NEW(a, mat4, (size_t)count)};
    for (int i = 0; i < count; ++i) {
        int parent = joints[i].parent;
        vec3 from = parent >= 0 ? joints[parent].at : v3(0, 0, 0);
        s.nodes[i] = (node){.name = joints[i].name,
                            .parent = parent,
                            .mesh = -1,
                            .skin = -1,
                            .translation = v3_sub(joints[i].at, from),
                            .rotation = quat_identity(),
                            .scale = v3(1, 1, 1)};
        s.skins[0].joints[i] = i;
        s.skins[0].inverse_binds[i] =
            mat4_from_trs(v3_scale(joints[i].at, -1.0), quat_identity(), v3(1, 1, 1));
    }
    s.node_count = count;
    s.roots = ARENA_NEW(a, int32_t, 1);
    return s;
}

// The scene with one more mesh on its first skin. Arrays are copied, so `from` stays as it was.
static inline scene tailor_add(const scene* from, const char* name, const char* material_name,
                               float metallic, const cloth* c, arena* a) {
    scene s = *from;
    s.materials = ARENA_NEW(a, scene_material, (size_t)from->material_count + 1);
    s.primitives = ARENA_NEW(a, primitive, (size_t)from->primitive_count + 1);
    s.meshes = ARENA_NEW(a, mesh, (size_t)from->mesh_count + 1);
    s.nodes = ARENA_NEW(a, node, (size_t)from->node_count + 1);
    s.roots = ARENA_NEW(a, int32_t, (size_t)from->root_count + 1);
    for (int32_t i = 0; i < from->material_count; ++i)
        s.materials[i] = from->materials[i];
    for (int32_t i = 0; i < from->primitive_count; ++i)
        s.primitives[i] = from->primitives[i];
    for (int32_t i = 0; i < from->mesh_count; ++i)
        s.meshes[i] = from->meshes[i];
    for (int32_t i = 0; i < from->node_count; ++i)
        s.nodes[i] = from->nodes[i];
    for (int32_t i = 0; i < from->root_count; ++i)
        s.roots[i] = from->roots[i];
    s.materials[s.material_count++] = (scene_material){.name = material_name,
                                                       .base_color = {0.6f, 0.5f, 0.4f, 1.0f},
                                                       .base_image = -1,
                                                       .metallic = metallic};
    s.primitives[s.primitive_count] = c->p;
    s.primitives[s.primitive_count++].material = s.material_count - 1;
    s.meshes[s.mesh_count++] =
        (mesh){.name = name, .first_primitive = s.primitive_count - 1, .primitive_count = 1};
    s.nodes[s.node_count++] = (node){.name = name,
                                     .parent = -1,
                                     .mesh = s.mesh_count - 1,
                                     .skin = 0,
                                     .rotation = quat_identity(),
                                     .scale = v3(1, 1, 1)};
    s.roots[s.root_count++] = s.node_count - 1;
    return s;
}

// A copy of the part of a primitive that lies between two heights, `off` metres farther out.
static inline cloth tailor_shirt(const primitive* from, double low, double high, double off,
                                 arena* a) {
    cloth c = cloth_new(a);
    float(*normals)[3] = arena_alloc(a, (size_t)from->vertex_count, sizeof *normals);
    surface_normals(from->positions, from->vertex_count, (const uint32_t(*)[3])from->triangles,
                    from->triangle_count, normals);
    int32_t* to = ARENA_NEW(a, int32_t, (size_t)from->vertex_count);
    size_t n = (size_t)from->influence_count;
    for (int32_t i = 0; i < from->vertex_count; ++i) {
        vec3 p = from->positions[i];
        to[i] = -1;
        if (p.y < low || p.y > high || c.p.vertex_count == TAILOR_MOST || n != 4)
            continue;
        to[i] = c.p.vertex_count;
        const float* m = normals[i];
        cloth_point(&c, v3_madd(p, v3(m[0], m[1], m[2]), off), (on_joints){0, 0, 0.0});
        memcpy(&c.p.joints[4 * (size_t)to[i]], &from->joints[n * (size_t)i],
               n * sizeof *c.p.joints);
        memcpy(&c.p.weights[4 * (size_t)to[i]], &from->weights[n * (size_t)i],
               n * sizeof *c.p.weights);
    }
    for (int32_t t = 0; t < from->triangle_count; ++t) {
        const uint32_t* f = from->triangles[t];
        if (to[f[0]] >= 0 && to[f[1]] >= 0 && to[f[2]] >= 0)
            cloth_face(&c, (uint32_t)to[f[0]], (uint32_t)to[f[1]], (uint32_t)to[f[2]]);
    }
    return c;
}
