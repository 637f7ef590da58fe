// Every task is one function that all ranks enter together; the leader has its arguments, the others NULL.
// SPDX-License-Identifier: MIT
#include "mpi/remote.h"

#include "bake/base/job.h"
#include "bake/base/text.h"
#include "mpi/call.h"
#include "mpi/pairs.h"
#include "mpi/ranks.h"

#include <stdio.h>
#include <stdlib.h>

typedef enum task { TASK_END, TASK_ASSEMBLE, TASK_SOLVE, TASK_MULTIPLY } task;

struct remote {
    choice_method told;
    bool made;      // there are matrices
    bool busy;      // all ranks are at work: who leaves now leaves them alone
    matrices m;     // of the last problem
    double numbers; // of its stiffness
    int32_t rows;   // the leader's, as all that follows: nodes
    int32_t*
        slot; // [rows] share_order; beyond any job's memory, as a job may end before the ranks do
    remote* self; // for an operator, which is given what it may not change
};

// ---- matrices --------------------------------------------------------------------------

typedef struct assembly {
    const eigen_elements* from;
    const int32_t* first; // [ranks + 1]
    double* diagonal;     // [rows]
} assembly;

// The leader gets what every rank has of its own rows: one of three numbers a row.
static void gather_diagonal(remote* x, const double* own, int32_t rows, const assembly* a_or_null) {
    arena* scratch = arena_create();
    double* all = a_or_null != NULL ? ARENA_NEW(scratch, double, 3 * (size_t)x->rows) : NULL;
    PetscScalar* to;
    RANKS_CALL(VecGetArray(x->m.x, &to));
    for (int32_t i = 0; i < rows; ++i)
        to[3 * (size_t)i] = own[i];
    RANKS_CALL(VecRestoreArray(x->m.x, &to));
    matrices_gather(&x->m, x->m.x, all, x->slot, x->rows);
    for (int32_t i = 0; a_or_null != NULL && i < x->rows; ++i)
        a_or_null->diagonal[i] = all[3 * (size_t)i];
    arena_destroy(scratch);
}

static void assemble_all(remote* x, const assembly* a_or_null) {
    arena* scratch = arena_create();
    share s = a_or_null != NULL ? share_out(a_or_null->from, x->slot, a_or_null->first, scratch)
                                : share_receive(scratch);
    double* own = ARENA_NEW(scratch, double, (size_t)s.rows + 1);
    if (x->made)
        matrices_free(&x->m);
    x->m = matrices_make(&s, own);
    x->made = true;
    MatInfo info;
    RANKS_CALL(MatGetInfo(x->m.a, MAT_GLOBAL_SUM, &info));
    x->numbers = info.nz_used;
    gather_diagonal(x, own, s.rows, a_or_null);
    arena_destroy(scratch);
}

static bool assemble(void* user, const eigen_elements* from, const sparse* mass, double* diagonal,
                     report* r) {
    (void)r; // what fails here ends all ranks
    remote* x = user;
    free(x->slot);
    x->rows = mass->rows;
    x->slot = malloc((size_t)mass->rows * sizeof *x->slot);
    if (x->slot == NULL)
        job_out_of_memory((size_t)mass->rows * sizeof *x->slot);
    arena* scratch = arena_create();
    int32_t* first = ARENA_NEW(scratch, int32_t, (size_t)ranks_count() + 1);
    share_order(mass, ranks_count(), x->slot, first, scratch);
    x->busy = true;
    ranks_say(TASK_ASSEMBLE);
    assemble_all(x, &(assembly){from, first, diagonal});
    x->busy = false;
    arena_destroy(scratch);
    return true;
}

// ---- products --------------------------------------------------------------------------

static void multiply_all(remote* x, const double* from, double* to) {
    matrices_spread(&x->m, from, x->slot, x->rows);
    matrices_times_stiffness(&x->m);
    matrices_gather(&x->m, x->m.y, to, x->slot, x->rows);
}

static void multiply(const void* user, const double* from, double* to, int32_t columns,
                     int threads) {
    (void)threads;
    remote* x = *(remote* const*)user;
    size_t order = 3 * (size_t)x->rows;
    x->busy = true;
    for (int32_t c = 0; c < columns; ++c) {
        ranks_say(TASK_MULTIPLY);
        multiply_all(x, from + (size_t)c * order, to + (size_t)c * order);
    }
    x->busy = false;
}

// ---- pairs -----------------------------------------------------------------------------

typedef struct solution {
    const eigen_problem* p;
    eigen_pairs* out;
    eigen_cost* cost;
    arena* memory;
    report* r;
    bool sound;
} solution;

typedef struct question { // what the leader tells the others
    pairs_wish wish;
    double shift;
} question;

static question ask(const eigen_problem* p) {
    return (question){.wish = {.count = p->count,
                               .order = p->order,
                               .below = p->below > 0.0 ? p->below - p->shift : 0.0,
                               .same = p->same,
                               .tolerance = p->tolerance},
                      .shift = p->shift};
}

