// Tables and sums over elements, and T4 to T10.
// SPDX-License-Identifier: MIT
#include "bake/mesh/tets.h"

#include "bake/base/assert.h"

#include <string.h>

const int tet_edge[6][2] = {{0, 1}, {1, 2}, {0, 2}, {0, 3}, {1, 3}, {2, 3}};
const int tet_face[4][3] = {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};

double tet_volume(vec3 a, vec3 b, vec3 c, vec3 d) {
    return v3_dot(v3_cross(v3_sub(b, a), v3_sub(c, a)), v3_sub(d, a)) / 6.0;
}

double tets_volume(const tets* t) {
    double sum = 0.0;
    for (int32_t i = 0; i < t->tet_count; ++i) {
        const int32_t* e = t->elements + (size_t)i * t->width;
        sum += tet_volume(t->nodes[e[0]], t->nodes[e[1]], t->nodes[e[2]], t->nodes[e[3]]);
    }
    return sum;
}

double tets_content(const tets* t) {
    double sum = 0.0;
    for (int32_t i = 0; i < t->tet_count; ++i) {
        const int32_t* e = t->elements + (size_t)i * t->width;
        sum += tets_filled(t, i) *
               tet_volume(t->nodes[e[0]], t->nodes[e[1]], t->nodes[e[2]], t->nodes[e[3]]);
    }
    return sum;
}

// Edges by their smaller corner: a chain of (larger corner, mid node) for each.
typedef struct edge_table {
    int32_t* head; // [node_count] first link, or -1
    int32_t* other;
    int32_t* middle;
    int32_t* next;
    int32_t count;
} edge_table;

static int32_t middle_of(edge_table* table, int32_t a, int32_t b, int32_t* node_count) {
    int32_t low = a < b ? a : b, high = a < b ? b : a;
    for (int32_t k = table->head[low]; k >= 0; k = table->next[k])
        if (table->other[k] == high)
            return table->middle[k];
    int32_t k = table->count++;
    table->other[k] = high;
    table->middle[k] = (*node_count)++;
    table->next[k] = table->head[low];
    table->head[low] = k;
    return table->middle[k];
}

tets tets_promote(const tets* t, arena* memory) {
    SUPPLE_ASSERT(t->width == 4 || t->width == 10);
    if (t->width == 10)
        return *t;
    size_t most = 6 * (size_t)t->tet_count; // edges, if none were shared
    arena* scratch = arena_create();
    edge_table table = {.head = ARENA_NEW(scratch, int32_t, (size_t)t->node_count),
                        .other = ARENA_NEW(scratch, int32_t, most),
                        .middle = ARENA_NEW(scratch, int32_t, most),
                        .next = ARENA_NEW(scratch, int32_t, most)};
    memset(table.head, -1, (size_t)t->node_count * sizeof *table.head);

    tets q = *t;
    q.width = 10;
    q.elements = ARENA_NEW(memory, int32_t, 10 * (size_t)t->tet_count);
    for (int32_t i = 0; i < t->tet_count; ++i) {
        const int32_t* from = t->elements + 4 * (size_t)i;
        int32_t* to = q.elements + 10 * (size_t)i;
        memcpy(to, from, 4 * sizeof *to);
        for (int e = 0; e < 6; ++e)
            to[4 + e] =
                middle_of(&table, from[tet_edge[e][0]], from[tet_edge[e][1]], &q.node_count);
    }

    q.nodes = ARENA_NEW(memory, vec3, (size_t)q.node_count);
    if (t->node_count > 0)
        memcpy(q.nodes, t->nodes, (size_t)t->node_count * sizeof *q.nodes);
    for (int32_t a = 0; a < t->node_count; ++a)
        for (int32_t k = table.head[a]; k >= 0; k = table.next[k])
            q.nodes[table.middle[k]] = v3_lerp(t->nodes[a], t->nodes[table.other[k]], 0.5);
    if (t->node_source_or_null != NULL) {
        q.node_source_or_null = ARENA_NEW(memory, int32_t, (size_t)q.node_count);
        memset(q.node_source_or_null, -1, (size_t)q.node_count * sizeof(int32_t));
        memcpy(q.node_source_or_null, t->node_source_or_null,
               (size_t)t->node_count * sizeof(int32_t));
    }
    arena_destroy(scratch);
    return q;
}
