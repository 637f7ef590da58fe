// Samples all over the surface, each with a few rays outwards; the element in the middle of one that meets the surface again.
// SPDX-License-Identifier: MIT
#include "bake/volume/gaps.h"

#include "bake/base/assert.h"
#include "bake/base/parallel.h"
#include "bake/mesh/embed.h"
#include "bake/mesh/soup_ray.h"

#include <math.h>

#define SAMPLE_CELLS 0.5  // from sample to sample along an edge
#define GAPS_BESIDE  1e-4 // of a cell: the ray begins so far from its own triangle
#define LEAN         0.6  // tangent of the outer rays' angle to the normal
#define GAPS_FACING                                                                                \
    (-0.1)           // cosine between the normals of both sides: a corner of 90 degrees is no gap
#define OUTSIDE 1e-9 // below 0, of a barycentric coordinate: in no element

enum { CUTS_MOST = 16 }; // of an edge

typedef struct asking {
    const prepared_surface* s;
    const uint8_t* asked_or_null;
    double cell;
    int32_t* count; // [triangle_count] of its samples that face the surface again
    int32_t* first; // [triangle_count] of its middles; NULL: they are only counted
    vec3* middles;  // half way across
} asking;

static vec3 normal_of(const prepared_surface* s, int32_t triangle) {
    const uint32_t* t = s->triangles[triangle];
    const vec3* n = s->w.positions;
    return v3_unit(v3_cross(v3_sub(n[t[1]], n[t[0]]), v3_sub(n[t[2]], n[t[0]])));
}

// Along one ray: into flesh again that faces this, with nothing between. middle: half way.
static bool meets_itself(const asking* x, int32_t triangle, vec3 p, vec3 outwards, vec3* middle) {
    double at;
    int8_t turn;
    vec3 a = v3_madd(p, outwards, GAPS_BESIDE * x->cell), b = v3_madd(p, outwards, x->cell);
    if (soup_crossings(&x->s->soup, a, b, &at, &turn, 1) == 0 || turn < 0 ||
        fabs(soup_winding(&x->s->soup, v3_lerp(a, b, 0.5 * at))) > 0.5)
        return false;
    soup_hit hit;
    *middle = v3_lerp(a, b, 0.5 * at);
    return soup_nearest(&x->s->soup, v3_lerp(a, b, at), GAPS_BESIDE * x->cell, &hit) &&
           v3_dot(normal_of(x->s, hit.triangle), normal_of(x->s, triangle)) < GAPS_FACING &&
           (x->asked_or_null == NULL || x->s->piece[hit.triangle] == x->s->piece[triangle]);
}

// The sides of a groove lean apart, so the shortest way across it is not along the normal of either.
static bool faces_itself(const asking* x, int32_t triangle, vec3 p, vec3* middle) {
    vec3 n = normal_of(x->s, triangle), side = fabs(n.x) < 0.7 ? v3(1, 0, 0) : v3(0, 1, 0);
    vec3 u = v3_scale(v3_unit(v3_cross(n, side)), LEAN), w = v3_cross(n, u);
    const vec3 rays[] = {n, v3_add(n, u), v3_sub(n, u), v3_add(n, w), v3_sub(n, w)};
    for (size_t i = 0; i < sizeof rays / sizeof *rays; ++i)
        if (meets_itself(x, triangle, p, v3_unit(rays[i]), middle))
            return true;
    return false;
}

// In the middles of the small triangles that its edges are cut into.
static void ask_triangle(const asking* x, int32_t i) {
    const uint32_t* t = x->s->triangles[i];
    const vec3* n = x->s->w.positions;
    vec3 a = n[t[0]], u = v3_sub(n[t[1]], a), v = v3_sub(n[t[2]], a);
    double longest = fmax(v3_length(u), fmax(v3_length(v), v3_distance(n[t[1]], n[t[2]])));
    double wanted = longest / (SAMPLE_CELLS * x->cell);
    int cuts = wanted < CUTS_MOST ? (int)wanted + 1 : CUTS_MOST;
    int32_t count = 0;
    vec3 middle;
    for (int row = 0; row < cuts; ++row)
        for (int k = 0; k < 2 * (cuts - row) - 1; ++k) { // upright and upside down in turn
            double third = k % 2 == 0 ? 1.0 / 3.0 : 2.0 / 3.0;
            int column = k / 2;
            vec3 p = v3_madd(v3_madd(a, u, (column + third) / cuts), v, (row + third) / cuts);
            if (!faces_itself(x, i, p, &middle))
                continue;
            if (x->first != NULL)
                x->middles[x->first[i] + count] = middle;
            ++count;
        }
    x->count[i] = count;
}

static void ask_triangles(void* user, int64_t begin, int64_t end) {
    const asking* x = user;
    for (int64_t i = begin; i < end; ++i) {
        const uint32_t* t = x->s->triangles[i];
        const uint8_t* asked = x->asked_or_null;
        bool again = x->first != NULL; // then only where there is something to write down
        if (again ? x->count[i] > 0 : asked == NULL || asked[t[0]] + asked[t[1]] + asked[t[2]] >= 2)
            ask_triangle(x, (int32_t)i);
    }
}

// Where the ways across have their middles.
static vec3* find_middles(asking* x, int threads, int32_t* count, arena* scratch) {
    int32_t n = x->s->triangle_count, *first = ARENA_NEW(scratch, int32_t, (size_t)n);
    x->count = ARENA_NEW(scratch, int32_t, (size_t)n);
    parallel_for(threads, n, 64, ask_triangles, x);
    *count = 0;
    for (int32_t i = 0; i < n; ++i) {
        first[i] = *count;
        *count += x->count[i];
    }
    x->middles = ARENA_NEW(scratch, vec3, (size_t)*count);
    x->first = first;
    parallel_for(threads, n, 64, ask_triangles, x);
    return x->middles;
}

uint8_t* gaps_ties(const prepared_surface* s, const uint8_t* asked_or_null, double cell,
                   const tets* t, int threads, arena* memory) {
    SUPPLE_ASSERT(cell > 0.0 && threads >= 0);
    uint8_t* tied = ARENA_NEW(memory, uint8_t, (size_t)t->tet_count);
    arena* scratch = arena_create();
    asking x = {.s = s, .asked_or_null = asked_or_null, .cell = cell};
    int32_t count;
    const vec3* middles = find_middles(&x, threads, &count, scratch);
    embedding e = embed_points(t, middles, count, threads, scratch);
    for (int32_t i = 0; i < count; ++i) {
        const double* l = e.barycentric[i];
        if (fmin(fmin(l[0], l[1]), fmin(l[2], l[3])) >= -OUTSIDE)
            tied[e.element[i]] = 1;
    }
    arena_destroy(scratch);
    return tied;
}
