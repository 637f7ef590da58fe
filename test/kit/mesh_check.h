// Laws of closed meshes, shared by the tests of meshers and samples.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/arena.h"
#include "bake/base/vec.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

typedef struct mesh_half { // one directed edge of a triangle
    uint32_t from, to;
} mesh_half;

static inline int mesh_half_compare(const void* p, const void* q) {
    const mesh_half *a = p, *b = q;
    if (a->from != b->from)
        return a->from < b->from ? -1 : 1;
    return a->to < b->to ? -1 : a->to > b->to;
}

// Every directed edge once and its opposite once; every vertex used and in one fan.
static inline bool mesh_is_closed_manifold(int32_t vertex_count, const uint32_t (*triangles)[3],
                                           int32_t triangle_count, arena* memory) {
    size_t count = 3 * (size_t)triangle_count;
    mesh_half* half = ARENA_NEW(memory, mesh_half, count);
    for (int32_t t = 0; t < triangle_count; ++t)
        for (int c = 0; c < 3; ++c)
            half[3 * t + c] = (mesh_half){triangles[t][c], triangles[t][(c + 1) % 3]};
    qsort(half, count, sizeof *half, mesh_half_compare);
    for (size_t i = 0; i < count; ++i) {
        mesh_half back = {half[i].to, half[i].from};
        if (i > 0 && mesh_half_compare(&half[i - 1], &half[i]) == 0)
            return false;
        if (bsearch(&back, half, count, sizeof *half, mesh_half_compare) == NULL)
            return false;
    }
    // one fan: going from triangle to triangle round a vertex comes back after all of them
    uint32_t* next = ARENA_NEW(memory, uint32_t, count); // after (v, a) of triangle (v, a, b): b
    for (int32_t t = 0; t < triangle_count; ++t)
        for (int c = 0; c < 3; ++c) {
            mesh_half key = {triangles[t][c], triangles[t][(c + 1) % 3]};
            mesh_half* at = bsearch(&key, half, count, sizeof *half, mesh_half_compare);
            next[at - half] = triangles[t][(c + 2) % 3];
        }
    size_t i = 0;
    for (int32_t v = 0; v < vertex_count; ++v) {
        size_t first = i, steps = 0;
        while (i < count && half[i].from == (uint32_t)v)
            ++i;
        if (i == first)
            return false;
        mesh_half key = half[first];
        do {
            mesh_half* at = bsearch(&key, half, count, sizeof *half, mesh_half_compare);
            key.to = next[at - half];
            ++steps;
        } while (key.to != half[first].to && steps <= i - first);
        if (steps != i - first)
            return false;
    }
    return true;
}

static inline double mesh_volume(const vec3* p, const uint32_t (*t)[3], int32_t count) {
    double sum = 0.0;
    for (int32_t i = 0; i < count; ++i)
        sum += v3_dot(p[t[i][0]], v3_cross(p[t[i][1]], p[t[i][2]])) / 6.0;
    return sum;
}

static inline double mesh_area(const vec3* p, const uint32_t (*t)[3], int32_t count) {
    double sum = 0.0;
    for (int32_t i = 0; i < count; ++i)
        sum += 0.5 *
               v3_length(v3_cross(v3_sub(p[t[i][1]], p[t[i][0]]), v3_sub(p[t[i][2]], p[t[i][0]])));
    return sum;
}
