// How many pairs of triangles meet, counted in a way of its own that is exact: whatever moves bodies without crossings
// is judged by it, so it shares nothing with bake/contact, and nothing with bake/mesh/crossing.h beside vectors.
//
// A pair meets if a corner, an edge or the face of one has a point in common with one of the other, of those that share
// no vertex: touching counts, and so do overlaps in a plane, folds that are quite flat, and neighbours whose far edges
// pass through. Vertices are shared by index; weld first.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/arena.h"
#include "test/kit/exact_sign.h"

#include <stdlib.h>

typedef struct crossing_count {
    int64_t pairs;
    int32_t first[2]; // one of them
    vec3 at;          // a corner of it
} crossing_count;

// ---- a pair ------------------------------------------------------------------------------

// Are a, b and c, which are on a line in the projection, so that c is between the others?
static inline bool crossing_between(vec3 a, vec3 b, vec3 c, int u, int v) {
    const double *p = &a.x, *q = &b.x, *r = &c.x;
    return fmin(p[u], q[u]) <= r[u] && r[u] <= fmax(p[u], q[u]) && fmin(p[v], q[v]) <= r[v] &&
           r[v] <= fmax(p[v], q[v]);
}

static inline bool crossing_on_segment(vec3 a, vec3 b, vec3 c, int u, int v) {
    return exact_sign2(a, b, c, u, v) == 0 && crossing_between(a, b, c, u, v);
}

static inline bool crossing_segments2(vec3 p, vec3 q, vec3 a, vec3 b, int u, int v) {
    int s = exact_sign2(p, q, a, u, v) * exact_sign2(p, q, b, u, v),
        t = exact_sign2(a, b, p, u, v) * exact_sign2(a, b, q, u, v);
    return (s < 0 && t < 0) || crossing_on_segment(p, q, a, u, v) ||
           crossing_on_segment(p, q, b, u, v) || crossing_on_segment(a, b, p, u, v) ||
           crossing_on_segment(a, b, q, u, v);
}

static inline bool crossing_in_triangle2(vec3 p, const vec3 t[3], int u, int v) {
    int sum = 0;
    for (int k = 0; k < 3; ++k) {
        if (crossing_on_segment(t[k], t[(k + 1) % 3], p, u, v))
            return true;
        sum += exact_sign2(t[k], t[(k + 1) % 3], p, u, v);
    }
    return sum == 3 || sum == -3;
}

// What lies in a plane meets if it does so in all three projections: one of them loses nothing.
static inline bool crossing_segments(vec3 p, vec3 q, vec3 a, vec3 b) {
    if (exact_sign3(p, q, a, b) != 0)
        return false;
    for (int k = 0; k < 3; ++k)
        if (!crossing_segments2(p, q, a, b, k, (k + 1) % 3))
            return false;
    return true;
}

static inline bool crossing_in_triangle(vec3 p, const vec3 t[3]) {
    if (exact_sign3(t[0], t[1], t[2], p) != 0)
        return false;
    for (int k = 0; k < 3; ++k)
        if (!crossing_in_triangle2(p, t, k, (k + 1) % 3))
            return false;
    return true;
}

// Does the segment go through the triangle from one side to the other, its rim included?
static inline bool crossing_through(vec3 p, vec3 q, const vec3 t[3]) {
    if (exact_sign3(t[0], t[1], t[2], p) * exact_sign3(t[0], t[1], t[2], q) >= 0)
        return false; // an end in the plane is a corner's case
    int least = 1, most = -1;
    for (int k = 0; k < 3; ++k) {
        int sign = exact_sign3(p, q, t[k], t[(k + 1) % 3]);
        least = sign < least ? sign : least;
        most = sign > most ? sign : most;
    }
    return least >= 0 || most <= 0;
}

// Two triangles and which of their corners are the same vertices.
typedef struct crossing_corners {
    vec3 a[3], b[3];
    bool of_a[3], of_b[3]; // shared with the other one
} crossing_corners;

