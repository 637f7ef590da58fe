// Group what touches, crosses or lies inside another, then see which groups share a piece of the volume.
// SPDX-License-Identifier: MIT
#include "bake/volume/apart.h"

#include "bake/base/assert.h"
#include "bake/base/sets.h"
#include "bake/mesh/crossing.h"
#include "bake/mesh/embed.h"
#include "bake/mesh/tet_topology.h"

#include <stdlib.h>

#define TOUCHING  1e-3 // of a cell
#define GAP_CELLS 4.0  // no wider gap is looked for

typedef struct grouping {
    const soup* s;
    const int32_t* piece; // [triangle_count]
    int32_t count;        // of pieces
    int32_t* set;         // [count]
    int32_t* first;       // [count + 1] into list
    int32_t* list;        // triangles, piece after piece
    int32_t* rank;        // [triangle_count] for questions to triangles of other pieces
    int32_t* upside_down; // [triangle_count] the same from the last to the first
} grouping;

static void list_triangles(grouping* g, arena* scratch) {
    g->first = ARENA_NEW(scratch, int32_t, (size_t)g->count + 2);
    g->list = ARENA_NEW(scratch, int32_t, (size_t)g->s->triangle_count);
    for (int32_t i = 0; i < g->s->triangle_count; ++i)
        ++g->first[g->piece[i] + 2];
    for (int32_t i = 0; i < g->count; ++i)
        g->first[i + 2] += g->first[i + 1];
    for (int32_t i = 0; i < g->s->triangle_count; ++i)
        g->list[g->first[g->piece[i] + 1]++] = i; // moves each start to the next one's place
}

static bool join_crossing(void* user, int32_t a, int32_t b) {
    grouping* g = user;
    int32_t pa = g->piece[a], pb = g->piece[b];
    if (sets_find(g->set, pa) == sets_find(g->set, pb))
        return true;
    vec3 ta[3], tb[3];
    for (int k = 0; k < 3; ++k) {
        ta[k] = g->s->positions[g->s->triangles[a][k]];
        tb[k] = g->s->positions[g->s->triangles[b][k]];
    }
    if (triangles_cross(ta, tb))
        sets_join(g->set, pa, pb);
    return true;
}

// The nearest triangle with another number in `rank`, on either side of its own; false: none so near.
static bool nearest_other(const grouping* g, vec3 p, int32_t own, int32_t numbers, double limit,
                          soup_hit* hit) {
    soup_hit above;
    bool below = soup_nearest_below(g->s, p, limit, g->rank, own, hit);
    bool found = soup_nearest_below(g->s, p, below ? hit->distance : limit, g->upside_down,
                                    numbers - 1 - own, &above);
    if (found)
        *hit = above;
    return below || found;
}

static void join_touching(grouping* g, double near) {
    for (int32_t i = 0; i < g->s->triangle_count; ++i)
        for (int k = 0; k < 3; ++k) {
            soup_hit hit;
            vec3 p = g->s->positions[g->s->triangles[i][k]];
            if (nearest_other(g, p, g->piece[i], g->count, near, &hit))
                sets_join(g->set, g->piece[i], g->piece[hit.triangle]);
        }
}

static double winding_of_piece(const grouping* g, int32_t piece, vec3 p) {
    double sum = 0.0;
    for (int32_t i = g->first[piece]; i < g->first[piece + 1]; ++i) {
        const uint32_t* t = g->s->triangles[g->list[i]];
        const vec3* at = g->s->positions;
        sum += soup_solid_angle(p, at[t[0]], at[t[1]], at[t[2]]);
    }
    return sum / (4.0 * 3.14159265358979323846);
}

static vec3 vertex_of(const grouping* g, int32_t piece) {
    return g->s->positions[g->s->triangles[g->list[g->first[piece]]][0]];
}

