// Fields to vertices, the term's answers back to nodes.
// SPDX-License-Identifier: MIT
#include "bake/simulate/carried_term.h"

#include "bake/base/assert.h"
#include "bake/base/parallel.h"

#include <stdlib.h>
#include <string.h>

enum { ROW_PARTS = 4 }; // of a matrix, one a thread

// Nodes that meet because vertices do, as the term's pattern was last told.
typedef struct meeting {
    arena* memory; // NULL: none yet
    int64_t version;
    int32_t (*pairs)[2]; // of nodes, each once
    int32_t count;
} meeting;

struct carried_term {
    energy_term of;
    carried vertices;
    int32_t node_count;
    int threads;
    int32_t* carrier;              // [vertices.count] vertices of one carrier have the same nodes
    int32_t* first_of;             // [carriers] a vertex of each
    double *u, *v, *along, *force; // [3 * vertices.count]
    uint8_t* struck;               // [vertices.count]
    meeting near, wide;
    arena* own_memory; // of the matrix over vertices
    int64_t own_version;
    sparse own;
    int64_t version;
};

// ---- fields ----------------------------------------------------------------------------

static energy_place place_at(carried_term* t, const energy_place* at) {
    energy_place inner = *at;
    carried_field(&t->vertices, at->u, t->u);
    inner.u = t->u;
    if (at->v != NULL) {
        carried_field(&t->vertices, at->v, t->v);
        inner.v = t->v;
    }
    return inner;
}

// J^T of what the term pushes vertices with.
static void to_nodes(const carried_term* t, double* out) {
    const carried* c = &t->vertices;
    memset(out, 0, 3 * (size_t)t->node_count * sizeof *out);
    for (int32_t i = 0; i < c->count; ++i) {
        const double* f = t->force + 3 * (size_t)i;
        if (f[0] == 0.0 && f[1] == 0.0 && f[2] == 0.0)
            continue;
        for (int64_t k = c->first[i]; k < c->first[i + 1]; ++k)
            for (size_t axis = 0; axis < 3; ++axis)
                out[3 * (size_t)c->nodes[k] + axis] += c->weights[k] * f[axis];
    }
}

// ---- pattern ---------------------------------------------------------------------------

static int by_value(const void* a, const void* b) {
    uint64_t x = *(const uint64_t*)a, y = *(const uint64_t*)b;
    return x < y ? -1 : x > y;
}

static int64_t keep_once(uint64_t* keys, int64_t count) {
    int64_t kept = 0;
    qsort(keys, (size_t)count, sizeof *keys, by_value);
    for (int64_t i = 0; i < count; ++i)
        if (i == 0 || keys[i] != keys[kept - 1])
            keys[kept++] = keys[i];
    return kept;
}

static uint64_t key_of(int32_t a, int32_t b) {
    return (uint64_t)(a < b ? a : b) << 32 | (uint64_t)(a < b ? b : a);
}

// Carriers that meet in the mesh, each pair once.
static uint64_t* carriers_that_meet(const carried_term* t, const sparse_mesh* mesh, int64_t* count,
                                    arena* memory) {
    int64_t each = (int64_t)mesh->used * (mesh->used + 1) / 2;
    uint64_t* keys = ARENA_NEW(memory, uint64_t, (size_t)(each * mesh->element_count) + 1);
    *count = 0;
    for (int64_t e = 0; e < mesh->element_count; ++e) {
        const int32_t* v = mesh->elements + e * mesh->width;
        for (int32_t i = 0; i < mesh->used; ++i)
            for (int32_t k = 0; k <= i; ++k)
                keys[(*count)++] = key_of(t->carrier[v[i]], t->carrier[v[k]]);
    }
    *count = keep_once(keys, *count);
    return keys;
}

static void nodes_that_meet(const carried_term* t, const sparse_mesh* mesh, meeting* out) {
    const carried* c = &t->vertices;
    arena* scratch = arena_create();
    int64_t met, count = 0, room = 0;
    uint64_t* carriers = carriers_that_meet(t, mesh, &met, scratch);
    for (int pass = 0; pass < 2; ++pass) {
        uint64_t* keys = pass == 1 ? ARENA_NEW(scratch, uint64_t, (size_t)room + 1) : NULL;
        for (int64_t m = 0; m < met; ++m) {
            int32_t a = t->first_of[carriers[m] >> 32], b = t->first_of[(uint32_t)carriers[m]];
            int64_t each = (c->first[a + 1] - c->first[a]) * (c->first[b + 1] - c->first[b]);
            room += pass == 0 ? each : 0;
            for (int64_t i = c->first[a]; pass == 1 && i < c->first[a + 1]; ++i)
                for (int64_t k = c->first[b]; k < c->first[b + 1]; ++k)
                    keys[count++] = key_of(c->nodes[i], c->nodes[k]);
        }
        if (pass == 0)
            continue;
        out->count = (int32_t)keep_once(keys, count);
        out->pairs = arena_alloc(out->memory, (size_t)out->count + 1, sizeof *out->pairs);
        for (int32_t i = 0; i < out->count; ++i) {
            out->pairs[i][0] = (int32_t)(keys[i] >> 32);
            out->pairs[i][1] = (int32_t)(uint32_t)keys[i];
        }
    }
    arena_destroy(scratch);
}

