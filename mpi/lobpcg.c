// Pairs that are found stay in the block, where they cost nothing but their place, until half of it is found and more are wanted than it
// holds: then they are set aside, and what follows is kept orthogonal to them.
// SPDX-License-Identifier: MIT
#include "mpi/lobpcg.h"

#include "bake/base/clock.h"
#include "mpi/call.h"
#include "mpi/grids.h"
#include "mpi/lobpcg_space.h"
#include "mpi/ranks.h"

#include <math.h>
#include <string.h>

static const double LOBPCG_TOLERANCE = 1e-6; // |A x - t M x| over t |M x|, about
static const double KEEPING = 0.05;          // of the time may go into keeping

enum { BLOCK_MOST = 64, ITERATIONS_MOST = 1000 };

typedef struct solver {
    space space;
    grids* grids;
    kept* kept;
    double node_mass;                 // kg
    int32_t wanted;                   // pairs
    double errors[BLOCK_MOST];        // of columns
    int32_t active[BLOCK_MOST], some; // columns that are not found
    double* set_values;               // [wanted + BLOCK_MOST] of those aside
    int32_t recalled, next;           // vectors of an earlier run, and which has not been used
    double kept_at, keeping;          // seconds: when it was last kept, and how long that took
    Vec column;
} solver;

// ---- columns ---------------------------------------------------------------------------

static void put_column(Vec from, double* to, int32_t width, int32_t column) {
    const PetscScalar* value;
    PetscInt rows;
    RANKS_CALL(VecGetLocalSize(from, &rows));
    RANKS_CALL(VecGetArrayRead(from, &value));
    for (PetscInt i = 0; i < rows; ++i)
        to[(size_t)i * (size_t)width + (size_t)column] = value[i];
    RANKS_CALL(VecRestoreArrayRead(from, &value));
}

static void get_column(const double* from, int32_t width, int32_t column, Vec to) {
    PetscScalar* value;
    PetscInt rows;
    RANKS_CALL(VecGetLocalSize(to, &rows));
    RANKS_CALL(VecGetArray(to, &value));
    for (PetscInt i = 0; i < rows; ++i)
        value[i] = from[(size_t)i * (size_t)width + (size_t)column];
    RANKS_CALL(VecRestoreArray(to, &value));
}

// Noise that one cycle of the grids makes smooth, into columns of the block from `first` on.
static void begin_with_noise(solver* s, int32_t first) {
    space* v = &s->space;
    int32_t width = v->x.width;
    uint32_t seed = 77u + (uint32_t)ranks_self() * 2654435761u + (uint32_t)v->aside;
    for (size_t i = 0; i < (size_t)v->rows * (size_t)width; ++i) {
        seed = seed * 1664525u + 1013904223u;
        v->w.v[i] = (double)(seed >> 8) / 8388608.0 - 1.0;
    }
    grids_apply(s->grids, v->w.v, width);
    for (int32_t i = 0; i < v->rows; ++i)
        for (int32_t c = first; c < width; ++c)
            v->x.v[(size_t)i * (size_t)width + (size_t)c] =
                v->w.v[(size_t)i * (size_t)width + (size_t)c];
}

// Columns from `first` on: of an earlier run while there are, then noise.
static bool begin_columns(solver* s, int32_t first) {
    space* v = &s->space;
    begin_with_noise(s, first);
    for (int32_t c = first; c < v->x.width && s->next < s->recalled; ++c)
        if (kept_read(s->kept, s->next++))
            put_column(s->kept->m->x, v->x.v, v->x.width, c);
    if (v->aside > 0)
        space_leave_out(v, &v->set, v->x.v, v->x.width);
    space_multiply(v, &v->x);
    v->has_p = v->has_w = false;
    return space_improve(v);
}

// ---- residuals -------------------------------------------------------------------------

// Errors of all columns, and which are active.
static void find_errors(solver* s) {
    space* v = &s->space;
    int32_t k = v->x.width;
    memset(s->errors, 0, sizeof s->errors);
    for (int32_t i = 0; i < v->rows; ++i)
        for (int32_t c = 0; c < k; ++c) {
            size_t at = (size_t)i * (size_t)k + (size_t)c;
            double r = v->x.a[at] - v->values[c] * v->x.m[at];
            s->errors[c] += r * r;
        }
    space_sum(s->errors, (size_t)k);
    s->some = 0;
    for (int32_t c = 0; c < k; ++c) {
        s->errors[c] = sqrt(s->errors[c] / s->node_mass) / fabs(v->values[c]);
        if (!(s->errors[c] < LOBPCG_TOLERANCE))
            s->active[s->some++] = c;
    }
}

// w: residuals of active columns, each of length 1, so that single precision has them.
static void take_residuals(solver* s) {
    space* v = &s->space;
    int32_t k = v->x.width, a = v->w.width;
    double over[BLOCK_MOST];
    for (int32_t j = 0; j < s->some; ++j) {
        int32_t c = s->active[j];
        over[j] = 1.0 / (s->errors[c] * fabs(v->values[c]) * sqrt(s->node_mass));
    }
    for (int32_t i = 0; i < v->rows; ++i) {
        const double *xa = v->x.a + (size_t)i * (size_t)k, *xm = v->x.m + (size_t)i * (size_t)k;
        double* to = v->w.v + (size_t)i * (size_t)a;
        for (int32_t j = 0; j < s->some; ++j) {
            int32_t c = s->active[j];
            to[j] = over[j] * (xa[c] - v->values[c] * xm[c]);
        }
        for (int32_t j = s->some; j < a; ++j)
            to[j] = 0.0;
    }
}

