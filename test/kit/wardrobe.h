// Random clothes for a body: garments cut from its skin, as fine as it is or far coarser, with one side or two, a belt over them.
// SPDX-License-Identifier: MIT
#pragma once

#include "test/kit/random.h"
#include "test/kit/tailor.h"

typedef struct wardrobe {
    arena* memory;
    scene scene; // of the body
    surface rest;
    int32_t body;    // primitive that is dressed
    double* height;  // [vertices of it] 0 at the lowest of the body to 1
    double unit;     // of the mesh's numbers in the world's
    double size;     // of the surface, world's unit
    float (*out)[3]; // [vertices] normals in the mesh's space
    bool coarse; // the cloth is: flat facets, ten times as large as the skin's, cannot follow it
} wardrobe;

static inline wardrobe open_wardrobe(const scene* s, arena* a) {
    wardrobe w = {.memory = a, .scene = *s};
    pose bind = bind_pose(s, a);
    w.rest = surface_from_scene(s, &bind, a);
    bounds box = bounds_of(w.rest.positions, w.rest.vertex_count);
    w.size = v3_distance(box.low, box.high);
    for (int32_t i = 0; i < s->primitive_count; ++i)
        if (s->primitives[i].vertex_count > s->primitives[w.body].vertex_count)
            w.body = i;
    const primitive* g = &s->primitives[w.body];
    w.height = ARENA_NEW(a, double, (size_t)g->vertex_count);
    w.out = arena_alloc(a, (size_t)g->vertex_count, sizeof *w.out);
    surface_normals(g->positions, g->vertex_count, (const uint32_t(*)[3])g->triangles,
                    g->triangle_count, w.out);
    vec3 first = v3(0, 0, 0);
    double world = 0.0, own = 0.0;
    for (int32_t v = 0; v < w.rest.vertex_count; ++v) {
        if (w.rest.vertex_primitive[v] != w.body)
            continue;
        int32_t i = w.rest.vertex_index[v];
        vec3 p = w.rest.positions[v];
        w.height[i] = (p.y - box.low.y) / (box.high.y - box.low.y);
        if (i == 0)
            first = p;
        world += v3_distance(p, first);
        own += v3_distance(g->positions[i], g->positions[0]);
    }
    w.unit = world / own;
    return w;
}

typedef struct cut {
    double low, high; // of the body's height
    double off;       // of the body's size
    double grid;      // of the body's size: vertices so near become one; 0: as fine as the skin
    double thick;     // of the body's size: a second side so far out; 0: none
} cut;

typedef struct cell { // of a grid over the body, and the vertex that stands for it
    int64_t at[3];
    int32_t vertex; // plus one; 0: empty
} cell;

// The first of its cell; cells: [2 * vertices], filled by open addressing.
static inline int32_t standing_for(const wardrobe* w, int32_t v, double grid, cell* cells,
                                   int32_t n) {
    if (grid == 0.0)
        return v;
    vec3 p = v3_scale(w->scene.primitives[w->body].positions[v], w->unit / (grid * w->size));
    int64_t at[3] = {(int64_t)floor(p.x), (int64_t)floor(p.y), (int64_t)floor(p.z)};
    uint64_t key =
        (uint64_t)at[0] * 73856093u ^ (uint64_t)at[1] * 19349663u ^ (uint64_t)at[2] * 83492791u;
    size_t i = key % (2 * (size_t)n);
    while (cells[i].vertex != 0 && memcmp(cells[i].at, at, sizeof at) != 0)
        i = (i + 1) % (2 * (size_t)n);
    if (cells[i].vertex == 0) {
        memcpy(cells[i].at, at, sizeof at);
        cells[i].vertex = v + 1;
    }
    return cells[i].vertex - 1;
}

static inline void cut_side(const wardrobe* w, const cut* k, double off, cloth* c) {
    const primitive* g = &w->scene.primitives[w->body];
    arena* scratch = arena_create();
    int32_t n = g->vertex_count, *to = ARENA_NEW(scratch, int32_t, (size_t)n);
    cell* cells = ARENA_NEW(scratch, cell, 2 * (size_t)n);
    size_t width = (size_t)g->influence_count;
    for (int32_t i = 0; i < n; ++i) {
        to[i] = -1;
        if (w->height[i] < k->low || w->height[i] > k->high || c->p.vertex_count >= TAILOR_MOST - 1)
            continue;
        int32_t v = standing_for(w, i, k->grid, cells, n);
        if (v != i) {
            to[i] = to[v];
            continue;
        }
        const float* m = w->out[i];
        uint32_t at =
            cloth_point(c, v3_madd(g->positions[i], v3(m[0], m[1], m[2]), off * w->size / w->unit),
                        (on_joints){0});
        to[i] = (int32_t)at;
        for (size_t j = 0; j < 4 && j < width; ++j) {
            c->p.joints[4 * at + j] = g->joints[width * (size_t)i + j];
            c->p.weights[4 * at + j] = g->weights[width * (size_t)i + j];
        }
    }
    for (int32_t t = 0; t < g->triangle_count; ++t) {
        const uint32_t* f = g->triangles[t];
        int32_t p = to[f[0]], q = to[f[1]], r = to[f[2]];
        if (p >= 0 && q >= 0 && r >= 0 && p != q && q != r && r != p &&
            c->p.triangle_count < 2 * TAILOR_MOST)
            cloth_face(c, (uint32_t)p, (uint32_t)q, (uint32_t)r);
    }
    arena_destroy(scratch);
}

static inline cloth garment(const wardrobe* w, const cut* k) {
    cloth c = cloth_new(w->memory);
    cut_side(w, k, k->off, &c);
    if (k->thick > 0.0)
        cut_side(w, k, k->off + k->thick, &c);
    return c;
}

static inline scene dress(wardrobe* w) {
    double low = random_in(0.3, 0.6), high = low + random_in(0.08, 0.3);
    cut shirt = {low, high, random_in(0.0012, 0.003),
                 random_in(0, 1) < 0.5 ? 0.0 : random_in(0.008, 0.03),
                 random_in(0, 1) < 0.7 ? 0.0 : random_in(0.001, 0.003)};
    w->coarse = shirt.grid > 0.0;
    cloth c = garment(w, &shirt);
    scene s = tailor_add(&w->scene, "Shirt", "cotton", 0.0f, &c, w->memory);
    if (shirt.grid == 0.0 && random_in(0, 1) < 0.7) {
        double at = random_in(low, high - 0.03);
        cut belt = {at, at + 0.03, shirt.off + shirt.thick + 0.002, 0.0, 0.0};
        c = garment(w, &belt);
        s = tailor_add(&s, "Belt", "leather", 0.0f, &c, w->memory);
    }
    return s;
}
