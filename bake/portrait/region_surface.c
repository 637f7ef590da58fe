// SPDX-License-Identifier: MIT
#include "bake/portrait/region_surface.h"

#include "bake/mesh/weld.h"

#include <math.h>
#include <string.h>

static void weld_bodies(region_surface* s, arena* memory) {
    const recording* x = s->p->of;
    s->welded = ARENA_NEW(memory, int32_t, (size_t)x->vertex_count);
    for (int32_t v = 0; v < x->vertex_count; ++v)
        s->welded[v] = v; // of no body
    for (int32_t b = 0; b < x->body_count; ++b) {
        const recording_body* body = &x->bodies[b];
        arena* scratch = arena_create();
        weld w = weld_positions(s->p->key + body->first, body->count, 0.0, scratch);
        int32_t* first = ARENA_NEW(scratch, int32_t, (size_t)w.count);
        for (int32_t v = body->count; v-- > 0;)
            first[w.welded[v]] = body->first + v;
        for (int32_t v = 0; v < body->count; ++v)
            s->welded[body->first + v] = first[w.welded[v]];
        arena_destroy(scratch);
    }
}

static bool is_rigid(const recording* x, uint32_t vertex) {
    for (int32_t b = 0; b < x->body_count; ++b)
        if ((int64_t)vertex >= x->bodies[b].first &&
            (int64_t)vertex < (int64_t)x->bodies[b].first + x->bodies[b].count)
            return x->bodies[b].rigid;
    return false;
}

static void set_rows(region_surface* s, arena* memory) {
    const portrait* p = s->p;
    size_t width = (size_t)s->width, vertices = (size_t)p->vertex_count;
    s->rows = ARENA_NEW(memory, double, 3 * width * vertices);
    for (size_t v = 0; v < vertices; ++v)
        for (size_t k = 0; k < (size_t)p->rank; ++k)
            for (size_t i = 0; i < 3; ++i)
                s->rows[(3 * v + i) * width + k] = p->shapes[3 * (k * vertices + v) + i];
}

// Of a leaf's corners, or of both children: any row would do, and one in the middle does best.
static void set_means(region_surface* s, arena* memory) {
    size_t numbers = 3 * (size_t)s->width;
    const box_tree* t = &s->tree;
    s->means = ARENA_NEW(memory, double, numbers*(size_t)t->node_count);
    for (int32_t n = t->node_count - 1; n >= 0; --n) { // children stand behind their parents
        const box_node* node = &t->nodes[n];
        double* mean = s->means + numbers * (size_t)n;
        for (int32_t c = 0; c < 3 * node->count; ++c) {
            int32_t triangle = t->order[node->first + c / 3];
            const double* row =
                region_surface_rows(s, s->welded[s->p->of->triangles[triangle][c % 3]]);
            for (size_t k = 0; k < numbers; ++k)
                mean[k] += row[k] / (3 * node->count);
        }
        const double *left = mean + numbers, *right = s->means + numbers * (size_t)node->right;
        for (size_t k = 0; k < numbers && node->count == 0; ++k)
            mean[k] = 0.5 * (left[k] + right[k]);
    }
}

region_surface region_surface_make(const portrait* p, arena* memory) {
    const recording* x = p->of;
    region_surface s = {.p = p,
                        .width = (p->rank + REGION_SURFACE_LANES - 1) / REGION_SURFACE_LANES *
                                 REGION_SURFACE_LANES};
    s.led = ARENA_NEW(memory, uint8_t, (size_t)x->triangle_count);
    vec3* centres = ARENA_NEW(memory, vec3, (size_t)x->triangle_count);
    for (int32_t t = 0; t < x->triangle_count; ++t) {
        const uint32_t* c = x->triangles[t];
        vec3 sum = v3_add(v3_add(p->key[c[0]], p->key[c[1]]), p->key[c[2]]);
        centres[t] = v3_scale(sum, 1.0 / 3.0);
        s.led[t] = is_rigid(x, c[0]);
    }
    weld_bodies(&s, memory);
    set_rows(&s, memory);
    s.tree = box_tree_make(centres, s.led, x->triangle_count, memory);
    set_means(&s, memory);
    return s;
}

vec3 region_surface_place(const region_surface* s, int32_t vertex, const double* q) {
    const double* row = region_surface_rows(s, vertex);
    double x[3] = {s->p->key[vertex].x, s->p->key[vertex].y, s->p->key[vertex].z};
    for (int i = 0; i < 3; ++i, row += s->width)
        for (int32_t k = 0; k < s->p->rank; ++k)
            x[i] += row[k] * q[k];
    return v3(x[0], x[1], x[2]);
}

int region_surface_corners(const region_surface* s, box_pair pair, int32_t a[3], int32_t b[3]) {
    int shared = 0;
    for (int k = 0; k < 3; ++k) {
        a[k] = s->welded[s->p->of->triangles[pair.first][k]];
        b[k] = s->welded[s->p->of->triangles[pair.second][k]];
    }
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k)
            shared += a[i] == b[k];
    return shared;
}