// An eye is in its head. The winding number of all says whether there is anything to look for.
static void join_inner(grouping* g) {
    for (int32_t i = 0; i < g->count; ++i) {
        vec3 p = vertex_of(g, i);
        if (soup_winding(g->s, p) - winding_of_piece(g, i, p) < 0.5)
            continue;
        for (int32_t k = 0; k < g->count; ++k)
            if (k != i && sets_find(g->set, i) != sets_find(g->set, k) &&
                winding_of_piece(g, k, p) > 0.5)
                sets_join(g->set, i, k);
    }
}

// ---- volumes ---------------------------------------------------------------------------

typedef struct home {
    int32_t body, group;
} home;

static int by_body(const void* a, const void* b) {
    const home *p = a, *q = b;
    if (p->body != q->body)
        return p->body < q->body ? -1 : 1;
    return (p->group > q->group) - (p->group < q->group);
}

// The piece of the volume that each piece of the surface lies in; pieces far from all of it have none.
static int32_t find_homes(const grouping* g, const tets* t, int threads, arena* scratch,
                          home* homes) {
    vec3* points = ARENA_NEW(scratch, vec3, (size_t)g->count);
    for (int32_t i = 0; i < g->count; ++i)
        points[i] = vertex_of(g, i);
    embedding e = embed_points(t, points, g->count, threads, scratch);
    tet_topology shape = tets_topology(t, scratch);
    int32_t count = 0;
    for (int32_t i = 0; i < g->count; ++i) {
        const double* b = e.barycentric[i];
        if (fmin(fmin(b[0], b[1]), fmin(b[2], b[3])) > -1.0)
            homes[count++] = (home){shape.piece[e.element[i]], sets_find(g->set, i)};
    }
    qsort(homes, (size_t)count, sizeof *homes, by_body);
    return count;
}

static void count_fused(const home* homes, int32_t count, apart_report* out) {
    for (int32_t i = 0; i < count;) {
        int32_t end = i, groups = 0;
        for (; end < count && homes[end].body == homes[i].body; ++end)
            groups += end == i || homes[end].group != homes[end - 1].group;
        out->fused += groups > 1 ? groups : 0;
        out->bodies += groups > 1;
        i = end;
    }
}

static void number_by(grouping* g, bool groups) {
    for (int32_t i = 0; i < g->s->triangle_count; ++i) {
        g->rank[i] = groups ? sets_find(g->set, g->piece[i]) : g->piece[i];
        g->upside_down[i] = g->count - 1 - g->rank[i];
    }
}

static double narrowest(grouping* g, double limit) {
    double gap = limit;
    number_by(g, true);
    for (int32_t i = 0; i < g->s->triangle_count; ++i)
        for (int k = 0; k < 3; ++k) {
            soup_hit hit;
            vec3 p = g->s->positions[g->s->triangles[i][k]];
            if (nearest_other(g, p, g->rank[i], g->count, gap, &hit))
                gap = fmin(gap, hit.distance);
        }
    return gap < limit ? gap : 0.0;
}

apart_report apart_find(const soup* s, const int32_t* triangle_piece, int32_t piece_count,
                        const tets* t, double cell, int threads) {
    SUPPLE_ASSERT(cell > 0.0 && threads >= 0);
    apart_report out = {0};
    if (piece_count < 2 || t->tet_count == 0)
        return out;
    arena* scratch = arena_create();
    size_t triangles = (size_t)s->triangle_count;
    grouping g = {.s = s,
                  .piece = triangle_piece,
                  .count = piece_count,
                  .set = ARENA_NEW(scratch, int32_t, (size_t)piece_count),
                  .rank = ARENA_NEW(scratch, int32_t, triangles),
                  .upside_down = ARENA_NEW(scratch, int32_t, triangles)};
    sets_clear(g.set, piece_count);
    list_triangles(&g, scratch);
    number_by(&g, false);
    bvh_self_pairs(&s->tree, join_crossing, &g);
    join_touching(&g, TOUCHING * cell);
    join_inner(&g);
    home* homes = ARENA_NEW(scratch, home, (size_t)piece_count);
    count_fused(homes, find_homes(&g, t, threads, scratch, homes), &out);
    if (out.fused > 0)
        out.gap = narrowest(&g, GAP_CELLS * cell);
    arena_destroy(scratch);
    return out;
}
