// Half edges sorted by their nodes, so that the two of an edge stand together.
// SPDX-License-Identifier: MIT
#include "bake/dynamics/shell_edges.h"

#include <stdlib.h>

typedef struct half_edge {
    int32_t low, high, triangle, corner; // corner: the one opposite
    bool forward;                        // from low to high
} half_edge;

static int by_nodes(const void* p, const void* q) {
    const half_edge *a = p, *b = q;
    const int32_t x[4] = {a->low, a->high, a->triangle, a->corner};
    const int32_t y[4] = {b->low, b->high, b->triangle, b->corner};
    for (int i = 0; i < 4; ++i)
        if (x[i] != y[i])
            return x[i] < y[i] ? -1 : 1;
    return 0;
}

static half_edge* sorted_edges(const shell* s, arena* memory) {
    size_t count = 3 * (size_t)s->triangle_count;
    half_edge* all = ARENA_NEW(memory, half_edge, count);
    for (size_t i = 0; i < count; ++i) {
        const int32_t* t = s->triangles + i / 3 * 3;
        int32_t from = t[(i + 1) % 3], to = t[(i + 2) % 3];
        all[i] = (half_edge){from < to ? from : to, from < to ? to : from, (int32_t)(i / 3),
                             (int32_t)(i % 3), from < to};
    }
    qsort(all, count, sizeof *all, by_nodes); // no two are alike
    return all;
}

// How many from `at` on are of the same edge.
static int64_t alike(const half_edge* all, int64_t at, int64_t count) {
    int64_t end = at + 1;
    while (end < count && all[end].low == all[at].low && all[end].high == all[at].high)
        ++end;
    return end - at;
}

static void join(const shell* s, const half_edge* from, const half_edge* to, shell_across* across) {
    across[from->triangle].triangle[from->corner] = to->triangle;
    across[from->triangle].node[from->corner] =
        s->triangles[3 * (size_t)to->triangle + (size_t)to->corner];
}

shell_across* shell_edges(const shell* s, arena* memory) {
    int64_t count = 3 * (int64_t)s->triangle_count;
    shell_across* across = ARENA_NEW(memory, shell_across, (size_t)s->triangle_count);
    for (int32_t i = 0; i < s->triangle_count; ++i)
        for (int k = 0; k < 3; ++k)
            across[i].triangle[k] = across[i].node[k] = -1;
    arena* scratch = arena_create();
    half_edge* all = sorted_edges(s, scratch);
    for (int64_t i = 0, n; i < count; i += n) {
        n = alike(all, i, count);
        if (n != 2 || all[i].forward == all[i + 1].forward)
            continue;
        join(s, &all[i], &all[i + 1], across);
        join(s, &all[i + 1], &all[i], across);
    }
    arena_destroy(scratch);
    return across;
}

bool shell_edge_fault(const shell* s, shell_fault* out, arena* scratch) {
    int64_t count = 3 * (int64_t)s->triangle_count;
    half_edge* all = sorted_edges(s, scratch);
    for (int64_t i = 0, n; i < count; i += n) {
        n = alike(all, i, count);
        if (n == 1 || (n == 2 && all[i].forward != all[i + 1].forward))
            continue;
        *out =
            (shell_fault){{all[i].low, all[i].high}, {all[i].triangle, all[i + 1].triangle}, n > 2};
        return true;
    }
    return false;
}
