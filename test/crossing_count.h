// How many pairs of triangles pass through each other, counted in a way of its own: segments against triangles by
// signed volumes of doubles, pairs by a sweep along x. bake/mesh/crossing.h is exact and finds pairs by a tree; what
// agrees with both is right.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/arena.h"
#include "bake/base/vec.h"

#include <stdlib.h>

typedef struct crossing_count {
    int64_t pairs;
    int32_t first[2]; // one of them
    vec3 at;          // a corner of it
} crossing_count;

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

static inline double crossing_volume(vec3 a, vec3 b, vec3 c, vec3 d) {
    return v3_dot(v3_cross(v3_sub(b, a), v3_sub(c, a)), v3_sub(d, a));
}

// Does the segment from p to q pass through the inside of the triangle?
static inline bool crossing_segment(vec3 p, vec3 q, const vec3 t[3]) {
    double above = crossing_volume(t[0], t[1], t[2], p),
           below = crossing_volume(t[0], t[1], t[2], q);
    if (!((above > 0.0 && below < 0.0) || (above < 0.0 && below > 0.0)))
        return false;
    double a = crossing_volume(p, q, t[0], t[1]), b = crossing_volume(p, q, t[1], t[2]),
           c = crossing_volume(p, q, t[2], t[0]);
    return (a > 0.0 && b > 0.0 && c > 0.0) || (a < 0.0 && b < 0.0 && c < 0.0);
}

static inline bool crossing_pair(const vec3 a[3], const vec3 b[3]) {
    for (int k = 0; k < 3; ++k)
        if (crossing_segment(a[k], a[(k + 1) % 3], b) || crossing_segment(b[k], b[(k + 1) % 3], a))
            return true;
    return false;
}

static inline bool crossing_apart(const crossing_box* a, const crossing_box* b) {
    return a->high.y < b->low.y || b->high.y < a->low.y || a->high.z < b->low.z ||
           b->high.z < a->low.z;
}

static inline bool crossing_share(const uint32_t a[3], const uint32_t b[3]) {
    for (int i = 0; i < 9; ++i)
        if (a[i / 3] == b[i % 3])
            return true;
    return false;
}

// Pairs that share a vertex touch there and do not count.
static inline crossing_count count_crossings(const vec3* positions, const uint32_t (*triangles)[3],
                                             int32_t count) {
    arena* memory = arena_create();
    crossing_box* boxes = ARENA_NEW(memory, crossing_box, (size_t)count);
    crossing_count out = {0};
    for (int32_t i = 0; i < count; ++i) {
        boxes[i] = (crossing_box){positions[triangles[i][0]], positions[triangles[i][0]], i};
        for (int k = 1; k < 3; ++k) {
            boxes[i].low = v3_min(boxes[i].low, positions[triangles[i][k]]);
            boxes[i].high = v3_max(boxes[i].high, positions[triangles[i][k]]);
        }
    }
    qsort(boxes, (size_t)count, sizeof *boxes, crossing_by_low);
    for (int32_t i = 0; i < count; ++i)
        for (int32_t k = i + 1; k < count && boxes[k].low.x <= boxes[i].high.x; ++k) {
            const uint32_t *s = triangles[boxes[i].triangle], *t = triangles[boxes[k].triangle];
            if (crossing_apart(&boxes[i], &boxes[k]) || crossing_share(s, t))
                continue;
            const vec3 a[3] = {positions[s[0]], positions[s[1]], positions[s[2]]};
            const vec3 b[3] = {positions[t[0]], positions[t[1]], positions[t[2]]};
            if (!crossing_pair(a, b))
                continue;
            if (out.pairs++ == 0) {
                out.first[0] = boxes[i].triangle;
                out.first[1] = boxes[k].triangle;
                out.at = a[0];
            }
        }
    arena_destroy(memory);
    return out;
}
