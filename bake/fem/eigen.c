// From matrices to modes: pieces, where to shift, and the modes of all pieces in order.
//
// The shift of a free body lies below 0, so that the matrix stays positive definite and Cholesky
// serves; its size is a small part of what a single node's stiffness and mass have, near the lowest
// elastic modes of usual meshes.
// SPDX-License-Identifier: MIT
#include "bake/fem/eigen.h"

#include "bake/base/assert.h"
#include "bake/base/sets.h"
#include "bake/fem/eigen_piece.h"

#include <stdlib.h>
#include <string.h>

enum { NESTED_LEAST = 5000 };           // unknowns: with fewer a factor is nothing
static const double EIGEN_SHIFT = 1e-5; // of a node's stiffness over mass, in the middle

// ---- pieces ----------------------------------------------------------------------------

typedef struct pieces {
    int32_t count;
    int32_t* start;  // [count + 1] into rows
    int32_t* rows;   // by pieces, ascending within each
    int32_t* number; // [rows] its place within its piece
} pieces;

static pieces find_pieces(const sparse* mass, arena* memory) {
    size_t n = (size_t)mass->rows;
    pieces p = {.number = ARENA_NEW(memory, int32_t, n), .rows = ARENA_NEW(memory, int32_t, n)};
    int32_t *set = ARENA_NEW(memory, int32_t, n), *piece = ARENA_NEW(memory, int32_t, n);
    sets_clear(set, mass->rows);
    for (int32_t row = 0; row < mass->rows; ++row)
        for (int64_t i = mass->start[row]; i < mass->start[row + 1]; ++i)
            sets_join(set, row, mass->column[i]);
    for (int32_t row = 0; row < mass->rows; ++row) {
        int32_t root = sets_find(set, row);
        piece[row] = root == row ? p.count++ : piece[root];
    }
    p.start = ARENA_NEW(memory, int32_t, (size_t)p.count + 1);
    for (int32_t row = 0; row < mass->rows; ++row)
        p.number[row] = p.start[piece[row] + 1]++;
    for (int32_t i = 0; i < p.count; ++i)
        p.start[i + 1] += p.start[i];
    for (int32_t row = 0; row < mass->rows; ++row)
        p.rows[p.start[piece[row]] + p.number[row]] = row;
    return p;
}

// ---- shift -----------------------------------------------------------------------------

static int by_size(const void* a, const void* b) {
    double x = *(const double*)a, y = *(const double*)b;
    return (x > y) - (x < y);
}

// [rows] the stiffness of a node's three unknowns, summed.
static void find_diagonal(const sparse* stiffness, double* diagonal) {
    for (int32_t i = 0; i < stiffness->rows; ++i) {
        const double* k = sparse_block(stiffness, i, i);
        diagonal[i] = k[0] + k[4] + k[8];
    }
}

// Below 0 by a part of the middle one of all nodes' stiffness over mass: the mean would follow a
// single bad element. The diagonal becomes these ratios.
static double free_shift(const sparse* mass, double* diagonal) {
    for (int32_t i = 0; i < mass->rows; ++i)
        diagonal[i] /= 3.0 * *sparse_block(mass, i, i);
    qsort(diagonal, (size_t)mass->rows, sizeof *diagonal, by_size);
    return -EIGEN_SHIFT * diagonal[mass->rows / 2];
}

// ---- where matrices are ----------------------------------------------------------------

static _Thread_local const eigen_remote* now;

void eigen_remote_use(const eigen_remote* there_or_null) {
    now = there_or_null;
}

const eigen_remote* eigen_remote_now(void) {
    return now;
}

// ---- the modes of one piece ------------------------------------------------------------

typedef struct part {
    assemble_matrices m; // no numbers of the stiffness where `from` makes it
    eigen_elements from;
} part;

static void times_stiffness(const void* user, const double* x, double* y, int32_t columns,
                            int threads) {
    const assemble_matrices* m = user;
    sparse_multiply(&m->stiffness, x, y, columns, threads);
}

static void times_mass(const void* user, const double* x, double* y, int32_t columns, int threads) {
    const assemble_matrices* m = user;
    sparse_multiply_axes(&m->mass, x, y, columns, threads);
}

// 0 of a body that is held. False with a sentence when matrices that lie elsewhere cannot be made.
static bool find_shift(const part* x, const eigen_request* q, double* shift, report* r) {
    const eigen_remote* there = q->remote_or_null;
    const sparse* mass = &x->m.mass;
    arena* scratch = arena_create();
    double* diagonal = ARENA_NEW(scratch, double, (size_t)mass->rows);
    bool sound = there == NULL || there->assemble(there->user, &x->from, mass, diagonal, r);
    if (there == NULL && q->free)
        find_diagonal(&x->m.stiffness, diagonal);
    *shift = sound && q->free ? free_shift(mass, diagonal) : 0.0;
    arena_destroy(scratch);
    return sound;
}

