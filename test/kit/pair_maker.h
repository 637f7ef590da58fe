// A small character from finite elements: a belly on two bones and a hand on a third, of one asset.
//
// Both are boxes of jelly of 10 cm, toys that were told to share a file. The belly's skin goes over from one
// of its bones to the other, so that where these are turned against each other its blend is no turn.
// SPDX-License-Identifier: MIT
#pragma once

#include "scenes/toy.h"

#include <string.h>

enum { PAIR_BONES = 3, PAIR_HAND = 1 }; // the belly's are 0 and 2
static const double PAIR_APART = 0.5;   // metres along x from the belly to the hand, bound

static inline void pair_part(const toy* t, int which, arena* memory, asset_draft_part* out) {
    static const int32_t bones[2][2] = {{0, 2}, {1, 0}};
    int32_t n = t->asset.vertex_count, count = t->model.count, bone_count = which == 0 ? 2 : 1;
    double *lambda = ARENA_NEW(memory, double, (size_t)count),
           *decay = ARENA_NEW(memory, double, (size_t)count),
           *shape = ARENA_NEW(memory, double, 3 * (size_t)t->model.tets.node_count);
    float(*shapes)[3] = arena_alloc(memory, (size_t)count * (size_t)n, sizeof *shapes);
    uint32_t* vertices = ARENA_NEW(memory, uint32_t, (size_t)n);
    format_forcing* forcing = arena_alloc(memory, 2 * (size_t)count, sizeof *forcing);
    memset(forcing, 0, 2 * (size_t)count * sizeof *forcing); // bones shake nothing
    for (int32_t i = 0; i < count; ++i) {
        lambda[i] = t->model.modes[i].value;
        decay[i] = t->model.modes[i].damping;
        modal_shape(&t->model, i, shape);
        for (int32_t v = 0; v < n; ++v)
            for (int k = 0; k < 3; ++k)
                shapes[i * n + v][k] = (float)shape[3 * t->node[v] + k];
    }
    for (int32_t v = 0; v < n; ++v)
        vertices[v] = (uint32_t)(which * n + v);
    *out = (asset_draft_part){.name = which == 0 ? "belly" : "hand",
                              .coord_count = count,
                              .bone_count = bone_count,
                              .bones = bones[which],
                              .vertex_count = n,
                              .vertices = vertices,
                              .lambda = lambda,
                              .decay = decay,
                              .forcing = forcing,
                              .shapes = (const float(*)[3])shapes,
                              .stiffness = 1.0f,
                              .damping = 1.0f,
                              .response = 1.0f,
                              .limit = 10.0f,
                              .mass = t->model.body.mass,
                              .centre = {which * PAIR_APART, 0.0, 0.0},
                              .inertia = {1e-3, 1e-3, 1e-3, 0.0, 0.0, 0.0}};
}

static inline bool pair_make(arena* memory, supple_asset* out, report* r) {
    toy t;
    toy_options how = toy_default();
    if (!toy_make(&how, memory, &t, r))
        return false;
    size_t n = (size_t)t.asset.vertex_count, m = (size_t)t.asset.triangle_count;
    float(*positions)[3] = arena_alloc(memory, 2 * n, sizeof *positions);
    float(*normals)[3] = arena_alloc(memory, 2 * n, sizeof *normals);
    uint16_t* joints = ARENA_NEW(memory, uint16_t, 8 * n);
    float* weights = ARENA_NEW(memory, float, 8 * n);
    uint32_t(*triangles)[3] = arena_alloc(memory, 2 * m, sizeof *triangles);
    for (size_t v = 0; v < 2 * n; ++v) {
        memcpy(positions[v], t.asset.positions + 3 * (v % n), sizeof *positions);
        memcpy(normals[v], t.asset.normals + 3 * (v % n), sizeof *normals);
        float other = v < n ? 0.5f + 4.0f * positions[v][1] : 0.0f; // upwards the belly is bone 2's
        positions[v][0] += v < n ? 0.0f : (float)PAIR_APART;
        joints[4 * v] = v < n ? 0 : PAIR_HAND;
        joints[4 * v + 1] = 2;
        weights[4 * v] = 1.0f - other;
        weights[4 * v + 1] = other;
    }
    for (size_t i = 0; i < 6 * m; ++i)
        triangles[i / 3][i % 3] = t.asset.triangles[i % (3 * m)] + (uint32_t)(i < 3 * m ? 0 : n);
    asset_draft_part parts[2];
    const asset_draft_bone bones[PAIR_BONES] = {{"low", {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0}},
                                                {"hand", {1, 0, 0, -0.5f, 0, 1, 0, 0, 0, 0, 1, 0}},
                                                {"high", {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0}}};
    const format_mesh mesh = {-1, -1, -1, 0, (uint32_t)(2 * n), 0, (uint32_t)(2 * m)};
    pair_part(&t, 0, memory, &parts[0]);
    pair_part(&t, 1, memory, &parts[1]);
    asset_draft draft = {.metres = 1.0,
                         .part_count = 2,
                         .bone_count = PAIR_BONES,
                         .mesh_count = 1,
                         .vertex_count = (int32_t)(2 * n),
                         .triangle_count = (int32_t)(2 * m),
                         .influence_count = 4,
                         .parts = parts,
                         .bones = bones,
                         .meshes = &mesh,
                         .positions = (const float(*)[3])positions,
                         .normals = (const float(*)[3])normals,
                         .joints = joints,
                         .weights = weights,
                         .triangles = (const uint32_t(*)[3])triangles};
    asset_out file;
    return asset_write(&draft, memory, &file, r) &&
           supple_asset_read(out, file.file.data, file.file.size) == SUPPLE_OK;
}
