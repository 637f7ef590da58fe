// SPDX-License-Identifier: MIT
#include "mpi/share.h"

#include "mpi/call.h"
#include "mpi/ranks.h"

#include <petscmat.h>
#include <string.h>

enum { TAG = 30 };

// ---- which rank has which row ----------------------------------------------------------

// The graph without its diagonal, in memory that the matrix gives back.
static Mat adjacency(const sparse* graph) {
    PetscInt *start, *column;
    int64_t edges = graph->start[graph->rows] - graph->rows, count = 0;
    RANKS_CALL(PetscMalloc1((size_t)graph->rows + 1, &start));
    RANKS_CALL(PetscMalloc1((size_t)edges + 1, &column));
    for (int32_t row = 0; row < graph->rows; ++row) {
        start[row] = (PetscInt)count;
        for (int64_t i = graph->start[row]; i < graph->start[row + 1]; ++i)
            if (graph->column[i] != row)
                column[count++] = graph->column[i];
    }
    start[graph->rows] = (PetscInt)count;
    Mat a;
    RANKS_CALL(MatCreateMPIAdj(PETSC_COMM_SELF, graph->rows, graph->rows, start, column, NULL, &a));
    return a;
}

static void cut(const sparse* graph, int ranks, int32_t* part) {
    Mat a = adjacency(graph);
    MatPartitioning how;
    IS parts;
    const PetscInt* of;
    RANKS_CALL(MatPartitioningCreate(PETSC_COMM_SELF, &how));
    RANKS_CALL(MatPartitioningSetAdjacency(how, a));
    RANKS_CALL(MatPartitioningSetType(how, MATPARTITIONINGPTSCOTCH));
    RANKS_CALL(MatPartitioningSetNParts(how, ranks));
    RANKS_CALL(MatPartitioningApply(how, &parts));
    RANKS_CALL(ISGetIndices(parts, &of));
    for (int32_t i = 0; i < graph->rows; ++i)
        part[i] = (int32_t)of[i];
    RANKS_CALL(ISRestoreIndices(parts, &of));
    RANKS_CALL(ISDestroy(&parts));
    RANKS_CALL(MatPartitioningDestroy(&how));
    RANKS_CALL(MatDestroy(&a));
}

void share_order(const sparse* graph, int ranks, int32_t* slot, int32_t* first, arena* scratch) {
    int32_t* part = ARENA_NEW(scratch, int32_t, (size_t)graph->rows);
    if (ranks > 1)
        cut(graph, ranks, part);
    memset(first, 0, ((size_t)ranks + 1) * sizeof *first);
    for (int32_t i = 0; i < graph->rows; ++i)
        ++first[part[i] + 1];
    for (int r = 0; r < ranks; ++r)
        first[r + 1] += first[r];
    int32_t* next = ARENA_NEW(scratch, int32_t, (size_t)ranks);
    memcpy(next, first, (size_t)ranks * sizeof *next);
    for (int32_t i = 0; i < graph->rows; ++i)
        slot[i] = next[part[i]]++;
}

// ---- one rank's elements ---------------------------------------------------------------

// Which elements touch rows first to end; returns how many.
static int32_t find_elements(const eigen_elements* from, const int32_t* slot, int32_t first,
                             int32_t end, int32_t* chosen) {
    const tets* t = from->tets;
    int32_t count = 0;
    for (int32_t i = 0; i < t->tet_count; ++i) {
        bool touches = false;
        for (int32_t k = 0; k < t->width && !touches; ++k) {
            int32_t row = from->row[t->elements[(size_t)i * (size_t)t->width + (size_t)k]];
            touches = row >= 0 && slot[row] >= first && slot[row] < end;
        }
        if (touches)
            chosen[count++] = i;
    }
    return count;
}

static void make_room(share* s, bool filled, bool rules, arena* memory) {
    tets* t = &s->tets;
    size_t count = (size_t)t->tet_count, nodes = (size_t)t->node_count;
    t->nodes = ARENA_NEW(memory, vec3, nodes);
    t->elements = ARENA_NEW(memory, int32_t, count * (size_t)t->width);
    t->filled_or_null = filled ? ARENA_NEW(memory, double, count) : NULL;
    t->rules_or_null = rules ? ARENA_NEW(memory, tet_rule, count) : NULL;
    s->materials = ARENA_NEW(memory, material, count);
    s->row = ARENA_NEW(memory, int32_t, nodes);
}

// Numbers the nodes of chosen elements in order of first use, [node_count], -1: not used; returns how many.
static int32_t number_nodes(const tets* t, const int32_t* chosen, int32_t count, int32_t* number) {
    int32_t nodes = 0;
    memset(number, -1, (size_t)t->node_count * sizeof *number);
    for (int32_t i = 0; i < count; ++i)
        for (int32_t k = 0; k < t->width; ++k) {
            int32_t* n = &number[t->elements[(size_t)chosen[i] * (size_t)t->width + (size_t)k]];
            *n = *n < 0 ? nodes++ : *n;
        }
    return nodes;
}