static const eigen_engine* engine_for(const eigen_request* q, int32_t order) {
    const eigen_engine* fit = order <= EIGEN_DENSE_MOST ? &eigen_dense : &eigen_cholesky;
    if (q->remote_or_null != NULL)
        return order <= EIGEN_DENSE_MOST ? &eigen_dense : &q->remote_or_null->engine;
    if (q->engine_or_null != NULL)
        return q->engine_or_null;
    bool nested = q->accuracy > 0.0 && q->below == 0.0 && q->elements_or_null != NULL &&
                  q->elements_or_null->tets->width == 10 && order > NESTED_LEAST;
    return nested ? &eigen_nested : fit;
}

// below: 0 for no bound
static bool solve_piece(const part* x, const eigen_request* q, int32_t count, double below,
                        eigen_piece* out, eigen_cost* cost, arena* memory, report* r) {
    const assemble_matrices* m = &x->m;
    int32_t order = 3 * m->mass.rows;
    eigen_operator here = {times_stiffness, m};
    eigen_problem p = {.order = order,
                       .stiffness = q->remote_or_null != NULL ? q->remote_or_null->stiffness : here,
                       .mass = {times_mass, m},
                       .matrices_or_null = m,
                       .elements_or_null = q->elements_or_null != NULL ? &x->from : NULL,
                       .count = count < order ? count : order,
                       .below = below,
                       .same = EIGEN_SAME,
                       .tolerance = EIGEN_TOLERANCE,
                       .accuracy = q->accuracy,
                       .seed = q->seed,
                       .threads = q->threads};
    return find_shift(x, q, &p.shift, r) &&
           eigen_piece_solve(&p, engine_for(q, order), out, cost, memory, r);
}

// ---- the modes of all pieces -----------------------------------------------------------

typedef struct entry {
    double value;
    int32_t piece, index; // of the piece's modes
} entry;

static int by_value(const void* a, const void* b) {
    const entry *x = a, *y = b;
    if (x->value != y->value)
        return x->value < y->value ? -1 : 1;
    return x->piece != y->piece ? x->piece - y->piece : x->index - y->index;
}

static int by_piece(const void* a, const void* b) {
    const entry *x = a, *y = b;
    return x->piece != y->piece ? x->piece - y->piece : x->index - y->index;
}

typedef struct entries {
    entry* list;
    int32_t count, room;
} entries;

// Keeps the list in order, and values that are equal but for rounding in the order of pieces.
static void add_piece(entries* l, const eigen_piece* p, int32_t piece, arena* memory) {
    SUPPLE_ASSERT(p->found >= 0);
    if (p->found == 0)
        return;
    if (l->count + p->found > l->room) {
        int32_t room = 2 * l->room + p->found;
        l->list = arena_grow(memory, l->list, (size_t)l->room, (size_t)room, sizeof *l->list);
        l->room = room;
    }
    for (int32_t e = 0; e < p->found; ++e)
        l->list[l->count++] = (entry){p->values[e], piece, e};
    qsort(l->list, (size_t)l->count, sizeof *l->list, by_value);
    for (int32_t first = 0, end; first < l->count; first = end) {
        for (end = first + 1; end < l->count; ++end)
            if (l->list[end].value - l->list[end - 1].value > EIGEN_SAME * l->list[end].value)
                break;
        qsort(l->list + first, (size_t)(end - first), sizeof *l->list, by_piece);
    }
}

// A later piece is of interest only as far as the modes that are known already leave room.
static double bound_by(const entries* l, const eigen_request* q) {
    if (l->count <= q->count)
        return q->below;
    double last = l->list[q->count].value * (1.0 + 2.0 * EIGEN_SAME);
    return last > 0.0 && (q->below == 0.0 || last < q->below) ? last : q->below;
}

