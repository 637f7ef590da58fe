// SPDX-License-Identifier: MIT
#include "bake/fem/nested.h"

#include "bake/algebra/dense.h"
#include "bake/base/assert.h"
#include "bake/base/parallel.h"

#include <cblas.h>
#include <string.h>

enum { NESTED_SMOOTH = 5 }; // times that noise goes through the corners' inverse

typedef double lanes __attribute__((vector_size(NESTED_LANES * sizeof(double)), aligned(8)));

// ---- corners ---------------------------------------------------------------------------

// The same elements with four nodes, each node where it was.
static tets corners_of(const tets* t, arena* memory) {
    tets out = *t;
    out.width = 4;
    out.elements = ARENA_NEW(memory, int32_t, 4 * (size_t)t->tet_count);
    for (int32_t i = 0; i < t->tet_count; ++i)
        memcpy(out.elements + 4 * (size_t)i, t->elements + (size_t)t->width * (size_t)i,
               4 * sizeof *out.elements);
    return out;
}

// number: [node_count] gets the corners that have a row.
static void number_corners(const eigen_elements* from, nested* x, int32_t* number) {
    const tets* t = from->tets;
    memset(number, -1, (size_t)t->node_count * sizeof *number);
    for (int32_t i = 0; i < t->tet_count; ++i)
        for (int k = 0; k < 4; ++k) {
            int32_t node = t->elements[(size_t)t->width * (size_t)i + (size_t)k];
            number[node] = from->row[node] >= 0 ? 0 : -1;
        }
    for (int32_t i = 0; i < t->node_count; ++i)
        if (number[i] == 0)
            number[i] = x->corners++;
    for (int32_t i = 0; i < t->node_count; ++i)
        if (number[i] >= 0)
            x->end[from->row[i]][0] = x->end[from->row[i]][1] = number[i];
    for (int32_t i = 0; i < t->tet_count; ++i) {
        const int32_t* nodes = t->elements + (size_t)t->width * (size_t)i;
        for (int e = 0; e < 6; ++e) {
            int32_t row = from->row[nodes[4 + e]];
            for (int k = 0; row >= 0 && k < 2; ++k)
                x->end[row][k] = number[nodes[tet_edge[e][k]]];
        }
    }
}

static bool factor_corners(const eigen_elements* from, double shift, nested* x, arena* memory,
                           report* r) {
    arena* scratch = arena_create();
    int32_t* number = ARENA_NEW(scratch, int32_t, (size_t)from->tets->node_count);
    number_corners(from, x, number);
    tets corners = corners_of(from->tets, scratch);
    assemble_matrices all;
    bool sound = x->corners > 0 && assemble_body(&corners, from->materials, from->rule, x->threads,
                                                 &all, place_none(), scratch, r);
    if (sound) {
        assemble_matrices own = assemble_keep(&all, number, x->corners, scratch);
        sparse k = shift != 0.0 ? assemble_shifted(&own, shift, scratch) : own.stiffness;
        x->mass = sparse_keep(&all.mass, number, x->corners, memory);
        x->f = factor_analyse(&k, r);
        if (x->f != NULL)
            factor_share(x->f, x->threads);
        sound = x->f != NULL && factor_compute(x->f, &k, r);
    }
    arena_destroy(scratch);
    return sound;
}

bool nested_make(const sparse* a, const eigen_elements* from, double shift, int threads,
                 nested* out, arena* memory, report* r) {
    SUPPLE_ASSERT(a->block == 3 && from->tets->width == 10 && threads >= 0);
    size_t rows = (size_t)a->rows;
    *out = (nested){.a = a, .threads = threads};
    out->inverse = ARENA_NEW(memory, double, 9 * rows);
    out->end = arena_alloc(memory, rows, sizeof *out->end);
    arena* scratch = arena_create();
    bool sound = true;
    for (int32_t i = 0; i < a->rows && sound; ++i) {
        memcpy(out->inverse + 9 * (size_t)i, sparse_block(a, i, i), 9 * sizeof(double));
        sound = dense_invert(3, out->inverse + 9 * (size_t)i, scratch);
    }
    arena_destroy(scratch);
    if (!sound)
        return report_error(r, place_none(), "a node has no stiffness in some direction");
    return factor_corners(from, shift, out, memory, r);
}

