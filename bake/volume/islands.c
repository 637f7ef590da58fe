// Label, then grow from each small island until another one of its piece is met.
// SPDX-License-Identifier: MIT
#include "bake/volume/islands.h"

#include "bake/base/assert.h"
#include "bake/base/sets.h"

#include <string.h>

enum { BRIDGE_MAX = 24 }; // steps; a wider gap is not a thin place but a different body

typedef struct labels {
    int32_t* island; // [node_count], -1 outside
    int32_t count;
    int32_t* size;  // nodes in each
    int32_t* first; // a node of each
    int32_t* piece; // of the surface nearest to that node
} labels;

static labels label_islands(const lattice* l, const int8_t* side, arena* scratch) {
    labels x = {.island = ARENA_NEW(scratch, int32_t, (size_t)l->node_count)};
    int32_t* stack = ARENA_NEW(scratch, int32_t, (size_t)l->node_count);
    int32_t capacity = 64;
    x.size = ARENA_NEW(scratch, int32_t, (size_t)capacity);
    x.first = ARENA_NEW(scratch, int32_t, (size_t)capacity);
    memset(x.island, -1, (size_t)l->node_count * sizeof *x.island);
    for (int32_t seed = 0; seed < l->node_count; ++seed) {
        if (side[seed] <= 0 || x.island[seed] >= 0)
            continue;
        if (x.count == capacity) {
            x.size =
                arena_grow(scratch, x.size, (size_t)capacity, 2 * (size_t)capacity, sizeof *x.size);
            x.first = arena_grow(scratch, x.first, (size_t)capacity, 2 * (size_t)capacity,
                                 sizeof *x.first);
            capacity *= 2;
        }
        x.first[x.count] = seed;
        int32_t depth = 0;
        stack[depth++] = seed;
        x.island[seed] = x.count;
        while (depth > 0) {
            int32_t around[LATTICE_NEIGHBOURS];
            lattice_neighbours(l, stack[--depth], around);
            ++x.size[x.count];
            for (int i = 0; i < LATTICE_NEIGHBOURS; ++i)
                if (around[i] >= 0 && side[around[i]] > 0 && x.island[around[i]] < 0) {
                    x.island[around[i]] = x.count;
                    stack[depth++] = around[i];
                }
        }
        ++x.count;
    }
    return x;
}

static void find_pieces(labels* x, const lattice* l, const soup* s, const int32_t* triangle_piece,
                        arena* scratch) {
    x->piece = ARENA_NEW(scratch, int32_t, (size_t)x->count);
    for (int32_t i = 0; i < x->count; ++i) {
        soup_hit hit;
        bool found = soup_nearest(s, lattice_position(l, x->first[i]), INFINITY, &hit);
        x->piece[i] = found ? triangle_piece[hit.triangle] : -1;
    }
}

// Breadth first from island `from` through outside nodes; the first node of another island of the
// same piece ends it, and the way back is declared inside. `came` is -1 everywhere, before and after.
static bool bridge(lattice* l, int8_t* side, const labels* x, int32_t from, int32_t* queue,
                   int32_t* came) {
    int32_t begin = 0, end = 0, ring_end = 1, met = -1;
    queue[end++] = x->first[from];
    came[x->first[from]] = x->first[from];
    for (int step = 0; step < BRIDGE_MAX && met < 0 && begin < end; ++begin) {
        int32_t around[LATTICE_NEIGHBOURS];
        lattice_neighbours(l, queue[begin], around);
        for (int i = 0; i < LATTICE_NEIGHBOURS && met < 0; ++i) {
            int32_t n = around[i];
            if (n < 0 || came[n] >= 0)
                continue;
            came[n] = queue[begin];
            queue[end++] = n;
            int32_t island = x->island[n];
            if (island >= 0 && island != from && x->piece[island] == x->piece[from])
                met = n;
        }
        bool ring_done = begin + 1 == ring_end; // rings inside the island itself are free
        step += ring_done && x->island[queue[begin]] != from;
        ring_end = ring_done ? end : ring_end;
    }
    for (int32_t n = met, last = -1; n >= 0 && last < 0; n = came[n]) {
        l->side[n] = side[n] = LATTICE_DECLARED; // both ends too: they must not snap away
        last = x->island[n] == from ? n : -1;
    }
    while (end > 0)
        came[queue[--end]] = -1;
    return met >= 0;
}

island_report islands_connect(lattice* l, int8_t* side, const soup* s,
                              const int32_t* triangle_piece, int32_t piece_count) {
    SUPPLE_ASSERT(piece_count >= 0);
    island_report r = {0, 0, 0};
    arena* scratch = arena_create();
    int32_t* queue = ARENA_NEW(scratch, int32_t, (size_t)l->node_count);
    int32_t* came = ARENA_NEW(scratch, int32_t, (size_t)l->node_count);
    memset(came, -1, (size_t)l->node_count * sizeof *came);
    for (int round = 0; round < 8; ++round) { // each at least halves the islands of a piece
        labels x = label_islands(l, side, scratch);
        find_pieces(&x, l, s, triangle_piece, scratch);
        if (round == 0)
            r.found = x.count;
        r.alone = x.count;
        // the largest island of each piece stays; the others look for a neighbour
        int32_t* largest = ARENA_NEW(scratch, int32_t, (size_t)piece_count);
        memset(largest, -1, (size_t)piece_count * sizeof *largest);
        for (int32_t i = 0; i < x.count; ++i)
            if (x.piece[i] >= 0 &&
                (largest[x.piece[i]] < 0 || x.size[i] > x.size[largest[x.piece[i]]]))
                largest[x.piece[i]] = i;
        int32_t joined = 0;
        for (int32_t i = 0; i < x.count; ++i)
            if (x.piece[i] >= 0 && largest[x.piece[i]] != i)
                joined += bridge(l, side, &x, i, queue, came);
        if (joined == 0)
            break;
        r.connected += joined;
    }
    arena_destroy(scratch);
    return r;
}

int32_t surface_pieces(const uint32_t (*triangles)[3], int32_t triangle_count, int32_t vertex_count,
                       int32_t* triangle_piece, arena* scratch) {
    SUPPLE_ASSERT(triangle_count >= 0 && vertex_count >= 0);
    int32_t* parent = ARENA_NEW(scratch, int32_t, (size_t)vertex_count);
    int32_t* number = ARENA_NEW(scratch, int32_t, (size_t)vertex_count);
    sets_clear(parent, vertex_count);
    memset(number, -1, (size_t)vertex_count * sizeof *number);
    for (int32_t i = 0; i < triangle_count; ++i)
        for (int k = 1; k < 3; ++k)
            sets_join(parent, (int32_t)triangles[i][0], (int32_t)triangles[i][k]);
    int32_t count = 0;
    for (int32_t i = 0; i < triangle_count; ++i) {
        int32_t root = sets_find(parent, (int32_t)triangles[i][0]);
        if (number[root] < 0)
            number[root] = count++;
        triangle_piece[i] = number[root];
    }
    return count;
}