// Columns of p that are active, moved together; what fills up to a multiple of lanes is zero.
static void narrow(const solver* s, double* p, int32_t old, int32_t width) {
    double row[BLOCK_MOST];
    for (int32_t i = 0; i < s->space.rows; ++i) {
        for (int32_t j = 0; j < width; ++j)
            row[j] = j < s->some ? p[(size_t)i * (size_t)old + (size_t)s->active[j]] : 0.0;
        memcpy(p + (size_t)i * (size_t)width, row, (size_t)width * sizeof *row);
    }
}

static void find_directions(solver* s) {
    space* v = &s->space;
    int32_t a = v->w.width = space_up_to_lanes(s->some);
    take_residuals(s);
    grids_apply(s->grids, v->w.v, a);
    if (v->aside > 0)
        space_leave_out(v, &v->set, v->w.v, a);
    space_leave_out(v, &v->x, v->w.v, a);
    space_multiply(v, &v->w);
    v->has_w = true;
    if (!v->has_p)
        return;
    narrow(s, v->p.v, v->p.width, a);
    narrow(s, v->p.a, v->p.width, a);
    narrow(s, v->p.m, v->p.width, a);
    v->p.width = a;
}

// ---- the run ---------------------------------------------------------------------------

// So many columns from the first on are found, or at least wanted no more.
static int32_t leading(const solver* s) {
    return s->some == 0 ? s->space.x.width : s->active[0];
}

static bool set_aside(solver* s, int32_t count) {
    space* v = &s->space;
    int32_t k = v->x.width, room = v->set.width;
    for (int32_t i = 0; i < v->rows; ++i) {
        double *x = v->x.v + (size_t)i * (size_t)k, *m = v->x.m + (size_t)i * (size_t)k;
        size_t to = (size_t)i * (size_t)room + (size_t)v->aside;
        memcpy(v->set.v + to, x, (size_t)count * sizeof *x);
        memcpy(v->set.m + to, m, (size_t)count * sizeof *m);
        memmove(x, x + count, (size_t)(k - count) * sizeof *x);
    }
    memcpy(s->set_values + v->aside, v->values, (size_t)count * sizeof *v->values);
    v->aside += count;
    return begin_columns(s, k - count);
}

// All that is known, where a twentieth of the time allows it.
static void keep(solver* s, int32_t iterations) {
    space* v = &s->space;
    double now = clock_seconds();
    int32_t due = KEEPING * (now - s->kept_at) >= s->keeping;
    MPI_Bcast(&due, 1, MPI_INT32_T, 0, PETSC_COMM_WORLD);
    if (!due)
        return;
    kept_begin(s->kept, v->aside + v->x.width, iterations);
    for (int32_t c = 0; c < v->aside; ++c) {
        get_column(v->set.v, v->set.width, c, s->column);
        kept_add(s->kept, s->column);
    }
    for (int32_t c = 0; c < v->x.width; ++c) {
        get_column(v->x.v, v->x.width, c, s->column);
        kept_add(s->kept, s->column);
    }
    kept_end(s->kept);
    s->kept_at = clock_seconds();
    s->keeping = s->kept_at - now;
}

// True: all are found.
static bool iterate(solver* s, int32_t* iterations) {
    space* v = &s->space;
    for (*iterations = 0;; ++*iterations) {
        find_errors(s);
        int32_t found = leading(s), beyond = s->wanted - v->aside;
        if (found >= beyond)
            return true;
        if (*iterations == ITERATIONS_MOST)
            return false;
        if (beyond > v->x.width && 2 * found >= v->x.width) {
            if (!set_aside(s, found))
                return false;
            continue;
        }
        find_directions(s);
        if (!space_improve(v))
            return false;
        keep(s, *iterations + 1);
    }
}

static void hand_over(solver* s, pairs* p, arena* memory) {
    space* v = &s->space;
    int32_t beyond = s->wanted - v->aside, found = leading(s);
    p->count = v->aside + (found < beyond ? found : beyond);
    p->values = ARENA_NEW(memory, double, (size_t)p->count + 1);
    p->vectors = ARENA_NEW(memory, Vec, (size_t)p->count + 1);
    for (int32_t i = 0; i < p->count; ++i) {
        bool set = i < v->aside;
        const block* from = set ? &v->set : &v->x;
        p->values[i] = set ? s->set_values[i] : v->values[i - v->aside];
        RANKS_CALL(VecDuplicate(s->column, &p->vectors[i]));
        get_column(from->v, from->width, set ? i : i - v->aside, p->vectors[i]);
    }
}

void lobpcg_find(matrices* m, int32_t wanted, kept* k, pairs* p, arena* memory) {
    arena* scratch = arena_create();
    int32_t width = space_up_to_lanes(wanted < BLOCK_MOST ? wanted : BLOCK_MOST);
    solver s = {.kept = k, .node_mass = m->node_mass, .wanted = wanted, .column = m->y};
    double begin = clock_seconds();
    s.grids = grids_make(m->a, scratch);
    double ready = s.kept_at = clock_seconds();
    s.space = space_new(m->a, m->m, width, wanted > width ? wanted + width : 0, scratch);
    s.set_values = ARENA_NEW(scratch, double, (size_t)(wanted + width));
    s.recalled = kept_count(k);
    if (begin_columns(&s, 0)) {
        iterate(&s, &p->iterations);
        hand_over(&s, p, memory);
    }
    p->setup_seconds = ready - begin;
    p->solve_seconds = clock_seconds() - ready;
    space_free(&s.space);
    grids_free(s.grids);
    arena_destroy(scratch);
}