void nested_end(nested* x) {
    factor_free(x->f);
    x->f = NULL;
}

// ---- between corners and all -----------------------------------------------------------

static void restrict_to(const nested* x, const double* all, double* corners, int32_t count) {
    size_t n = 3 * (size_t)x->a->rows, m = 3 * (size_t)x->corners;
    memset(corners, 0, m * (size_t)count * sizeof *corners);
    for (int32_t c = 0; c < count; ++c)
        for (int32_t i = 0; i < x->a->rows; ++i)
            for (int e = 0; e < 2; ++e) {
                int32_t to = x->end[i][e];
                for (size_t k = 0; to >= 0 && k < 3; ++k)
                    corners[(size_t)c * m + 3 * (size_t)to + k] +=
                        0.5 * all[(size_t)c * n + 3 * (size_t)i + k];
            }
}

static void add_corners(const nested* x, const double* corners, double* all, int32_t count) {
    size_t n = 3 * (size_t)x->a->rows, m = 3 * (size_t)x->corners;
    for (int32_t c = 0; c < count; ++c)
        for (int32_t i = 0; i < x->a->rows; ++i)
            for (int e = 0; e < 2; ++e) {
                int32_t from = x->end[i][e];
                for (size_t k = 0; from >= 0 && k < 3; ++k)
                    all[(size_t)c * n + 3 * (size_t)i + k] +=
                        0.5 * corners[(size_t)c * m + 3 * (size_t)from + k];
            }
}

// ---- sweeps ----------------------------------------------------------------------------

static inline void take(lanes sum[3], const double* block, const lanes* v) {
    for (int r = 0; r < 3; ++r)
        sum[r] -= block[3 * r] * v[0] + block[3 * r + 1] * v[1] + block[3 * r + 2] * v[2];
}

static inline void solve_node(const double* inverse, const lanes sum[3], lanes* v) {
    for (int r = 0; r < 3; ++r)
        v[r] = inverse[3 * r] * sum[0] + inverse[3 * r + 1] * sum[1] + inverse[3 * r + 2] * sum[2];
}

// From rest, in ascending order. b: right-hand sides.
static void sweep_forward(const nested* x, const lanes* b, lanes* v) {
    const sparse* a = x->a;
    for (int32_t i = 0; i < a->rows; ++i) {
        lanes sum[3];
        memcpy(sum, b + 3 * (size_t)i, sizeof sum);
        for (int64_t k = a->start[i]; k < a->start[i + 1] && a->column[k] < i; ++k)
            take(sum, a->value + 9 * k, v + 3 * (size_t)a->column[k]);
        solve_node(x->inverse + 9 * (size_t)i, sum, v + 3 * (size_t)i);
    }
}

// What the forward sweep leaves: nothing below the diagonal.
static void residual_above(const nested* x, const lanes* v, lanes* left) {
    const sparse* a = x->a;
    for (int32_t i = 0; i < a->rows; ++i) {
        lanes sum[3] = {{0}};
        for (int64_t k = a->start[i + 1] - 1; k >= a->start[i] && a->column[k] > i; --k)
            take(sum, a->value + 9 * k, v + 3 * (size_t)a->column[k]);
        memcpy(left + 3 * (size_t)i, sum, sizeof sum);
    }
}

static void sweep_backward(const nested* x, const lanes* b, lanes* v) {
    const sparse* a = x->a;
    for (int32_t i = a->rows - 1; i >= 0; --i) {
        lanes sum[3];
        memcpy(sum, b + 3 * (size_t)i, sizeof sum);
        for (int64_t k = a->start[i]; k < a->start[i + 1]; ++k)
            if (a->column[k] != i)
                take(sum, a->value + 9 * k, v + 3 * (size_t)a->column[k]);
        solve_node(x->inverse + 9 * (size_t)i, sum, v + 3 * (size_t)i);
    }
}

static void gather(const double* from, int32_t count, size_t n, lanes* to) {
    for (size_t i = 0; i < n; ++i)
        for (int32_t c = 0; c < NESTED_LANES; ++c)
            to[i][c] = c < count ? from[(size_t)c * n + i] : 0.0;
}

