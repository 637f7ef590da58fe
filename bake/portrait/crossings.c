// A tree of boxes over the triangles, refitted for every state.
// SPDX-License-Identifier: MIT
#include "bake/portrait/crossings.h"

#include "bake/base/parallel.h"
#include "bake/contact/box_tree.h"
#include "bake/mesh/crossing.h"
#include "bake/mesh/weld.h"

#include <math.h>
#include <stdlib.h>

enum { GRAIN = 4096 };

// Of the size of a product of three differences: many times what their rounding can be.
static const double ROUNDING = 1e-12;

struct crossings {
    const portrait* p;
    int threads;
    const double* q; // of the state that is counted
    int32_t* welded; // [vertex_count] one vertex for all at its place of the same body
    uint8_t* led;    // [triangle_count] 1: rigid
    vec3* x;         // [vertex_count]
    box_way* boxes;  // [triangle_count]
    box_tree tree;
    box_lists* lists;
    int64_t rest_count; // pairs that pass through each other at rest, ascending
    box_pair* rest;
};

// ---- places ----------------------------------------------------------------------------

static void place_some(void* user, int64_t begin, int64_t end) {
    const crossings* c = user;
    const portrait* p = c->p;
    for (int64_t v = begin; v < end; ++v) {
        vec3 x = p->key[v];
        for (int32_t k = 0; k < p->rank; ++k) {
            const double* s = p->shapes + 3 * ((size_t)k * (size_t)p->vertex_count + (size_t)v);
            x = v3_madd(x, v3(s[0], s[1], s[2]), c->q[k]);
        }
        c->x[v] = x;
    }
}

// A triangle's corners; two that are split from each other stand at one place.
static void corners_of(const crossings* c, int32_t triangle, int32_t corner[3], vec3 x[3]) {
    for (int k = 0; k < 3; ++k) {
        corner[k] = c->welded[c->p->of->triangles[triangle][k]];
        x[k] = c->x[corner[k]];
    }
}

static void box_some(void* user, int64_t begin, int64_t end) {
    const crossings* c = user;
    for (int64_t t = begin; t < end; ++t) {
        int32_t corner[3];
        vec3 x[3];
        corners_of(c, (int32_t)t, corner, x);
        bounds box = {v3_min(v3_min(x[0], x[1]), x[2]), v3_max(v3_max(x[0], x[1]), x[2])};
        c->boxes[t] = (box_way){box, box};
    }
}

// ---- pairs -----------------------------------------------------------------------------

static int by_features(const void* a, const void* b) {
    const box_pair *x = a, *y = b;
    if (x->first != y->first)
        return x->first < y->first ? -1 : 1;
    return x->second < y->second ? -1 : x->second > y->second;
}

// Do the corners of b that are no corners of a lie on one side of a's plane, beyond what rounding could do? Then b meets that
// plane in shared corners at most. Neighbours on a smooth surface are parted so, where the exact test, which finds a shared
// corner in the plane, would take its longest way.
static bool on_one_side(const vec3 a[3], const int32_t s[3], const vec3 b[3], const int32_t t[3]) {
    vec3 e = v3_sub(a[1], a[0]), f = v3_sub(a[2], a[0]), n = v3_cross(e, f);
    double low = INFINITY, high = -INFINITY, size = v3_length(e) * v3_length(f);
    for (int i = 0; i < 3; ++i) {
        if (t[i] == s[0] || t[i] == s[1] || t[i] == s[2])
            continue;
        vec3 g = v3_sub(b[i], a[0]);
        double d = v3_dot(n, g), least = ROUNDING * size * v3_length(g);
        low = fmin(low, d - least);
        high = fmax(high, d + least);
    }
    return low > 0.0 || high < 0.0;
}

