// Equal positions by a hash table; near ones by a hash grid and union-find.
//
// The grid's cells are four tolerances wide, so a vertex has to look into 3.4 cells on average (a
// cell of one tolerance: 27). Joins keep the lowest index as root and welded vertices are numbered
// by first appearance, so nothing depends on the order of the table.
// SPDX-License-Identifier: MIT
#include "bake/mesh/weld.h"

#include "bake/base/assert.h"
#include "bake/base/sets.h"

#include <string.h>

typedef struct cell {
    int64_t x, y, z;
    int32_t first;  // vertex, or -1: the slot is free
    int32_t joined; // 1 while all vertices of the cell are in one set: one hit then speaks for all
} cell;

typedef struct grid {
    double per_unit; // cells
    cell* cells;
    int32_t* next; // [vertex_count] the next vertex of the same cell, or -1
    uint32_t mask;
} grid;

static uint64_t mix(uint64_t h, uint64_t value) {
    h = (h ^ value) * 0x9e3779b97f4a7c15u;
    return h ^ (h >> 32);
}

static uint64_t bits_of(double x) {
    uint64_t bits;
    x += 0.0; // -0 becomes +0
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

// A power of two, at least twice `count`.
static uint32_t table_size(int32_t count) {
    uint32_t size = 16;
    while (size / 2 < (uint32_t)count)
        size *= 2;
    return size;
}

// root[i] becomes the first vertex at exactly the place of i.
static void join_equal(const vec3* p, int32_t count, int32_t* root, arena* scratch) {
    uint32_t mask = table_size(count) - 1;
    int32_t* table = ARENA_NEW(scratch, int32_t, (size_t)mask + 1); // vertex + 1, or 0
    for (int32_t i = 0; i < count; ++i) {
        uint64_t h = mix(mix(mix(0, bits_of(p[i].x)), bits_of(p[i].y)), bits_of(p[i].z));
        uint32_t slot = (uint32_t)h & mask;
        while (table[slot] != 0) {
            vec3 q = p[table[slot] - 1];
            if (q.x == p[i].x && q.y == p[i].y && q.z == p[i].z)
                break;
            slot = (slot + 1) & mask;
        }
        if (table[slot] == 0)
            table[slot] = i + 1;
        root[i] = table[slot] - 1;
    }
}

// Beyond 2^62 cells the grid has one last cell: slower, still right, distances are measured.
static int64_t cell_index(double x) {
    const double limit = 0x1p62;
    double f = floor(x);
    return (int64_t)(f < -limit ? -limit : f < limit ? f : limit);
}

// The slot of a cell, or the free slot where it belongs.
static cell* find_cell(const grid* g, int64_t x, int64_t y, int64_t z) {
    uint64_t h = mix(mix(mix(0, (uint64_t)x), (uint64_t)y), (uint64_t)z);
    uint32_t slot = (uint32_t)h & g->mask;
    for (;; slot = (slot + 1) & g->mask) {
        cell* c = &g->cells[slot];
        if (c->first < 0 || (c->x == x && c->y == y && c->z == z))
            return c;
    }
}

static void join_with_cell(const grid* g, const cell* c, const vec3* p, int32_t i, double tolerance,
                           int32_t* root) {
    if (c->joined && sets_find(root, c->first) == sets_find(root, i))
        return;
    for (int32_t k = c->first; k >= 0; k = g->next[k])
        if (v3_distance(p[i], p[k]) <= tolerance) {
            sets_join(root, i, k);
            if (c->joined)
                return;
        }
}

static void join_near(const vec3* p, int32_t count, double tolerance, int32_t* root,
                      arena* scratch) {
    grid g = {.per_unit = 1.0 / (4.0 * tolerance), .mask = table_size(count) - 1};
    g.cells = ARENA_NEW(scratch, cell, (size_t)g.mask + 1);
    g.next = ARENA_NEW(scratch, int32_t, (size_t)count);
    for (uint32_t i = 0; i <= g.mask; ++i)
        g.cells[i].first = -1;

    double more = 1.000001 * tolerance; // rounding must not hide a cell
    vec3 reach = v3(more, more, more);
    for (int32_t i = 0; i < count; ++i) {
        if (root[i] != i) // joined by equality: its root speaks for it
            continue;
        vec3 low = v3_scale(v3_sub(p[i], reach), g.per_unit);
        vec3 high = v3_scale(v3_add(p[i], reach), g.per_unit);
        for (int64_t x = cell_index(low.x); x <= cell_index(high.x); ++x)
            for (int64_t y = cell_index(low.y); y <= cell_index(high.y); ++y)
                for (int64_t z = cell_index(low.z); z <= cell_index(high.z); ++z) {
                    const cell* c = find_cell(&g, x, y, z);
                    if (c->first >= 0)
                        join_with_cell(&g, c, p, i, tolerance, root);
                }
        vec3 at = v3_scale(p[i], g.per_unit);
        int64_t x = cell_index(at.x), y = cell_index(at.y), z = cell_index(at.z);
        cell* home = find_cell(&g, x, y, z);
        bool joined =
            home->first < 0 || (home->joined && sets_find(root, home->first) == sets_find(root, i));
        g.next[i] = home->first;
        *home = (cell){x, y, z, i, joined};
    }
}

weld weld_positions(const vec3* positions, int32_t vertex_count, double tolerance, arena* memory) {
    SUPPLE_ASSERT(vertex_count <= 1 << 29 && tolerance >= 0.0 && isfinite(tolerance));
    arena* scratch = arena_create();
    size_t n = (size_t)vertex_count;
    int32_t* root = ARENA_NEW(scratch, int32_t, n);
    join_equal(positions, vertex_count, root, scratch);
    if (isfinite(1.0 / (4.0 * tolerance))) // a tolerance below that reaches nobody
        join_near(positions, vertex_count, tolerance, root, scratch);

    // roots are first in their set, so they are numbered before anyone asks for their number
    weld w = {.count = 0, .welded = ARENA_NEW(memory, int32_t, n)};
    for (int32_t i = 0; i < vertex_count; ++i) {
        int32_t r = sets_find(root, i);
        w.welded[i] = r == i ? w.count++ : w.welded[r];
    }
    w.first = ARENA_NEW(memory, int32_t, (size_t)w.count);
    w.positions = ARENA_NEW(memory, vec3, (size_t)w.count);
    for (int32_t i = vertex_count - 1; i >= 0; --i)
        w.first[w.welded[i]] = i;
    for (int32_t i = 0; i < w.count; ++i)
        w.positions[i] = positions[w.first[i]];
    arena_destroy(scratch);
    return w;
}

int32_t weld_triangles(const weld* w, const uint32_t (*triangles)[3], int32_t triangle_count,
                       uint32_t (*out)[3]) {
    SUPPLE_ASSERT(triangle_count >= 0);
    int32_t kept = 0;
    for (int32_t i = 0; i < triangle_count; ++i) {
        uint32_t t[3];
        for (int k = 0; k < 3; ++k)
            t[k] = (uint32_t)w->welded[triangles[i][k]];
        if (t[0] != t[1] && t[1] != t[2] && t[2] != t[0])
            memcpy(out[kept++], t, sizeof t);
    }
    return kept;
}
