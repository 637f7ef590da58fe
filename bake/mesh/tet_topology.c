// Faces meet in lists by their smallest node; a face seen before joins its two tets.
// SPDX-License-Identifier: MIT
#include "bake/mesh/tet_topology.h"

#include "bake/base/assert.h"

#include <string.h>

typedef struct face {
    int32_t middle, high; // sorted; the smallest node is the list's
    int32_t owner;        // 4 * tet + corner opposite; -1 when both sides are found
    int32_t next;
} face;

static void sort3(int32_t* a, int32_t* b, int32_t* c) {
    int32_t low = *a < *b ? *a : *b, high = *a < *b ? *b : *a;
    int32_t x = *c;
    *a = x < low ? x : low;
    *c = x > high ? x : high;
    *b = x < low ? low : x > high ? high : x;
}

static void match_faces(const tets* t, tet_topology* o, arena* scratch) {
    size_t face_max = 4 * (size_t)t->tet_count;
    int32_t* head = ARENA_NEW(scratch, int32_t, (size_t)t->node_count);
    face* faces = ARENA_NEW(scratch, face, face_max);
    int32_t count = 0;
    memset(head, -1, (size_t)t->node_count * sizeof *head);
    for (int32_t i = 0; i < t->tet_count; ++i) {
        const int32_t* e = t->elements + (size_t)i * t->width;
        for (int k = 0; k < 4; ++k) {
            int32_t a = e[tet_face[k][0]], b = e[tet_face[k][1]], c = e[tet_face[k][2]];
            sort3(&a, &b, &c);
            int32_t f = head[a];
            while (f >= 0 && (faces[f].middle != b || faces[f].high != c))
                f = faces[f].next;
            if (f < 0) {
                faces[count] = (face){b, c, 4 * i + k, head[a]};
                head[a] = count++;
            } else if (faces[f].owner < 0) {
                ++o->overfull_faces;
            } else {
                o->neighbour[4 * (size_t)i + k] = faces[f].owner / 4;
                o->neighbour[faces[f].owner] = i;
                faces[f].owner = -1;
            }
        }
    }
}

static void collect_boundary(const tets* t, tet_topology* o, arena* memory) {
    for (size_t i = 0; i < 4 * (size_t)t->tet_count; ++i)
        o->boundary_count += o->neighbour[i] < 0;
    o->boundary = arena_alloc(memory, (size_t)o->boundary_count, sizeof *o->boundary);
    o->boundary_tet = ARENA_NEW(memory, int32_t, (size_t)o->boundary_count);
    int32_t n = 0;
    for (int32_t i = 0; i < t->tet_count; ++i)
        for (int k = 0; k < 4; ++k) {
            if (o->neighbour[4 * (size_t)i + k] >= 0)
                continue;
            for (int c = 0; c < 3; ++c)
                o->boundary[n][c] = (uint32_t)t->elements[(size_t)i * t->width + tet_face[k][c]];
            o->boundary_tet[n++] = i;
        }
}

static void number_pieces(const tets* t, tet_topology* o, arena* memory, arena* scratch) {
    o->piece = ARENA_NEW(memory, int32_t, (size_t)t->tet_count);
    memset(o->piece, -1, (size_t)t->tet_count * sizeof *o->piece);
    int32_t* stack = ARENA_NEW(scratch, int32_t, (size_t)t->tet_count);
    for (int32_t seed = 0; seed < t->tet_count; ++seed) {
        if (o->piece[seed] >= 0)
            continue;
        int32_t depth = 0;
        stack[depth++] = seed;
        o->piece[seed] = o->piece_count;
        while (depth > 0) {
            const int32_t* beside = o->neighbour + 4 * (size_t)stack[--depth];
            for (int k = 0; k < 4; ++k)
                if (beside[k] >= 0 && o->piece[beside[k]] < 0) {
                    o->piece[beside[k]] = o->piece_count;
                    stack[depth++] = beside[k];
                }
        }
        ++o->piece_count;
    }
    o->piece_volume = ARENA_NEW(memory, double, (size_t)o->piece_count);
    for (int32_t i = 0; i < t->tet_count; ++i) {
        const int32_t* e = t->elements + (size_t)i * t->width;
        o->piece_volume[o->piece[i]] +=
            tet_volume(t->nodes[e[0]], t->nodes[e[1]], t->nodes[e[2]], t->nodes[e[3]]);
    }
}

