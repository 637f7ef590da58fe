// Edges by their ends, sorted; what is used more often one way than the other is the surface's boundary.
// SPDX-License-Identifier: MIT
#include "bake/mesh/soup_close.h"

#include "bake/base/assert.h"
#include "bake/base/sets.h"

#include <stdlib.h>

#define CAPS_MOST                                                                                  \
    0.25 // of the triangles: a surface of more is cut up, and asking it is as quick as asking its caps

typedef struct directed_edge {
    uint32_t low, high;
    int32_t direction; // 1 from low to high; of a sum: how many more
} directed_edge;

static int by_ends(const void* a, const void* b) {
    const directed_edge *p = a, *q = b;
    if (p->low != q->low)
        return p->low < q->low ? -1 : 1;
    return p->high != q->high ? (p->high < q->high ? -1 : 1) : 0;
}

// All edges whose uses do not cancel, each once with its sum.
static directed_edge* find_boundary(const soup* s, size_t* count, arena* scratch) {
    directed_edge* edges = ARENA_NEW(scratch, directed_edge, 3 * (size_t)s->triangle_count);
    size_t all = 0, kept = 0;
    for (int32_t i = 0; i < s->triangle_count; ++i)
        for (int k = 0; k < 3; ++k) {
            uint32_t a = s->triangles[i][k], b = s->triangles[i][(k + 1) % 3];
            if (a != b)
                edges[all++] = a < b ? (directed_edge){a, b, 1} : (directed_edge){b, a, -1};
        }
    qsort(edges, all, sizeof *edges, by_ends);
    for (size_t i = 0; i < all;) {
        directed_edge sum = edges[i];
        for (++i; i < all && by_ends(&sum, &edges[i]) == 0; ++i)
            sum.direction += edges[i].direction;
        if (sum.direction != 0)
            edges[kept++] = sum;
    }
    *count = kept;
    return edges;
}

// The boundary's corners numbered from 0, with their places.
typedef struct rim {
    directed_edge* edges; // [edge_count] low and high as numbers of corners
    size_t edge_count;
    int32_t corner_count;
    vec3* positions; // [2 * corner_count] of the corners; room for an apex a loop behind them
} rim;

static rim number_corners(const soup* s, directed_edge* edges, size_t count, arena* memory,
                          arena* scratch) {
    rim r = {.edges = edges, .edge_count = count};
    uint32_t last = 0;
    for (size_t i = 0; i < count; ++i)
        last = edges[i].high > last ? edges[i].high : last;
    int32_t* number = ARENA_NEW(scratch, int32_t, (size_t)last + 1); // from 1
    r.positions = arena_alloc(memory, 4 * count, sizeof *r.positions);
    for (size_t i = 0; i < count; ++i) {
        uint32_t* ends[2] = {&edges[i].low, &edges[i].high};
        for (int k = 0; k < 2; ++k) {
            if (number[*ends[k]] == 0) {
                r.positions[r.corner_count] = s->positions[*ends[k]];
                number[*ends[k]] = ++r.corner_count;
            }
            *ends[k] = (uint32_t)number[*ends[k]] - 1;
        }
    }
    return r;
}

// An apex in the middle of what hangs together. apex: [corner_count] of each corner, as a number of a position.
static void place_apexes(rim* r, int32_t* apex, arena* scratch) {
    int32_t* set = ARENA_NEW(scratch, int32_t, (size_t)r->corner_count);
    int32_t* size = ARENA_NEW(scratch, int32_t, (size_t)r->corner_count);
    int32_t* of_root = ARENA_NEW(scratch, int32_t, (size_t)r->corner_count); // from 1
    int32_t count = 0;
    sets_clear(set, r->corner_count);
    for (size_t i = 0; i < r->edge_count; ++i)
        sets_join(set, (int32_t)r->edges[i].low, (int32_t)r->edges[i].high);
    for (int32_t i = 0; i < r->corner_count; ++i) {
        int32_t root = sets_find(set, i);
        if (of_root[root] == 0) {
            of_root[root] = ++count;
            r->positions[r->corner_count + count - 1] = v3(0, 0, 0);
        }
        apex[i] = r->corner_count + of_root[root] - 1;
        r->positions[apex[i]] = v3_add(r->positions[apex[i]], r->positions[i]);
        ++size[of_root[root] - 1];
    }
    for (int32_t i = 0; i < count; ++i) {
        vec3* at = &r->positions[r->corner_count + i];
        *at = v3_scale(*at, 1.0 / size[i]);
    }
}

static const soup* make_caps(const soup* s, directed_edge* edges, size_t count,
                             size_t triangle_count, arena* memory, arena* scratch) {
    rim r = number_corners(s, edges, count, memory, scratch);
    int32_t* apex = ARENA_NEW(scratch, int32_t, (size_t)r.corner_count);
    place_apexes(&r, apex, scratch);
    uint32_t(*triangles)[3] = arena_alloc(memory, triangle_count, sizeof *triangles);
    int32_t made = 0;
    for (size_t i = 0; i < count; ++i)
        for (int32_t k = 0; k < abs(edges[i].direction); ++k, ++made) {
            bool up = edges[i].direction > 0; // the cap uses the edge the other way
            triangles[made][0] = up ? edges[i].high : edges[i].low;
            triangles[made][1] = up ? edges[i].low : edges[i].high;
            triangles[made][2] = (uint32_t)apex[edges[i].low];
        }
    soup* caps = ARENA_NEW(memory, soup, 1);
    *caps = soup_new(r.positions, (const uint32_t(*)[3])triangles, made, memory);
    return caps;
}

void soup_close(soup* s, arena* memory) {
    SUPPLE_ASSERT(s->closure == SOUP_OPEN && s->caps_or_null == NULL);
    if (s->triangle_count == 0)
        return;
    arena* scratch = arena_create();
    size_t count, caps = 0;
    directed_edge* edges = find_boundary(s, &count, scratch);
    for (size_t i = 0; i < count; ++i)
        caps += (size_t)abs(edges[i].direction);
    if (count == 0) {
        s->closure = SOUP_CLOSED;
    } else if ((double)caps <= CAPS_MOST * s->triangle_count) {
        s->closure = SOUP_CAPPED;
        s->caps_or_null = make_caps(s, edges, count, caps, memory, scratch);
    }
    arena_destroy(scratch);
}
