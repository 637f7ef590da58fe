// LOBPCG is Knyazev 2001, multigrid by smoothed aggregation Vanek, Mandel and Brezina 1996 as PETSc's GAMG has it.
// SPDX-License-Identifier: MIT
#include "mpi/pairs.h"

#include "bake/base/clock.h"
#include "mpi/call.h"
#include "mpi/ranks.h"

#include <math.h>
#include <slepceps.h>
#include <stdlib.h>

static const double LOBPCG_TOLERANCE = 1e-6; // |A x - t M x| over t |M x|, about

enum { GUARD = 3, PAIRS_BLOCK = 16, PAIRS_FIRST_LOOK = 24, ITERATIONS_MOST = 1000 };

// ---- the two ways ----------------------------------------------------------------------

static void by_cholesky(EPS eps, double tolerance) {
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

// SLEPc's own measure has the unit of sqrt(kg): a vector of length 1 in the mass times the mass is about as long as the root of a
// node's mass.
static PetscErrorCode by_residual(EPS eps, PetscScalar value, PetscScalar imaginary,
                                  PetscReal residual, PetscReal* error, void* user) {
    (void)eps, (void)imaginary;
    const matrices* m = user;
    *error = residual / (fabs(value) * sqrt(m->node_mass));
    return 0;
}

static void by_lobpcg(EPS eps, matrices* m, int32_t count) {
    ST st;
    KSP ksp;
    PC pc;
    RANKS_CALL(EPSSetType(eps, EPSLOBPCG));
    RANKS_CALL(EPSLOBPCGSetBlockSize(eps, count < PAIRS_BLOCK ? count : PAIRS_BLOCK));
    RANKS_CALL(EPSSetTolerances(eps, LOBPCG_TOLERANCE, ITERATIONS_MOST));
    RANKS_CALL(EPSSetConvergenceTestFunction(eps, by_residual, m, NULL));
    RANKS_CALL(EPSSetWhichEigenpairs(eps, EPS_SMALLEST_REAL));
    RANKS_CALL(EPSGetST(eps, &st));
    RANKS_CALL(STSetType(st, STPRECOND));
    RANKS_CALL(STGetKSP(st, &ksp));
    RANKS_CALL(KSPSetType(ksp, KSPPREONLY));
    RANKS_CALL(KSPGetPC(ksp, &pc));
    RANKS_CALL(PCSetType(pc, PCGAMG));
}

static EPS new_solver(matrices* m, const pairs_wish* w, int32_t count) {
    EPS eps;
    RANKS_CALL(EPSCreate(PETSC_COMM_WORLD, &eps));
    RANKS_CALL(EPSSetOperators(eps, m->a, m->m));
    RANKS_CALL(EPSSetProblemType(eps, EPS_GHEP));
    RANKS_CALL(EPSSetDimensions(eps, count, PETSC_DEFAULT, PETSC_DEFAULT));
    if (w->method == CHOICE_LOBPCG)
        by_lobpcg(eps, m, count);
    else
        by_cholesky(eps, w->tolerance);
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
    if (found < count && ranks_self() == 0)
        ranks_end("only %d of %d modes were found in %d iterations: the body is too thin for its "
                  "size, its "
                  "materials differ too much, or Poisson's ratio is too near to 0.5; --solver "
                  "cholesky finds "
                  "them where memory is enough",
                  (int)found, count, (int)iterations);
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

pairs pairs_find(matrices* m, const pairs_wish* w, arena* memory) {
    int32_t ask = w->below > 0.0 ? least(w->count, PAIRS_FIRST_LOOK) : w->count;
    for (;; ask *= 2) {
        pairs p = {0};
        int32_t count = least(ask + GUARD, w->order);
        EPS eps = new_solver(m, w, count);
        solve(eps, count, &p);
        take(eps, m, count, &p, memory);
        sort(&p);
        if (w->method == CHOICE_CHOLESKY)
            find_passed_by(eps, m, w, &p, memory);
        RANKS_CALL(EPSDestroy(&eps));
        if (suffices(w, &p))
            return p;
        pairs_free(&p);
    }
}
