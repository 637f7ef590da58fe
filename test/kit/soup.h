// Made-up meshes for tests: a growing list of vertices and triangles.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/scene/surface.h"

typedef struct soup {
    arena* memory;
    int32_t vertex_count, triangle_count, vertex_room, triangle_room;
    vec3* positions;
    uint32_t (*triangles)[3];
} soup;

static inline uint32_t soup_vertex(soup* s, vec3 p) {
    if (s->vertex_count == s->vertex_room) {
        int32_t room = s->vertex_room > 0 ? 2 * s->vertex_room : 64;
        s->positions = arena_grow(s->memory, s->positions, (size_t)s->vertex_room, (size_t)room,
                                  sizeof *s->positions);
        s->vertex_room = room;
    }
    s->positions[s->vertex_count] = p;
    return (uint32_t)s->vertex_count++;
}

static inline void soup_triangle(soup* s, uint32_t a, uint32_t b, uint32_t c) {
    if (s->triangle_count == s->triangle_room) {
        int32_t room = s->triangle_room > 0 ? 2 * s->triangle_room : 64;
        s->triangles = arena_grow(s->memory, s->triangles, (size_t)s->triangle_room, (size_t)room,
                                  sizeof *s->triangles);
        s->triangle_room = room;
    }
    uint32_t* t = s->triangles[s->triangle_count++];
    t[0] = a;
    t[1] = b;
    t[2] = c;
}

// Corners of its own for each side, as files with hard edges have: 24 vertices, 12 triangles.
static inline void soup_box(soup* s, vec3 low, vec3 high) {
    static const int side[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                   {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
    for (int f = 0; f < 6; ++f) {
        uint32_t v[4];
        for (int k = 0; k < 4; ++k) {
            int c = side[f][k];
            v[k] = soup_vertex(
                s, v3(c & 1 ? high.x : low.x, c & 2 ? high.y : low.y, c & 4 ? high.z : low.z));
        }
        soup_triangle(s, v[0], v[1], v[2]);
        soup_triangle(s, v[0], v[2], v[3]);
    }
}

// A grid of w x h squares in the plane z = 0, seen from +z.
static inline void soup_grid(soup* s, int w, int h, double size) {
    uint32_t v0 = (uint32_t)s->vertex_count, row = (uint32_t)w + 1;
    for (int y = 0; y <= h; ++y)
        for (int x = 0; x <= w; ++x)
            soup_vertex(s, v3(size * x, size * y, 0));
    for (uint32_t y = 0; y < (uint32_t)h; ++y)
        for (uint32_t x = 0; x < (uint32_t)w; ++x) {
            uint32_t a = v0 + y * row + x;
            soup_triangle(s, a, a + 1, a + row + 1);
            soup_triangle(s, a, a + row + 1, a + row);
        }
}

static inline surface soup_surface(const soup* s) {
    return (surface){.vertex_count = s->vertex_count,
                     .triangle_count = s->triangle_count,
                     .positions = s->positions,
                     .triangles = s->triangles};
}

// The same numbers on every machine.
static inline double soup_random(uint64_t* state, double low, double high) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return low + (high - low) * (double)(*state >> 11) * 0x1p-53;
}