// By the leader, from what all machines have left.
static choice_method choose(remote* x, const question* q, double left, report* r) {
    arena* scratch = arena_create();
    int ranks = ranks_count();
    choice c = choice_make(x->told, q->wish.order, x->numbers, q->wish.count, left, ranks);
    const char* words = choice_text(&c, q->wish.order, q->wish.count, ranks, scratch);
    fprintf(stderr, "supple-mpi: %s\n", words);
    if (c.method == CHOICE_AUTO)
        report_error(
            r, place_none(),
            "%s; ask for fewer tets or modes, or take more machines (--solver lobpcg tries "
            "all the same)",
            words);
    arena_destroy(scratch);
    return c.method;
}

static void hand_out(remote* x, const question* q, const pairs* found, solution* s_or_null) {
    eigen_pairs* out = s_or_null != NULL ? s_or_null->out : NULL;
    if (out != NULL) {
        out->found = found->count;
        out->values = ARENA_NEW(s_or_null->memory, double, (size_t)found->count);
        out->vectors =
            ARENA_NEW(s_or_null->memory, double, (size_t)found->count*(size_t)q->wish.order);
    }
    for (int32_t i = 0; i < found->count; ++i) {
        double* to = out != NULL ? out->vectors + (size_t)i * (size_t)q->wish.order : NULL;
        matrices_gather(&x->m, found->vectors[i], to, x->slot, x->rows);
        if (out != NULL)
            out->values[i] = q->shift + found->values[i];
    }
}

static void add_cost(const remote* x, const pairs* found, double peak, choice_method method,
                     eigen_cost* cost) {
    arena* scratch = arena_create();
    int64_t bytes = (int64_t)(12.0 * x->numbers * 4.0 / 3.0); // as PETSc keeps both matrices
    cost->matrix_bytes = bytes > cost->matrix_bytes ? bytes : cost->matrix_bytes;
    cost->factor_seconds += found->setup_seconds;
    cost->solve_seconds += found->solve_seconds;
    fprintf(stderr,
            "supple-mpi: %d pairs by %s: %d iterations, %.1f s and before them %.1f s; %s at most "
            "in all ranks so far\n",
            found->count, choice_names[method], found->iterations, found->solve_seconds,
            found->setup_seconds, text_memory(peak, scratch));
    arena_destroy(scratch);
}

static void solve_all(remote* x, solution* s_or_null) {
    question q = {0};
    if (s_or_null != NULL)
        q = ask(s_or_null->p);
    MPI_Bcast(&q, sizeof q, MPI_BYTE, 0, PETSC_COMM_WORLD);
    double left = ranks_memory();
    int32_t method = s_or_null != NULL ? (int32_t)choose(x, &q, left, s_or_null->r) : 0;
    MPI_Bcast(&method, 1, MPI_INT32_T, 0, PETSC_COMM_WORLD);
    q.wish.method = (choice_method)method;
    if (q.wish.method == CHOICE_AUTO)
        return;
    arena* scratch = arena_create();
    matrices_set_shift(&x->m, q.shift);
    pairs found = pairs_find(&x->m, &q.wish, scratch);
    double peak = ranks_peak();
    hand_out(x, &q, &found, s_or_null);
    if (s_or_null != NULL) {
        add_cost(x, &found, peak, q.wish.method, s_or_null->cost);
        s_or_null->sound = true;
    }
    pairs_free(&found);
    arena_destroy(scratch);
}

static bool lowest(void* user, const eigen_problem* p, eigen_pairs* out, eigen_cost* cost,
                   arena* memory, report* r) {
    remote* x = user;
    solution s = {p, out, cost, memory, r, false};
    x->busy = true;
    ranks_say(TASK_SOLVE);
    solve_all(x, &s);
    x->busy = false;
    return s.sound;
}

// ---- the run ---------------------------------------------------------------------------

remote* remote_begin(choice_method told, arena* memory) {
    remote* x = ARENA_NEW(memory, remote, 1);
    x->told = told;
    x->self = x;
    return x;
}

eigen_remote remote_engine(remote* x) {
    return (eigen_remote){.assemble = assemble,
                          .stiffness = {multiply, &x->self},
                          .engine = {"slepc", lowest, x},
                          .user = x};
}

void remote_serve(remote* x) {
    for (;;) {
        switch ((task)ranks_hear()) {
        case TASK_END:
            return;
        case TASK_ASSEMBLE:
            assemble_all(x, NULL);
            break;
        case TASK_SOLVE:
            solve_all(x, NULL);
            break;
        case TASK_MULTIPLY:
            multiply_all(x, NULL, NULL);
            break;
        }
    }
}

void remote_end(remote* x) {
    if (x->busy)
        ranks_end(
            "the memory of rank 0 has ended, and nothing was written; take fewer modes or tets");
    ranks_say(TASK_END);
    free(x->slot);
}
