// Edges and triangles are grouped by counting sorts over vertex numbers: linear, and no hashing.
//
// A fan is a run of triangles round a vertex, joined across the edges at that vertex. Triangles at a
// non-manifold edge all count as joined there, so a vertex is not blamed for its edges.
// SPDX-License-Identifier: MIT
#include "bake/mesh/topology.h"

#include "bake/base/assert.h"
#include "bake/base/sets.h"

#include <string.h>

// `order` sorted stably by key[order[i]], which lies in 0 .. key_count - 1.
static void sort_stably(int32_t* order, int32_t count, const int32_t* key, int32_t key_count,
                        arena* scratch) {
    int32_t* start = ARENA_NEW(scratch, int32_t, (size_t)key_count + 1);
    int32_t* sorted = ARENA_NEW(scratch, int32_t, (size_t)count);
    for (int32_t i = 0; i < count; ++i)
        ++start[key[i] + 1];
    for (int32_t i = 0; i < key_count; ++i)
        start[i + 1] += start[i];
    for (int32_t i = 0; i < count; ++i)
        sorted[start[key[order[i]]]++] = order[i];
    memcpy(order, sorted, (size_t)count * sizeof *order);
}

static int32_t* identity_order(int32_t count, arena* scratch) {
    int32_t* order = ARENA_NEW(scratch, int32_t, (size_t)count);
    for (int32_t i = 0; i < count; ++i)
        order[i] = i;
    return order;
}

// Half-edge 3 t + k runs from corner k of triangle t to the next corner; a corner is numbered the
// same way.
typedef struct half_edges {
    int32_t count;
    int32_t *low, *high; // [count] vertices
    int32_t* order;      // [count] equal edges side by side
} half_edges;

static half_edges half_edges_sorted(const uint32_t (*triangles)[3], int32_t triangle_count,
                                    int32_t vertex_count, arena* scratch) {
    half_edges h = {.count = 3 * triangle_count};
    h.low = ARENA_NEW(scratch, int32_t, (size_t)h.count);
    h.high = ARENA_NEW(scratch, int32_t, (size_t)h.count);
    for (int32_t i = 0; i < h.count; ++i) {
        int32_t a = (int32_t)triangles[i / 3][i % 3], b = (int32_t)triangles[i / 3][(i + 1) % 3];
        h.low[i] = a < b ? a : b;
        h.high[i] = a < b ? b : a;
    }
    h.order = identity_order(h.count, scratch);
    sort_stably(h.order, h.count, h.high, vertex_count, scratch);
    sort_stably(h.order, h.count, h.low, vertex_count, scratch);
    return h;
}

// The corners at the low and at the high end of a half-edge, and whether it runs upwards.
static bool edge_ends(const uint32_t (*triangles)[3], int32_t half_edge, int32_t* at_low,
                      int32_t* at_high) {
    int32_t t = half_edge / 3, next = 3 * t + (half_edge + 1) % 3;
    bool up = triangles[t][half_edge % 3] < triangles[t][next % 3];
    *at_low = up ? half_edge : next;
    *at_high = up ? next : half_edge;
    return up;
}

// Classes of edges; joins in `fans` the corners that share an edge.
static void count_edges(const uint32_t (*triangles)[3], const half_edges* h, int32_t* fans,
                        topology* out) {
    for (int32_t i = 0, end; i < h->count; i = end) {
        int32_t first = h->order[i], low0, high0, up = 0;
        edge_ends(triangles, first, &low0, &high0);
        for (end = i; end < h->count; ++end) {
            int32_t e = h->order[end], low, high;
            if (h->low[e] != h->low[first] || h->high[e] != h->high[first])
                break;
            up += edge_ends(triangles, e, &low, &high);
            sets_join(fans, low0, low);
            sets_join(fans, high0, high);
        }
        int32_t users = end - i;
        ++out->edge_count;
        out->boundary_edges += users == 1;
        out->nonmanifold_edges += users > 2;
        out->flipped_edges += users == 2 && up != 1;
    }
}

static int32_t count_bow_ties(const uint32_t (*triangles)[3], int32_t corner_count,
                              const int32_t* fans, int32_t vertex_count, arena* scratch) {
    int32_t* fan_count = ARENA_NEW(scratch, int32_t, (size_t)vertex_count);
    int32_t count = 0;
    for (int32_t i = 0; i < corner_count; ++i)
        if (fans[i] == i && ++fan_count[triangles[i / 3][i % 3]] == 2)
            ++count;
    return count;
}

static int32_t count_pieces(const uint32_t (*triangles)[3], int32_t triangle_count,
                            int32_t vertex_count, arena* scratch) {
    int32_t* sets = ARENA_NEW(scratch, int32_t, (size_t)vertex_count);
    bool* counted = ARENA_NEW(scratch, bool, (size_t)vertex_count);
    sets_clear(sets, vertex_count);
    for (int32_t t = 0; t < triangle_count; ++t)
        for (int k = 1; k < 3; ++k)
            sets_join(sets, (int32_t)triangles[t][0], (int32_t)triangles[t][k]);
    int32_t count = 0;
    for (int32_t t = 0; t < triangle_count; ++t) {
        int32_t root = sets_find(sets, (int32_t)triangles[t][0]);
        count += !counted[root];
        counted[root] = true;
    }
    return count;
}

static int32_t count_duplicates(const uint32_t (*triangles)[3], int32_t triangle_count,
                                int32_t vertex_count, arena* scratch) {
    int32_t* corner[3]; // of each triangle, ascending
    for (int k = 0; k < 3; ++k)
        corner[k] = ARENA_NEW(scratch, int32_t, (size_t)triangle_count);
    for (int32_t t = 0; t < triangle_count; ++t) {
        int32_t a = (int32_t)triangles[t][0], b = (int32_t)triangles[t][1],
                c = (int32_t)triangles[t][2];
        int32_t low = a < b ? a : b, high = a < b ? b : a;
        corner[0][t] = low < c ? low : c;
        corner[2][t] = high > c ? high : c;
        corner[1][t] = low > c ? low : high < c ? high : c;
    }
    int32_t* order = identity_order(triangle_count, scratch);
    for (int k = 2; k >= 0; --k)
        sort_stably(order, triangle_count, corner[k], vertex_count, scratch);
    int32_t count = 0;
    for (int32_t i = 1; i < triangle_count; ++i) {
        int32_t a = order[i - 1], b = order[i];
        count += corner[0][a] == corner[0][b] && corner[1][a] == corner[1][b] &&
                 corner[2][a] == corner[2][b];
    }
    return count;
}

topology topology_of(const uint32_t (*triangles)[3], int32_t triangle_count, int32_t vertex_count) {
    SUPPLE_ASSERT(triangle_count >= 0 && vertex_count >= 0);
    SUPPLE_ASSERT(triangle_count <= 1 << 29);
    topology out = {0};
    arena* scratch = arena_create();
    half_edges h = half_edges_sorted(triangles, triangle_count, vertex_count, scratch);
    int32_t* fans = ARENA_NEW(scratch, int32_t, (size_t)h.count);
    sets_clear(fans, h.count);
    count_edges(triangles, &h, fans, &out);
    out.nonmanifold_vertices = count_bow_ties(triangles, h.count, fans, vertex_count, scratch);
    out.piece_count = count_pieces(triangles, triangle_count, vertex_count, scratch);
    out.duplicate_triangles = count_duplicates(triangles, triangle_count, vertex_count, scratch);
    arena_destroy(scratch);
    return out;
}
