// A ball of radius 1 as six patches that meet in twin vertices, on two bones: "low" and "high".
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/scene/bind.h"
#include "bake/volume/character.h"

#include <string.h>

typedef struct ball {
    scene scene;
    surface surface;
    character body;
} ball;

static inline vec3 ball_point(int face, double u, double v) {
    double s = face & 1 ? 1.0 : -1.0;
    vec3 p = face < 2 ? v3(s, s * u, v) : face < 4 ? v3(v, s, s * u) : v3(s * u, v, s);
    return v3_unit(p);
}

static inline void ball_skin(primitive* p, arena* memory) {
    size_t n = (size_t)p->vertex_count;
    p->influence_count = 4;
    p->joints = ARENA_NEW(memory, uint16_t, 4 * n);
    p->weights = ARENA_NEW(memory, float, 4 * n);
    p->colors = arena_alloc(memory, n, sizeof *p->colors);
    p->attribute_count = 1;
    p->attributes = ARENA_NEW(memory, attribute, 1);
    p->attributes[0] = (attribute){"_SOFT", 1, ARENA_NEW(memory, float, n)};
    for (size_t i = 0; i < n; ++i) {
        double y = p->positions[i].y;
        float high = (float)(y < -0.5 ? 0.0 : y > 0.5 ? 1.0 : 0.5 + y);
        p->joints[4 * i + 1] = 1;
        p->weights[4 * i] = 1.0f - high;
        p->weights[4 * i + 1] = high;
        p->colors[i][0] = p->positions[i].x > 0.0 ? 1.0f : 0.0f;
        p->colors[i][3] = 1.0f;
        p->attributes[0].values[i] = (float)p->positions[i].z;
    }
}

static inline primitive ball_mesh(int32_t n, arena* memory) {
    int32_t side = n + 1;
    primitive p = {.vertex_count = 6 * side * side, .triangle_count = 12 * n * n, .material = -1};
    p.positions = ARENA_NEW(memory, vec3, (size_t)p.vertex_count);
    p.triangles = arena_alloc(memory, (size_t)p.triangle_count, sizeof *p.triangles);
    int32_t t = 0;
    for (int face = 0; face < 6; ++face)
        for (int32_t k = 0; k < side * side; ++k) {
            int32_t x = k % side, y = k / side, at = face * side * side + k;
            // twice a whole number over n: the same bits on both sides of an edge
            p.positions[at] = ball_point(face, (2.0 * x - n) / n, (2.0 * y - n) / n);
            if (x == n || y == n)
                continue;
            uint32_t a = (uint32_t)at, b = a + 1, d = a + (uint32_t)side, c = d + 1;
            uint32_t two[2][3] = {{a, b, c}, {a, c, d}};
            memcpy(p.triangles[t], two, sizeof two);
            t += 2;
        }
    ball_skin(&p, memory);
    return p;
}

static inline ball* ball_make(int32_t n, arena* memory) {
    ball* o = ARENA_NEW(memory, ball, 1);
    o->scene = (scene){.primitive_count = 1, .mesh_count = 1, .node_count = 3, .skin_count = 1};
    scene* s = &o->scene;
    s->primitives = ARENA_NEW(memory, primitive, 1);
    s->meshes = ARENA_NEW(memory, mesh, 1);
    s->nodes = ARENA_NEW(memory, node, 3);
    s->skins = ARENA_NEW(memory, skin, 1);
    s->roots = ARENA_NEW(memory, int32_t, 2);
    s->root_count = 2;
    s->roots[1] = 1;
    s->primitives[0] = ball_mesh(n, memory);
    s->meshes[0] = (mesh){.name = "ball", .primitive_count = 1};
    for (int32_t i = 0; i < 3; ++i)
        s->nodes[i] = (node){.name = i == 0   ? "ball"
                                     : i == 1 ? "low"
                                              : "high",
                             .parent = i == 2 ? 1 : -1,
                             .mesh = i == 0 ? 0 : -1,
                             .skin = i == 0 ? 0 : -1,
                             .translation = v3(0,
                                               i == 1   ? -0.5
                                               : i == 2 ? 0.5
                                                        : 0.0,
                                               0),
                             .rotation = quat_identity(),
                             .scale = v3(1, 1, 1)};
    s->skins[0] = (skin){"ball", 2, ARENA_NEW(memory, int32_t, 2), ARENA_NEW(memory, mat4, 2)};
    for (int32_t i = 0; i < 2; ++i) {
        s->skins[0].joints[i] = i + 1;
        s->skins[0].inverse_binds[i] =
            mat4_from_trs(v3(0, i == 0 ? 0.5 : 0.0, 0), quat_identity(), v3(1, 1, 1));
    }
    pose p = bind_pose(s, memory);
    o->surface = surface_from_scene(s, &p, memory);
    o->body = character_new(s, &o->surface, &p, memory);
    return o;
}