static void hand_out(const entries* l, const pieces* p, const eigen_piece* modes, int32_t rows,
                     const eigen_request* q, eigen_modes* out, arena* memory) {
    size_t order = 3 * (size_t)rows;
    int32_t below = 0;
    while (below < l->count && (q->below == 0.0 || l->list[below].value < q->below))
        ++below;
    out->count = below < q->count ? below : q->count;
    out->more = q->below > 0.0 && below > q->count;
    out->values = ARENA_NEW(memory, double, (size_t)out->count);
    out->residuals = ARENA_NEW(memory, double, (size_t)out->count);
    bool whole = p->count == 1; // the piece is the body, and its modes come in order
    out->vectors = whole ? modes->vectors : ARENA_NEW(memory, double, (size_t)out->count* order);
    for (int32_t e = 0; e < out->count; ++e) {
        entry at = l->list[e];
        const eigen_piece* from = &modes[at.piece];
        out->values[e] = at.value;
        out->residuals[e] = from->residuals[at.index];
        out->rigid += at.value == 0.0;
        int32_t first = p->start[at.piece], count = p->start[at.piece + 1] - first;
        for (int32_t i = 0; !whole && i < count; ++i)
            memcpy(out->vectors + (size_t)e * order + 3 * (size_t)p->rows[first + i],
                   from->vectors + 3 * ((size_t)at.index * (size_t)count + (size_t)i),
                   3 * sizeof *out->vectors);
    }
    out->cost.vector_bytes = (int64_t)(order * (size_t)out->count * sizeof *out->vectors);
}

// One piece of several: its rows, as a body of their own.
static part take_part(const assemble_matrices* m, const eigen_request* q, const pieces* p,
                      int32_t piece, arena* own) {
    const int32_t *rows = p->rows + p->start[piece], count = p->start[piece + 1] - p->start[piece];
    part x = {.m.mass = sparse_take(&m->mass, rows, count, p->number, own)};
    if (q->remote_or_null == NULL)
        x.m.stiffness = sparse_take(&m->stiffness, rows, count, p->number, own);
    if (q->elements_or_null == NULL)
        return x;
    x.from = *q->elements_or_null;
    int32_t *row = ARENA_NEW(own, int32_t, (size_t)x.from.tets->node_count),
            *in_piece = ARENA_NEW(own, int32_t, (size_t)m->mass.rows);
    memset(in_piece, -1, (size_t)m->mass.rows * sizeof *in_piece);
    for (int32_t i = 0; i < count; ++i)
        in_piece[rows[i]] = i;
    for (int32_t i = 0; i < x.from.tets->node_count; ++i)
        row[i] = x.from.row[i] >= 0 ? in_piece[x.from.row[i]] : -1;
    x.from.row = row;
    return x;
}

static bool solve_pieces(const assemble_matrices* m, const eigen_request* q, eigen_modes* out,
                         arena* memory, arena* scratch, report* r) {
    pieces p = find_pieces(&m->mass, scratch);
    eigen_piece* modes = ARENA_NEW(scratch, eigen_piece, (size_t)p.count);
    entries l = {0};
    // one more than is wanted tells whether there are more below the bound
    int32_t count =
        q->count < INT32_MAX && (q->below > 0.0 || p.count > 1) ? q->count + 1 : q->count;
    for (int32_t i = 0; i < p.count; ++i) {
        arena* own = arena_create();
        part x = {.m = *m};
        if (q->elements_or_null != NULL)
            x.from = *q->elements_or_null;
        if (p.count > 1)
            x = take_part(m, q, &p, i, own);
        bool sound = solve_piece(&x, q, count, bound_by(&l, q), &modes[i], &out->cost,
                                 p.count > 1 ? scratch : memory, r);
        arena_destroy(own);
        if (!sound)
            return false;
        add_piece(&l, &modes[i], i, scratch);
        out->shift = modes[i].shift < out->shift ? modes[i].shift : out->shift;
    }
    out->pieces = p.count;
    hand_out(&l, &p, modes, m->mass.rows, q, out, memory);
    return true;
}

bool eigen_lowest(const assemble_matrices* m, const eigen_request* q, eigen_modes* out,
                  arena* memory, report* r) {
    SUPPLE_ASSERT(m->stiffness.block == 3 && m->mass.block == 1 && q->threads >= 0);
    SUPPLE_ASSERT(m->stiffness.rows == m->mass.rows && q->below >= 0.0);
    SUPPLE_ASSERT(q->remote_or_null == NULL || q->elements_or_null != NULL);
    int32_t order = 3 * m->mass.rows;
    *out = (eigen_modes){0};
    if (q->count < 1 || (q->below == 0.0 && q->count > order))
        return report_error(r, place_none(),
                            "%d modes are wanted; this body has %d unknowns and so 1 to %d modes",
                            q->count, order, order);
    arena* scratch = arena_create();
    bool sound = solve_pieces(m, q, out, memory, scratch, r);
    arena_destroy(scratch);
    return sound;
}