static sparse_mesh mesh_of(const carried_term* t, const meeting* m) {
    return (sparse_mesh){m->pairs[0], m->count, 2, 2, t->node_count};
}

static energy_pattern term_pattern(void* data, const energy_place* at) {
    carried_term* t = data;
    energy_place inner = place_at(t, at);
    energy_pattern p = t->of.pattern(t->of.data, &inner);
    if (t->near.memory == NULL || t->near.version != p.version) {
        meeting now = {.memory = arena_create(), .version = p.version};
        nodes_that_meet(t, &p.mesh, &now);
        bool same = t->near.memory != NULL && now.count == t->near.count &&
                    memcmp(now.pairs, t->near.pairs, (size_t)now.count * sizeof *now.pairs) == 0;
        t->version += !same;
        arena_destroy(t->near.memory);
        t->near = now;
    }
    return (energy_pattern){mesh_of(t, &t->near), t->version};
}

static energy_pattern term_wide_pattern(void* data, const energy_place* at) {
    carried_term* t = data;
    energy_place inner = place_at(t, at);
    energy_pattern p = t->of.wide_pattern(t->of.data, &inner);
    arena_destroy(t->wide.memory);
    t->wide = (meeting){.memory = arena_create()};
    nodes_that_meet(t, &p.mesh, &t->wide);
    return (energy_pattern){.mesh = mesh_of(t, &t->wide)};
}

// ---- matrix ----------------------------------------------------------------------------

typedef struct matrix_job {
    const carried_term* t;
    sparse* out;
} matrix_job;

static double* block_at(sparse* a, int32_t row, int32_t column) {
    int64_t low = a->start[row], high = a->start[row + 1];
    while (low < high) {
        int64_t middle = (low + high) / 2;
        if (a->column[middle] < column)
            low = middle + 1;
        else
            high = middle;
    }
    SUPPLE_ASSERT(low < a->start[row + 1] && a->column[low] == column);
    return a->value + 9 * low;
}

// What row i of the vertices gives to rows of nodes from low to high.
static void add_row(const matrix_job* j, int32_t i, int32_t low, int32_t high) {
    const carried* c = &j->t->vertices;
    const sparse* own = &j->t->own;
    for (int64_t p = c->first[i]; p < c->first[i + 1]; ++p) {
        if (c->nodes[p] < low || c->nodes[p] >= high)
            continue;
        for (int64_t b = own->start[i]; b < own->start[i + 1]; ++b) {
            int32_t other = own->column[b];
            const double* from = own->value + 9 * b;
            for (int64_t q = c->first[other]; q < c->first[other + 1]; ++q) {
                double* to = block_at(j->out, c->nodes[p], c->nodes[q]);
                double weight = c->weights[p] * c->weights[q];
                for (int k = 0; k < 9; ++k)
                    to[k] += weight * from[k];
            }
        }
    }
}

static void add_rows(void* user, int64_t begin, int64_t end) {
    const matrix_job* j = user;
    int32_t low = (int32_t)(begin * j->out->rows / ROW_PARTS),
            high = (int32_t)(end * j->out->rows / ROW_PARTS);
    for (int32_t i = 0; i < j->t->vertices.count; ++i)
        add_row(j, i, low, high);
}

static void term_matrix(void* data, const energy_place* at, energy_matrix which, sparse* out) {
    carried_term* t = data;
    energy_place inner = place_at(t, at);
    energy_pattern p = t->of.pattern(t->of.data, &inner);
    if (t->own_memory == NULL || t->own_version != p.version) {
        arena_destroy(t->own_memory);
        t->own_memory = arena_create();
        t->own_version = p.version;
        t->own = sparse_pattern(&p.mesh, 3, t->threads, t->own_memory);
    }
    t->of.matrix(t->of.data, &inner, which, &t->own);
    memset(out->value, 0, 9 * (size_t)out->start[out->rows] * sizeof *out->value);
    matrix_job j = {t, out};
    parallel_for(t->threads, ROW_PARTS, 1, add_rows, &j);
}

// ---- the other functions of a term -------------------------------------------------------

static double term_energy(void* data, const energy_place* at) {
    carried_term* t = data;
    energy_place inner = place_at(t, at);
    return t->of.energy(t->of.data, &inner);
}

static void term_force(void* data, const energy_place* at, const double* change_or_null,
                       double* force) {
    carried_term* t = data;
    energy_place inner = place_at(t, at);
    if (change_or_null != NULL)
        carried_field(&t->vertices, change_or_null, t->along);
    t->of.force(t->of.data, &inner, change_or_null != NULL ? t->along : NULL, t->force);
    to_nodes(t, force);
}

static void term_times(void* data, const energy_place* at, energy_matrix which, const double* along,
                       double* force) {
    carried_term* t = data;
    energy_place inner = place_at(t, at);
    carried_field(&t->vertices, along, t->along);
    t->of.times(t->of.data, &inner, which, t->along, t->force);
    to_nodes(t, force);
}

