// Small scenes to be lit, for tests of light: triangles are added, then points and transfer are made.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/light/sh.h"
#include "bake/light/transfer.h"

#include <string.h>

enum { LIT_VERTICES = 20000, LIT_TRIANGLES = 40000 };

typedef struct lit_kit {
    arena* memory;
    report r;
    lit_mesh mesh;
    vec3* positions;
    uint32_t (*triangles)[3];
    uint8_t* thin;
    float (*albedo)[3];
    float color[3]; // of vertices that are added
    bool is_thin;   // of triangles
    lit_points points;
    transfer out;
} lit_kit;

static inline lit_kit lit_kit_new(void) {
    lit_kit k = {.memory = arena_create(), .color = {1, 1, 1}};
    k.r = report_new(k.memory);
    k.positions = ARENA_NEW(k.memory, vec3, LIT_VERTICES);
    k.triangles = arena_alloc(k.memory, LIT_TRIANGLES, sizeof *k.triangles);
    k.albedo = arena_alloc(k.memory, LIT_VERTICES, sizeof *k.albedo);
    k.thin = ARENA_NEW(k.memory, uint8_t, LIT_TRIANGLES);
    k.mesh = (lit_mesh){.triangles = (const uint32_t(*)[3])k.triangles,
                        .thin = k.thin,
                        .albedo = (const float(*)[3])k.albedo};
    return k;
}

static inline uint32_t lit_vertex(lit_kit* k, vec3 p) {
    uint32_t v = (uint32_t)k->mesh.vertex_count++;
    k->positions[v] = p;
    memcpy(k->albedo[v], k->color, sizeof k->color);
    return v;
}

static inline void lit_triangle(lit_kit* k, uint32_t a, uint32_t b, uint32_t c) {
    int32_t t = k->mesh.triangle_count++;
    k->triangles[t][0] = a;
    k->triangles[t][1] = b;
    k->triangles[t][2] = c;
    k->thin[t] = k->is_thin;
}

// A grid of (columns + 1) x (rows + 1) vertices, bent by `bend`, whose parameters run from 0 to 1; its front is along
// d/du x d/dv. Returns the first vertex; the next one is a step in u.
typedef vec3 lit_place(double u, double v);
static inline uint32_t lit_grid(lit_kit* k, int columns, int rows, lit_place* bend) {
    uint32_t first = (uint32_t)k->mesh.vertex_count, row = (uint32_t)columns + 1;
    for (int j = 0; j <= rows; ++j)
        for (int i = 0; i <= columns; ++i)
            lit_vertex(k, bend((double)i / columns, (double)j / rows));
    for (uint32_t j = 0; j < (uint32_t)rows; ++j)
        for (uint32_t i = 0; i < (uint32_t)columns; ++i) {
            uint32_t a = first + j * row + i;
            lit_triangle(k, a, a + 1, a + row);
            lit_triangle(k, a + 1, a + row + 1, a + row);
        }
    return first;
}

static inline bool lit_run(lit_kit* k, const transfer_options* o) {
    k->points = lit_points_of(&k->mesh, k->memory);
    return transfer_make(&k->mesh, &k->points, k->positions, o, k->memory, &k->out, &k->r);
}

// What leaves for one color of one harmonic at the front (0) or the back (1) of a vertex: the papers' transfer.
static inline double lit_value(const lit_kit* k, uint32_t vertex, int side, int harmonic,
                               int color) {
    int32_t point = k->points.of[side][vertex];
    return (double)(k->albedo[vertex][color] *
                    k->out.values[(int64_t)point * k->out.width + 3 * harmonic + color]);
}

// What a point sends out under a light that is 1 everywhere.
static inline double lit_uniform(const lit_kit* k, uint32_t vertex, int side, int color) {
    return lit_value(k, vertex, side, 0, color) * sqrt(4.0 * EXACT_PI);
}