static bool crossed(const void* user, int32_t first, int32_t second) {
    const crossings* c = user;
    int32_t s[3], t[3], shared = 0;
    vec3 a[3], b[3];
    if (c->led[first] && c->led[second])
        return false;
    corners_of(c, first, s, a);
    corners_of(c, second, t, b);
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k)
            shared += s[i] == t[k];
    if (shared > 1 || on_one_side(a, s, b, t) || on_one_side(b, t, a, s))
        return false;
    const box_pair key = {first < second ? first : second, first < second ? second : first};
    return triangles_cross(a, b) &&
           (c->rest_count == 0 ||
            bsearch(&key, c->rest, (size_t)c->rest_count, sizeof key, by_features) == NULL);
}

static box_pairs find(crossings* c, const double* q, arena* memory) {
    int32_t triangles = c->p->of->triangle_count;
    c->q = q;
    parallel_for(c->threads, c->p->vertex_count, GRAIN, place_some, c);
    parallel_for(c->threads, triangles, GRAIN, box_some, c);
    box_tree_fit(&c->tree, c->boxes);
    return box_tree_pairs(&c->tree, &c->tree, crossed, c, c->threads, c->lists, memory);
}

int32_t crossings_count(crossings* c, const double* q) {
    if (c->p->of->triangle_count == 0)
        return 0;
    arena* scratch = arena_create();
    box_pairs pairs = find(c, q, scratch);
    arena_destroy(scratch);
    return pairs.count < INT32_MAX ? (int32_t)pairs.count : INT32_MAX;
}

// ---- making it -------------------------------------------------------------------------

static void weld_bodies(crossings* c, arena* memory) {
    const recording* x = c->p->of;
    c->welded = ARENA_NEW(memory, int32_t, (size_t)x->vertex_count);
    for (int32_t v = 0; v < x->vertex_count; ++v)
        c->welded[v] = v; // of no body
    for (int32_t b = 0; b < x->body_count; ++b) {
        const recording_body* body = &x->bodies[b];
        arena* scratch = arena_create();
        weld w = weld_positions(c->p->key + body->first, body->count, 0.0, scratch);
        int32_t* first = ARENA_NEW(scratch, int32_t, (size_t)w.count);
        for (int32_t v = body->count; v-- > 0;)
            first[w.welded[v]] = body->first + v;
        for (int32_t v = 0; v < body->count; ++v)
            c->welded[body->first + v] = first[w.welded[v]];
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

crossings* crossings_make(const portrait* p, int threads, arena* memory) {
    const recording* x = p->of;
    size_t triangles = (size_t)x->triangle_count;
    crossings* c = ARENA_NEW(memory, crossings, 1);
    *c = (crossings){.p = p, .threads = threads};
    c->x = ARENA_NEW(memory, vec3, (size_t)x->vertex_count);
    c->led = ARENA_NEW(memory, uint8_t, triangles);
    c->boxes = ARENA_NEW(memory, box_way, triangles);
    vec3* centres = ARENA_NEW(memory, vec3, triangles);
    for (size_t t = 0; t < triangles; ++t) {
        const uint32_t* corner = x->triangles[t];
        vec3 sum = v3_add(v3_add(p->key[corner[0]], p->key[corner[1]]), p->key[corner[2]]);
        centres[t] = v3_scale(sum, 1.0 / 3.0);
        c->led[t] = is_rigid(x, corner[0]);
    }
    if (triangles == 0)
        return c;
    weld_bodies(c, memory);
    c->tree = box_tree_make(centres, c->led, x->triangle_count, memory);
    c->lists = box_lists_make(memory);
    box_pairs rest = find(c, p->q + (size_t)x->rest * (size_t)p->rank, memory);
    for (int64_t i = 0; i < rest.count; ++i)
        if (rest.all[i].first > rest.all[i].second)
            rest.all[i] = (box_pair){rest.all[i].second, rest.all[i].first};
    if (rest.count > 0)
        qsort(rest.all, (size_t)rest.count, sizeof *rest.all, by_features);
    c->rest = rest.all;
    c->rest_count = rest.count;
    return c;
}
