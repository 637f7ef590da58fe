// Vertices that lie at the same place become one, with a map back.
//
// glTF splits vertices along UV seams and hard edges; physics must not tear there.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/arena.h"
#include "bake/base/vec.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct weld {
    int32_t count;   // of welded vertices
    int32_t* welded; // [vertex_count] where each vertex went
    int32_t* first;  // [count] the first vertex that went there
    vec3* positions; // [count]
} weld;

// tolerance 0 welds exactly equal positions only (-0 equals +0). With a tolerance, vertices no
// farther apart than it are joined, transitively; a chain of near vertices becomes one vertex, at
// the place of its first. Numbers follow first appearance: the result does not depend on hashing.
weld weld_positions(const vec3* positions, int32_t vertex_count, double tolerance, arena* memory);

// The triangles over welded vertices, without those that lost a corner. out: room for all of them.
// Returns how many there are.
int32_t weld_triangles(const weld* w, const uint32_t (*triangles)[3], int32_t triangle_count,
                       uint32_t (*out)[3]);