static void scatter(const lanes* from, int32_t count, size_t n, double* to) {
    for (size_t i = 0; i < n; ++i)
        for (int32_t c = 0; c < count; ++c)
            to[(size_t)c * n + i] = from[i][c];
}

// ---- all of it -------------------------------------------------------------------------

typedef struct sweeping {
    const nested* x;
    const double* from; // [count][n]
    double* to;         // [count][n]
    double* left;       // [count][n]
    int32_t count;
    bool down; // before the corners; else after them, with what they added in `to`
} sweeping;

static void sweep_groups(void* user, int64_t begin, int64_t end) {
    const sweeping* s = user;
    size_t n = 3 * (size_t)s->x->a->rows;
    arena* scratch = arena_create();
    lanes* b = arena_alloc(scratch, 3 * n, sizeof *b); // b, v, left
    lanes *v = b + n, *left = v + n;
    for (int64_t g = begin; g < end; ++g) {
        size_t at = (size_t)g * NESTED_LANES * n;
        int32_t rest = s->count - (int32_t)g * NESTED_LANES,
                count = rest < NESTED_LANES ? rest : NESTED_LANES;
        gather(s->from + at, count, n, b);
        if (s->down) {
            sweep_forward(s->x, b, v);
            residual_above(s->x, v, left);
            scatter(left, count, n, s->left + at);
        } else {
            gather(s->to + at, count, n, v);
            sweep_backward(s->x, b, v);
        }
        scatter(v, count, n, s->to + at);
    }
    arena_destroy(scratch);
}

bool nested_apply(nested* x, const double* from, double* to, int32_t count, report* r) {
    SUPPLE_ASSERT(count > 0 && from != to);
    size_t n = 3 * (size_t)x->a->rows, m = 3 * (size_t)x->corners;
    int64_t groups = (count + NESTED_LANES - 1) / NESTED_LANES;
    arena* scratch = arena_create();
    sweeping s = {.x = x, .from = from, .to = to, .count = count, .down = true};
    s.left = ARENA_NEW(scratch, double, (size_t)count* n);
    parallel_for(x->threads, groups, 1, sweep_groups, &s);
    double* corners = ARENA_NEW(scratch, double, (size_t)count* m);
    restrict_to(x, s.left, corners, count);
    bool sound = factor_solve(x->f, corners, count, x->threads, r);
    add_corners(x, corners, to, count);
    s.down = false;
    parallel_for(x->threads, groups, 1, sweep_groups, &s);
    arena_destroy(scratch);
    return sound;
}

// Without this all columns would become the lowest motion of a slender body. Twice, for what rounding leaves.
static void part_columns(double* columns, int32_t count, int32_t n) {
    for (int32_t c = 0; c < count; ++c) {
        double* x = columns + (ptrdiff_t)c * n;
        for (int k = 0; k < 2; ++k) {
            for (int32_t e = 0; e < c; ++e) {
                const double* other = columns + (ptrdiff_t)e * n;
                cblas_daxpy(n, -cblas_ddot(n, other, 1, x, 1), other, 1, x, 1);
            }
            double length = cblas_dnrm2(n, x, 1);
            cblas_dscal(n, length > 0.0 ? 1.0 / length : 0.0, x, 1);
        }
    }
}

bool nested_start(nested* x, uint32_t seed, double* columns, int32_t count, report* r) {
    size_t n = 3 * (size_t)x->a->rows, m = 3 * (size_t)x->corners, all = m * (size_t)count;
    arena* scratch = arena_create();
    double *now = ARENA_NEW(scratch, double, all), *next = ARENA_NEW(scratch, double, all);
    for (size_t i = 0; i < all; ++i) {
        seed = seed * 1664525u + 1013904223u;
        now[i] = (double)(seed >> 8) / (double)(1u << 23) - 1.0;
    }
    bool sound = true;
    for (int k = 0; k < NESTED_SMOOTH && sound; ++k) {
        sparse_multiply_axes(&x->mass, now, next, count, x->threads);
        sound = factor_solve(x->f, next, count, x->threads, r);
        part_columns(next, count, (int32_t)m);
        double* swap = now;
        now = next;
        next = swap;
    }
    memset(columns, 0, n * (size_t)count * sizeof *columns);
    add_corners(x, now, columns, count);
    arena_destroy(scratch);
    return sound;
}