static double term_limit(void* data, const energy_place* at, const double* change) {
    carried_term* t = data;
    energy_place inner = place_at(t, at);
    carried_field(&t->vertices, change, t->along);
    return t->of.limit(t->of.data, &inner, t->along);
}

static void term_begin(void* data, const energy_place* at) {
    carried_term* t = data;
    energy_place inner = place_at(t, at);
    t->of.begin(t->of.data, &inner);
}

static bool term_settle(void* data, const energy_place* at, uint8_t* struck) {
    carried_term* t = data;
    const carried* c = &t->vertices;
    energy_place inner = place_at(t, at);
    memset(t->struck, 0, (size_t)c->count);
    bool settled = t->of.settle(t->of.data, &inner, t->struck);
    for (int32_t i = 0; i < c->count; ++i)
        for (int64_t k = c->first[i]; t->struck[i] && k < c->first[i + 1]; ++k)
            struck[c->nodes[k]] = 1;
    return settled;
}

static bool term_adapt(void* data, const energy_place* at) {
    carried_term* t = data;
    energy_place inner = place_at(t, at);
    return t->of.adapt(t->of.data, &inner);
}

static void term_give_up(void* data) {
    carried_term* t = data;
    t->of.give_up(t->of.data);
}

static void term_save(void* data, double* state) {
    carried_term* t = data;
    t->of.save(t->of.data, state);
}

static void term_restore(void* data, const double* state) {
    carried_term* t = data;
    t->of.restore(t->of.data, state);
}

energy_term carried_energy(carried_term* t) {
    return (energy_term){.data = t,
                         .damped = t->of.damped,
                         .pattern = term_pattern,
                         .wide_pattern = t->of.wide_pattern != NULL ? term_wide_pattern : NULL,
                         .energy = term_energy,
                         .force = term_force,
                         .times = term_times,
                         .matrix = term_matrix,
                         .limit = t->of.limit != NULL ? term_limit : NULL,
                         .begin = t->of.begin != NULL ? term_begin : NULL,
                         .settle = t->of.settle != NULL ? term_settle : NULL,
                         .adapt = t->of.adapt != NULL ? term_adapt : NULL,
                         .give_up = t->of.give_up != NULL ? term_give_up : NULL,
                         .state_size = t->of.state_size,
                         .save = t->of.save != NULL ? term_save : NULL,
                         .restore = t->of.restore != NULL ? term_restore : NULL};
}

// ---- making ----------------------------------------------------------------------------

// The same nodes in the same order: those of one element, or one node.
static bool same_nodes(const carried* c, int32_t a, int32_t b) {
    int64_t count = c->first[a + 1] - c->first[a];
    return count == c->first[b + 1] - c->first[b] &&
           memcmp(c->nodes + c->first[a], c->nodes + c->first[b],
                  (size_t)count * sizeof *c->nodes) == 0;
}

// Vertices whose nodes are the same are one carrier: found by their first node's list.
static void find_carriers(carried_term* t, arena* memory) {
    const carried* c = &t->vertices;
    arena* scratch = arena_create();
    int32_t *last = ARENA_NEW(scratch, int32_t, (size_t)t->node_count), // of a node: carrier + 1
        *before = ARENA_NEW(scratch, int32_t, (size_t)c->count); // of a carrier: the one before
    int32_t count = 0;
    t->carrier = ARENA_NEW(memory, int32_t, (size_t)c->count);
    t->first_of = ARENA_NEW(memory, int32_t, (size_t)c->count);
    for (int32_t i = 0; i < c->count; ++i) {
        int32_t node = c->nodes[c->first[i]], at = last[node];
        while (at > 0 && !same_nodes(c, t->first_of[at - 1], i))
            at = before[at - 1];
        if (at == 0) {
            t->first_of[count] = i;
            before[count] = last[node];
            at = last[node] = ++count;
        }
        t->carrier[i] = at - 1;
    }
    arena_destroy(scratch);
}

carried_term* carried_term_make(const energy_term* of, const carried* vertices, int32_t node_count,
                                int threads, arena* memory) {
    SUPPLE_ASSERT(vertices->arms_or_null == NULL);
    carried_term* t = ARENA_NEW(memory, carried_term, 1);
    size_t numbers = 3 * (size_t)vertices->count;
    *t = (carried_term){.of = *of,
                        .vertices = *vertices,
                        .node_count = node_count,
                        .threads = threads,
                        .u = ARENA_NEW(memory, double, numbers),
                        .v = ARENA_NEW(memory, double, numbers),
                        .along = ARENA_NEW(memory, double, numbers),
                        .force = ARENA_NEW(memory, double, numbers),
                        .struck = ARENA_NEW(memory, uint8_t, (size_t)vertices->count)};
    find_carriers(t, memory);
    return t;
}

void carried_term_free(carried_term* t_or_null) {
    if (t_or_null == NULL)
        return;
    arena_destroy(t_or_null->near.memory);
    arena_destroy(t_or_null->wide.memory);
    arena_destroy(t_or_null->own_memory);
}