static inline bool crossing_one_way(const vec3 a[3], const bool of_a[3], const vec3 b[3]) {
    for (int k = 0; k < 3; ++k) {
        int n = (k + 1) % 3;
        if (!of_a[k] && crossing_in_triangle(a[k], b))
            return true;
        if (!of_a[k] && !of_a[n] && crossing_through(a[k], a[n], b))
            return true;
    }
    return false;
}

static inline bool crossing_corners_meet(const crossing_corners* c, const uint32_t s[3],
                                         const uint32_t t[3]) {
    if (crossing_one_way(c->a, c->of_a, c->b) || crossing_one_way(c->b, c->of_b, c->a))
        return true;
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k) {
            int j = (i + 1) % 3, l = (k + 1) % 3;
            bool apart = s[i] != t[k] && s[i] != t[l] && s[j] != t[k] && s[j] != t[l];
            if (apart && crossing_segments(c->a[i], c->a[j], c->b[k], c->b[l]))
                return true;
        }
    return false;
}

// s, t: the vertices of the triangles. One and the same triangle does not meet itself.
static inline bool crossing_pair(const vec3* positions, const uint32_t s[3], const uint32_t t[3]) {
    crossing_corners c = {.of_a = {false}};
    for (int i = 0; i < 3; ++i) {
        c.a[i] = positions[s[i]];
        c.b[i] = positions[t[i]];
        for (int k = 0; k < 3; ++k) {
            c.of_a[i] = c.of_a[i] || s[i] == t[k];
            c.of_b[i] = c.of_b[i] || t[i] == s[k];
        }
    }
    return crossing_corners_meet(&c, s, t);
}

// ---- all pairs ---------------------------------------------------------------------------

typedef struct crossing_box {
    vec3 low, high;
    int32_t triangle;
} crossing_box;

static inline int crossing_by_low(const void* p, const void* q) {
    const crossing_box *a = p, *b = q;
    if (a->low.x != b->low.x)
        return a->low.x < b->low.x ? -1 : 1;
    return a->triangle < b->triangle ? -1 : 1;
}

static inline bool crossing_apart(const crossing_box* a, const crossing_box* b) {
    return a->high.y < b->low.y || b->high.y < a->low.y || a->high.z < b->low.z ||
           b->high.z < a->low.z;
}

static inline crossing_box* crossing_boxes(const vec3* positions, const uint32_t (*triangles)[3],
                                           int32_t count, arena* memory) {
    crossing_box* boxes = ARENA_NEW(memory, crossing_box, (size_t)count);
    for (int32_t i = 0; i < count; ++i) {
        boxes[i] = (crossing_box){positions[triangles[i][0]], positions[triangles[i][0]], i};
        for (int k = 1; k < 3; ++k) {
            boxes[i].low = v3_min(boxes[i].low, positions[triangles[i][k]]);
            boxes[i].high = v3_max(boxes[i].high, positions[triangles[i][k]]);
        }
    }
    qsort(boxes, (size_t)count, sizeof *boxes, crossing_by_low);
    return boxes;
}

// soft_or_null: [count] pairs of two triangles that have 0 there do not count; NULL: all do.
static inline crossing_count count_crossings(const vec3* positions, const uint32_t (*triangles)[3],
                                             int32_t count, const uint8_t* soft_or_null) {
    arena* memory = arena_create();
    crossing_box* boxes = crossing_boxes(positions, triangles, count, memory);
    crossing_count out = {0};
    for (int32_t i = 0; i < count; ++i)
        for (int32_t k = i + 1; k < count && boxes[k].low.x <= boxes[i].high.x; ++k) {
            int32_t s = boxes[i].triangle, t = boxes[k].triangle;
            bool counts = soft_or_null == NULL || soft_or_null[s] || soft_or_null[t];
            if (!counts || crossing_apart(&boxes[i], &boxes[k]) ||
                !crossing_pair(positions, triangles[s], triangles[t]))
                continue;
            if (out.pairs++ == 0) {
                out.first[0] = s;
                out.first[1] = t;
                out.at = positions[triangles[s][0]];
            }
        }
    arena_destroy(memory);
    return out;
}