tet_topology tets_topology(const tets* t, arena* memory) {
    SUPPLE_ASSERT((t->width == 4 || t->width == 10));
    arena* scratch = arena_create();
    tet_topology o = {.neighbour = ARENA_NEW(memory, int32_t, 4 * (size_t)t->tet_count)};
    memset(o.neighbour, -1, 4 * (size_t)t->tet_count * sizeof *o.neighbour);
    match_faces(t, &o, scratch);
    collect_boundary(t, &o, memory);
    number_pieces(t, &o, memory, scratch);
    arena_destroy(scratch);
    return o;
}

tets tets_keep(const tets* t, const uint8_t* keep, arena* memory) {
    SUPPLE_ASSERT(keep != NULL);
    tets q = *t;
    int32_t* number = ARENA_NEW(memory, int32_t, (size_t)t->node_count);
    memset(number, -1, (size_t)t->node_count * sizeof *number);
    q.nodes = ARENA_NEW(memory, vec3, (size_t)t->node_count);
    q.elements = ARENA_NEW(memory, int32_t, (size_t)t->tet_count * t->width);
    if (t->element_region_or_null != NULL)
        q.element_region_or_null = ARENA_NEW(memory, int32_t, (size_t)t->tet_count);
    if (t->node_source_or_null != NULL)
        q.node_source_or_null = ARENA_NEW(memory, int32_t, (size_t)t->node_count);
    if (t->filled_or_null != NULL)
        q.filled_or_null = ARENA_NEW(memory, double, (size_t)t->tet_count);
    if (t->uncut_or_null != NULL)
        q.uncut_or_null = ARENA_NEW(memory, uint8_t, (size_t)t->tet_count);
    if (t->rules_or_null != NULL)
        q.rules_or_null = ARENA_NEW(memory, tet_rule, (size_t)t->tet_count);
    if (t->tied_or_null != NULL)
        q.tied_or_null = ARENA_NEW(memory, uint8_t, (size_t)t->tet_count);
    q.node_count = q.tet_count = 0;
    for (int32_t i = 0; i < t->tet_count; ++i) {
        if (!keep[i])
            continue;
        for (int k = 0; k < t->width; ++k) {
            int32_t from = t->elements[(size_t)i * t->width + k];
            if (number[from] < 0) {
                number[from] = q.node_count;
                if (t->node_source_or_null != NULL)
                    q.node_source_or_null[q.node_count] = t->node_source_or_null[from];
                q.nodes[q.node_count++] = t->nodes[from];
            }
            q.elements[(size_t)q.tet_count * t->width + k] = number[from];
        }
        if (t->element_region_or_null != NULL)
            q.element_region_or_null[q.tet_count] = t->element_region_or_null[i];
        if (t->filled_or_null != NULL)
            q.filled_or_null[q.tet_count] = t->filled_or_null[i];
        if (t->uncut_or_null != NULL)
            q.uncut_or_null[q.tet_count] = t->uncut_or_null[i];
        if (t->rules_or_null != NULL)
            q.rules_or_null[q.tet_count] = t->rules_or_null[i];
        if (t->tied_or_null != NULL)
            q.tied_or_null[q.tet_count] = t->tied_or_null[i];
        ++q.tet_count;
    }
    return q;
}

void tets_surface_nodes(const tets* t, const tet_topology* shape, uint8_t* on) {
    SUPPLE_ASSERT(on != NULL);
    for (int32_t i = 0; i < t->tet_count; ++i)
        for (int away = 0; away < 4; ++away) {
            if (shape->neighbour[4 * (size_t)i + (size_t)away] >= 0)
                continue;
            const int32_t* e = t->elements + (size_t)i * (size_t)t->width;
            for (int k = 0; k < t->width; ++k)
                if (k < 4 ? k != away : tet_edge[k - 4][0] != away && tet_edge[k - 4][1] != away)
                    on[e[k]] = 1;
        }
}
