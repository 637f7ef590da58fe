// From matrices to modes: pieces, where to shift, zeros, bases and residuals.
//
// The shift of a free body lies below 0, so that the matrix stays positive definite and Cholesky
// serves; its size is a small part of what a single node's stiffness and mass have, near the lowest
// elastic modes of usual meshes. Values of rigid motion then come out as rounding about 0, far below
// any elastic one, and are set to it: a mode with a value of -1e-10 would grow without end.
// SPDX-License-Identifier: MIT
#include "bake/fem/eigen.h"

#include "bake/algebra/eigen_bases.h"
#include "bake/algebra/lanczos.h"
#include "bake/base/clock.h"
#include "bake/base/sets.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double SHIFT = 1e-5; // of a node's stiffness over mass, in the middle
static const double THIN = 1e-4;  // of the shift, when that one was too large
static const double RIGID = 1e-6; // of the shift: below, a value is zero
static const double SAME = 1e-8;  // relative difference of values that are equal but for rounding
static const double GOOD = 1e-6;  // residual of a mode that nothing is said about
static const double FAIR = 1e-3;  // and of one that is still handed out

enum { BLOCK = 8, RIGID_OF_A_PIECE = 6 };

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

// Below 0 by a part of the middle one of all nodes' stiffness over mass: the mean would follow a
// single bad element.
static double free_shift(const assemble_matrices* m, arena* scratch) {
    double* ratio = ARENA_NEW(scratch, double, (size_t)m->mass.rows);
    for (int32_t i = 0; i < m->mass.rows; ++i) {
        const double* k = sparse_block(&m->stiffness, i, i);
        ratio[i] = (k[0] + k[4] + k[8]) / (3.0 * *sparse_block(&m->mass, i, i));
    }
    qsort(ratio, (size_t)m->mass.rows, sizeof *ratio, by_size);
    return -SHIFT * ratio[m->mass.rows / 2];
}

// ---- the modes of one piece ------------------------------------------------------------

typedef struct piece_modes {
    int32_t found;     // the wanted ones, and those beyond them that equal the last
    double* values;    // [found] ascending
    double* vectors;   // [found][3 * rows of the piece]
    double* residuals; // [found]
    double shift;
} piece_modes;

// Groups of equal values get their one basis; what was handed out beyond the count is needed here.
static void make_bases(piece_modes* p, int32_t order) {
    for (int32_t first = 0, end; first < p->found; first = end) {
        for (end = first + 1; end < p->found; ++end)
            if (p->values[end] - p->values[end - 1] > SAME * (p->values[end] - p->shift))
                break;
        eigen_bases(p->vectors + (ptrdiff_t)first * order, end - first, order);
    }
}

static void set_values(const lanczos_pairs* pairs, piece_modes* p, arena* memory) {
    p->found = pairs->found;
    p->vectors = pairs->vectors;
    p->values = ARENA_NEW(memory, double, (size_t)p->found);
    for (int32_t e = 0; e < p->found; ++e) {
        double value = p->shift + 1.0 / pairs->values[e];
        p->values[e] = fabs(value) < -RIGID * p->shift ? 0.0 : value;
    }
}

static int64_t sparse_bytes(const sparse* a) {
    return a->start[a->rows] * a->block * a->block * (int64_t)sizeof *a->value;
}

static void add_cost(eigen_cost* all, const assemble_matrices* m, bool shifted, const factor* f,
                     const lanczos_pairs* pairs) {
    int64_t matrices = sparse_bytes(&m->stiffness) * (shifted ? 2 : 1) + sparse_bytes(&m->mass) +
                       m->mass.start[m->mass.rows] * (int64_t)sizeof *m->mass.column;
    int64_t numbers = f != NULL ? factor_sizes(f).numbers * (int64_t)sizeof(double) : 0;
    all->matrix_bytes = matrices > all->matrix_bytes ? matrices : all->matrix_bytes;
    all->factor_bytes = numbers > all->factor_bytes ? numbers : all->factor_bytes;
    all->basis_bytes = pairs->bytes > all->basis_bytes ? pairs->bytes : all->basis_bytes;
    all->solve_seconds += pairs->solve_seconds;
    all->basis_seconds += pairs->basis_seconds;
    all->solves += pairs->solves;
}

static double residual(const piece_modes* p, int32_t e, const double* kx, const double* mx,
                       size_t n) {
    double rest = 0.0, size = 0.0;
    for (size_t i = 0; i < n; ++i) {
        double d = kx[i] - p->values[e] * mx[i], w = (p->values[e] - p->shift) * mx[i];
        rest += d * d;
        size += w * w;
    }
    return sqrt(rest / size);
}