static share take(const eigen_elements* from, const int32_t* slot, const int32_t* first, int rank,
                  int ranks, arena* memory) {
    const tets* t = from->tets;
    arena* scratch = arena_create();
    int32_t *chosen = ARENA_NEW(scratch, int32_t, (size_t)t->tet_count),
            *number = ARENA_NEW(scratch, int32_t, (size_t)t->node_count);
    int32_t count = find_elements(from, slot, first[rank], first[rank + 1], chosen);
    share s = {.tets = {.tet_count = count,
                        .node_count = number_nodes(t, chosen, count, number),
                        .width = t->width},
               .rule = from->rule,
               .first = first[rank],
               .rows = first[rank + 1] - first[rank],
               .all = first[ranks]};
    make_room(&s, t->filled_or_null != NULL, t->rules_or_null != NULL, memory);
    for (int32_t i = 0; i < t->node_count; ++i)
        if (number[i] >= 0) {
            s.tets.nodes[number[i]] = t->nodes[i];
            s.row[number[i]] = from->row[i] >= 0 ? slot[from->row[i]] : -1;
        }
    for (int32_t i = 0; i < count; ++i) {
        for (int32_t k = 0; k < t->width; ++k)
            s.tets.elements[(size_t)i * (size_t)t->width + (size_t)k] =
                number[t->elements[(size_t)chosen[i] * (size_t)t->width + (size_t)k]];
        s.materials[i] = from->materials[chosen[i]];
        if (s.tets.filled_or_null != NULL)
            s.tets.filled_or_null[i] = t->filled_or_null[chosen[i]];
        if (s.tets.rules_or_null != NULL)
            s.tets.rules_or_null[i] = t->rules_or_null[chosen[i]];
    }
    arena_destroy(scratch);
    return s;
}

// ---- from the leader to the others -----------------------------------------------------

typedef struct opening {
    int32_t tet_count, node_count, width, rule, first, rows, all, filled, rules;
} opening;

// Both ends pass the same list; items rather than bytes, whose count would not fit an int.
static void pass(void* data, size_t count, size_t size, int to) {
    MPI_Datatype item;
    MPI_Type_contiguous((int)size, MPI_BYTE, &item);
    MPI_Type_commit(&item);
    if (to > 0)
        MPI_Send(data, (int)count, item, to, TAG, PETSC_COMM_WORLD);
    else
        MPI_Recv(data, (int)count, item, 0, TAG, PETSC_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Type_free(&item);
}

// to: a rank; 0: from the leader
static void pass_arrays(share* s, int to) {
    tets* t = &s->tets;
    size_t count = (size_t)t->tet_count, nodes = (size_t)t->node_count;
    pass(t->nodes, nodes, sizeof *t->nodes, to);
    pass(t->elements, count * (size_t)t->width, sizeof *t->elements, to);
    pass(s->materials, count, sizeof *s->materials, to);
    pass(s->row, nodes, sizeof *s->row, to);
    if (t->filled_or_null != NULL)
        pass(t->filled_or_null, count, sizeof *t->filled_or_null, to);
    if (t->rules_or_null != NULL)
        pass(t->rules_or_null, count, sizeof *t->rules_or_null, to);
}

static void send(share* s, int to) {
    opening o = {s->tets.tet_count,
                 s->tets.node_count,
                 s->tets.width,
                 (int32_t)s->rule,
                 s->first,
                 s->rows,
                 s->all,
                 s->tets.filled_or_null != NULL,
                 s->tets.rules_or_null != NULL};
    pass(&o, 1, sizeof o, to);
    pass_arrays(s, to);
}

share share_out(const eigen_elements* from, const int32_t* slot, const int32_t* first,
                arena* memory) {
    int ranks = ranks_count();
    for (int rank = 1; rank < ranks; ++rank) {
        arena* scratch = arena_create();
        share s = take(from, slot, first, rank, ranks, scratch);
        send(&s, rank);
        arena_destroy(scratch);
    }
    return take(from, slot, first, 0, ranks, memory);
}

share share_receive(arena* memory) {
    opening o;
    pass(&o, 1, sizeof o, 0);
    share s = {.tets = {.tet_count = o.tet_count, .node_count = o.node_count, .width = o.width},
               .rule = (element_mass_rule)o.rule,
               .first = o.first,
               .rows = o.rows,
               .all = o.all};
    make_room(&s, o.filled, o.rules, memory);
    pass_arrays(&s, 0);
    return s;
}
