// Samples all over the surface, each with a ray outwards.
// SPDX-License-Identifier: MIT
#include "bake/volume/gaps.h"

#include "bake/base/assert.h"
#include "bake/base/parallel.h"
#include "bake/mesh/soup_ray.h"

#include <math.h>

#define SAMPLE_CELLS 0.5  // from sample to sample along an edge
#define BESIDE       1e-4 // of a cell: the ray begins so far from its own triangle

enum { CUTS_MOST = 16 }; // of an edge

typedef struct asking {
    const prepared_surface* s;
    const uint8_t* asked_or_null;
    double cell;
    double *area, *across; // [triangle_count]
} asking;

// Into flesh again, with nothing between.
static bool faces_itself(const asking* x, int32_t piece, vec3 p, vec3 outwards) {
    double at;
    int8_t turn;
    vec3 a = v3_madd(p, outwards, BESIDE * x->cell), b = v3_madd(p, outwards, x->cell);
    if (soup_crossings(&x->s->soup, a, b, &at, &turn, 1) == 0 || turn < 0 ||
        fabs(soup_winding(&x->s->soup, v3_lerp(a, b, 0.5 * at))) > 0.5)
        return false;
    soup_hit hit;
    return x->asked_or_null == NULL ||
           (soup_nearest(&x->s->soup, v3_lerp(a, b, at), BESIDE * x->cell, &hit) &&
            x->s->piece[hit.triangle] == piece);
}

// In the middles of the small triangles that its edges are cut into.
static void ask_triangle(const asking* x, int32_t i) {
    const uint32_t* t = x->s->triangles[i];
    const vec3* n = x->s->w.positions;
    vec3 a = n[t[0]], u = v3_sub(n[t[1]], a), v = v3_sub(n[t[2]], a), normal = v3_cross(u, v);
    double longest = fmax(v3_length(u), fmax(v3_length(v), v3_distance(n[t[1]], n[t[2]])));
    double wanted = longest / (SAMPLE_CELLS * x->cell);
    int cuts = wanted < CUTS_MOST ? (int)wanted + 1 : CUTS_MOST, across = 0;
    vec3 outwards = v3_unit(normal);
    for (int row = 0; row < cuts; ++row)
        for (int k = 0; k < 2 * (cuts - row) - 1; ++k) { // upright and upside down in turn
            double third = k % 2 == 0 ? 1.0 / 3.0 : 2.0 / 3.0;
            vec3 p = v3_madd(v3_madd(a, u, (k / 2 + third) / cuts), v, (row + third) / cuts);
            across += faces_itself(x, x->s->piece[i], p, outwards);
        }
    x->area[i] = 0.5 * v3_length(normal);
    x->across[i] = x->area[i] * across / ((double)cuts * cuts);
}

static void ask_triangles(void* user, int64_t begin, int64_t end) {
    const asking* x = user;
    for (int64_t i = begin; i < end; ++i) {
        const uint32_t* t = x->s->triangles[i];
        const uint8_t* asked = x->asked_or_null;
        if (asked == NULL || asked[t[0]] + asked[t[1]] + asked[t[2]] >= 2)
            ask_triangle(x, (int32_t)i);
    }
}

double gaps_share(const prepared_surface* s, const uint8_t* asked_or_null, double cell,
                  int threads) {
    SUPPLE_ASSERT(cell > 0.0 && threads >= 0);
    arena* scratch = arena_create();
    size_t count = (size_t)s->triangle_count;
    asking x = {s, asked_or_null, cell, ARENA_NEW(scratch, double, count),
                ARENA_NEW(scratch, double, count)};
    parallel_for(threads, s->triangle_count, 64, ask_triangles, &x);
    double all = 0.0, across = 0.0;
    for (size_t i = 0; i < count; ++i) {
        all += x.area[i];
        across += x.across[i];
    }
    arena_destroy(scratch);
    return all > 0.0 ? across / all : 0.0;
}