static bool check_modes(const assemble_matrices* m, const eigen_request* q, piece_modes* p,
                        arena* memory, report* r) {
    size_t n = 3 * (size_t)m->mass.rows;
    arena* scratch = arena_create();
    double *kx = ARENA_NEW(scratch, double, BLOCK*n), *mx = ARENA_NEW(scratch, double, BLOCK*n);
    p->residuals = ARENA_NEW(memory, double, (size_t)p->found);
    int32_t worst = 0, rigid = 0;
    for (int32_t first = 0; first < p->found; first += BLOCK) {
        int32_t some = p->found - first < BLOCK ? p->found - first : BLOCK;
        const double* x = p->vectors + (size_t)first * n;
        sparse_multiply(&m->stiffness, x, kx, some, q->threads);
        sparse_multiply_axes(&m->mass, x, mx, some, q->threads);
        for (int32_t c = 0; c < some; ++c) {
            int32_t e = first + c;
            p->residuals[e] = residual(p, e, kx + (size_t)c * n, mx + (size_t)c * n, n);
            worst = p->residuals[e] <= p->residuals[worst] ? worst : e; // no number is the worst
            rigid += p->values[e] == 0.0;
        }
    }
    arena_destroy(scratch);
    if (p->found > 0 && !(p->residuals[worst] <= FAIR))
        return report_error(r, place_none(),
                            "mode %d has a residual of %g, more than %g: the body is too thin for "
                            "its size, or its mesh or materials differ too much within it",
                            worst + 1, p->residuals[worst], FAIR);
    if (p->found > 0 && p->residuals[worst] > GOOD)
        report_note(r, place_none(),
                    "mode %d is known only to %.1g of its value: the body is thin for its size, or "
                    "its mesh or materials differ much within it",
                    worst + 1, p->residuals[worst]);
    if (q->free && rigid < RIGID_OF_A_PIECE && rigid < p->found)
        return report_error(
            r, place_none(),
            "only %d of the six rigid motions of a free piece were found: it is too "
            "thin for its size, or its mesh or materials differ too much within it",
            rigid);
    return true;
}

// Pairs of the shifted problem; below: 0 for no bound.
static bool find_pairs(const assemble_matrices* m, const eigen_request* q, int32_t count,
                       double below, double shift, lanczos_pairs* pairs, eigen_cost* cost,
                       arena* memory, report* r) {
    arena* scratch = arena_create();
    int32_t order = 3 * m->mass.rows;
    double begin = clock_seconds();
    sparse shifted = q->free ? assemble_shifted(m, shift, scratch) : m->stiffness;
    factor* f = factor_analyse(&shifted, r);
    double analysed = clock_seconds();
    bool sound = f != NULL && factor_compute(f, &shifted, r);
    cost->analyse_seconds += analysed - begin;
    cost->factor_seconds += clock_seconds() - analysed;
    lanczos_problem p = {.mass = &m->mass,
                         .f = f,
                         .count = count < order ? count : order,
                         .least = below > 0.0 ? 1.0 / (below - shift) : 0.0,
                         .same = SAME,
                         .width = BLOCK,
                         .seed = q->seed,
                         .threads = q->threads};
    *pairs = (lanczos_pairs){0};
    sound = sound && lanczos_largest(&p, pairs, memory, r);
    add_cost(cost, m, q->free, f, pairs);
    factor_free(f);
    arena_destroy(scratch);
    return sound;
}

// A free body that is thin for its size has its lowest modes far nearer to 0 than the shift, which then
// tells them apart too little: a smaller shift does, with fewer digits for the rigid motions.
static bool solve_piece(const assemble_matrices* m, const eigen_request* q, int32_t count,
                        double below, piece_modes* out, eigen_cost* cost, arena* memory,
                        report* r) {
    arena* scratch = arena_create();
    lanczos_pairs pairs;
    out->shift = q->free ? free_shift(m, scratch) : 0.0;
    report quiet = report_new(scratch);
    bool sound =
        find_pairs(m, q, count, below, out->shift, &pairs, cost, memory, q->free ? &quiet : r);
    if (!sound && q->free) {
        out->shift *= THIN;
        sound = find_pairs(m, q, count, below, out->shift, &pairs, cost, memory, r);
    }
    arena_destroy(scratch);
    if (!sound)
        return false;
    double begin = clock_seconds();
    set_values(&pairs, out, memory);
    make_bases(out, 3 * m->mass.rows);
    sound = check_modes(m, q, out, memory, r);
    cost->check_seconds += clock_seconds() - begin;
    return sound;
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
static void add_piece(entries* l, const piece_modes* p, int32_t piece, arena* memory) {
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
            if (l->list[end].value - l->list[end - 1].value > SAME * l->list[end].value)
                break;
        qsort(l->list + first, (size_t)(end - first), sizeof *l->list, by_piece);
    }
}

// A later piece is of interest only as far as the modes that are known already leave room.
static double bound_by(const entries* l, const eigen_request* q) {
    if (l->count <= q->count)
        return q->below;
    double last = l->list[q->count].value * (1.0 + 2.0 * SAME);
    return last > 0.0 && (q->below == 0.0 || last < q->below) ? last : q->below;
}

static void hand_out(const entries* l, const pieces* p, const piece_modes* modes, int32_t rows,
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
        const piece_modes* from = &modes[at.piece];
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

static bool solve_pieces(const assemble_matrices* m, const eigen_request* q, eigen_modes* out,
                         arena* memory, arena* scratch, report* r) {
    pieces p = find_pieces(&m->mass, scratch);
    piece_modes* modes = ARENA_NEW(scratch, piece_modes, (size_t)p.count);
    entries l = {0};
    // one more than is wanted tells whether there are more below the bound
    int32_t count =
        q->count < INT32_MAX && (q->below > 0.0 || p.count > 1) ? q->count + 1 : q->count;
    for (int32_t i = 0; i < p.count; ++i) {
        arena* own = arena_create();
        assemble_matrices part = *m;
        if (p.count > 1) {
            part.stiffness = sparse_take(&m->stiffness, p.rows + p.start[i],
                                         p.start[i + 1] - p.start[i], p.number, own);
            part.mass = sparse_take(&m->mass, p.rows + p.start[i], p.start[i + 1] - p.start[i],
                                    p.number, own);
        }
        bool sound = solve_piece(&part, q, count, bound_by(&l, q), &modes[i], &out->cost,
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
