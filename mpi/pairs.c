// SPDX-License-Identifier: MIT
#include "mpi/pairs.h"

#include "bake/base/clock.h"
#include "mpi/call.h"
#include "mpi/lobpcg.h"
#include "mpi/ranks.h"

#include <slepceps.h>
#include <stdlib.h>

enum { GUARD = 3, PAIRS_FIRST_LOOK = 24, ITERATIONS_MOST = 1000 };

// ---- Krylov-Schur ----------------------------------------------------------------------

static void invert(EPS eps, double tolerance) {
    ST st;
    KSP ksp;
    PC pc;
    RANKS_CALL(EPSSetType(eps, EPSKRYLOVSCHUR));
    RANKS_CALL(EPSSetTolerances(eps, tolerance, ITERATIONS_MOST));
    RANKS_CALL(EPSSetWhichEigenpairs(eps, EPS_TARGET_MAGNITUDE));
    RANKS_CALL(EPSSetTarget(eps, 0.0));
    RANKS_CALL(EPSGetST(eps, &st));
    RANKS_CALL(STSetType(st, STSINVERT));
    RANKS_CALL(STGetKSP(st, &ksp));
    RANKS_CALL(KSPSetType(ksp, KSPPREONLY));
    RANKS_CALL(KSPGetPC(ksp, &pc));
    RANKS_CALL(PCSetType(pc, PCCHOLESKY));
    RANKS_CALL(PCFactorSetMatSolverType(pc, MATSOLVERMUMPS));
}

static EPS new_solver(matrices* m, const pairs_wish* w, int32_t count) {
    EPS eps;
    RANKS_CALL(EPSCreate(PETSC_COMM_WORLD, &eps));
    RANKS_CALL(EPSSetOperators(eps, m->a, m->m));
    RANKS_CALL(EPSSetProblemType(eps, EPS_GHEP));
    RANKS_CALL(EPSSetDimensions(eps, count, PETSC_DEFAULT, PETSC_DEFAULT));
    invert(eps, w->tolerance);
    RANKS_CALL(EPSSetFromOptions(eps)); // for experiments: PETSC_OPTIONS
    return eps;
}

// ---- what was found --------------------------------------------------------------------

// The pairs of a solver behind those that are known.
static void take(EPS eps, matrices* m, int32_t count, pairs* p, arena* memory) {
    size_t room = (size_t)(p->count + count);
    p->values = arena_grow(memory, p->values, (size_t)p->count, room, sizeof *p->values);
    p->vectors = arena_grow(memory, p->vectors, (size_t)p->count, room, sizeof(Vec));
    for (int32_t i = 0; i < count; ++i, ++p->count) {
        RANKS_CALL(VecDuplicate(m->x, &p->vectors[p->count]));
        RANKS_CALL(EPSGetEigenpair(eps, i, &p->values[p->count], NULL, p->vectors[p->count], NULL));
    }
}

static void sort(pairs* p) {
    for (int32_t i = 1; i < p->count; ++i)
        for (int32_t k = i; k > 0 && p->values[k] < p->values[k - 1]; --k) {
            double value = p->values[k];
            Vec vector = p->vectors[k];
            p->values[k] = p->values[k - 1];
            p->vectors[k] = p->vectors[k - 1];
            p->values[k - 1] = value;
            p->vectors[k - 1] = vector;
        }
}

void pairs_free(pairs* p) {
    for (int32_t i = 0; i < p->count; ++i)
        RANKS_CALL(VecDestroy(&p->vectors[i]));
    p->count = 0;
}

static void check_count(int32_t found, int32_t wanted, int32_t iterations) {
    if (found < wanted && ranks_self() == 0)
        ranks_end("only %d of %d modes were found in %d iterations: the body is too thin for its "
                  "size, its materials differ too much, or Poisson's ratio is too near to 0.5; "
                  "--solver cholesky finds them where memory is enough",
                  found, wanted, iterations);
}

static void solve(EPS eps, int32_t count, pairs* p) {
    PetscInt found, iterations;
    double begin = clock_seconds();
    RANKS_CALL(EPSSetUp(eps));
    double ready = clock_seconds();
    RANKS_CALL(EPSSolve(eps));
    p->setup_seconds += ready - begin;
    p->solve_seconds += clock_seconds() - ready;
    RANKS_CALL(EPSGetConverged(eps, &found));
    RANKS_CALL(EPSGetIterationNumber(eps, &iterations));
    p->iterations += (int32_t)iterations;
    check_count((int32_t)found, count, (int32_t)iterations);
}

// Equal ones that a single vector has passed by: the lowest beside those that are known must lie above them.
static void find_passed_by(EPS eps, matrices* m, const pairs_wish* w, pairs* p, arena* memory) {
    for (;;) {
        double last = p->values[p->count - 1];
        if (p->count >= w->order)
            return;
        RANKS_CALL(EPSSetDeflationSpace(eps, p->count, p->vectors));
        RANKS_CALL(EPSSetDimensions(eps, 1, PETSC_DEFAULT, PETSC_DEFAULT));
        solve(eps, 1, p);
        take(eps, m, 1, p, memory);
        if (p->values[p->count - 1] >= last * (1.0 - w->same)) {
            sort(p);
            return;
        }
        sort(p);
    }
}

// Do those that are known hold all that is wanted?
static bool suffices(const pairs_wish* w, const pairs* p) {
    double last = p->values[p->count - 1];
    if (p->count >= w->order || (w->below > 0.0 && last > w->below * (1.0 + w->same)))
        return true;
    return p->count > w->count && last > p->values[w->count - 1] * (1.0 + w->same);
}

static int32_t least(int32_t a, int32_t b) {
    return a < b ? a : b;
}

static void find_by_factor(matrices* m, const pairs_wish* w, int32_t count, pairs* p,
                           arena* memory) {
    EPS eps = new_solver(m, w, count);
    solve(eps, count, p);
    take(eps, m, count, p, memory);
    sort(p);
    find_passed_by(eps, m, w, p, memory);
    RANKS_CALL(EPSDestroy(&eps));
}

pairs pairs_find(matrices* m, const pairs_wish* w, kept* k, arena* memory) {
    int32_t ask = w->below > 0.0 ? least(w->count, PAIRS_FIRST_LOOK) : w->count;
    for (;; ask *= 2) {
        pairs p = {0};
        int32_t count = least(ask + GUARD, w->order);
        if (w->method == CHOICE_CHOLESKY) {
            find_by_factor(m, w, count, &p, memory);
        } else {
            lobpcg_find(m, count, k, &p, memory);
            check_count(p.count, count, p.iterations);
            sort(&p);
        }
        if (suffices(w, &p))
            return p;
        pairs_free(&p);
    }
}
