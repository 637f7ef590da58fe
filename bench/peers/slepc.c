// The modes of two matrices by SLEPc's Krylov-Schur on MUMPS' factor: the bench's second peer.
//
//   bench_slepc MATRICES COUNT VALUES
//
// MATRICES as bench/peer.c writes them. VALUES: the processor seconds of factor and solution, then the
// values. A program of its own, because PETSc would bring MPI and its signal handlers into ours.
// SPDX-License-Identifier: MIT
#include <slepceps.h>

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

typedef struct matrices {
    int32_t rows, *column;
    int64_t* start;
    double *stiffness, *mass;
} matrices;

static void* read_array(FILE* f, size_t count, size_t size) {
    void* p = malloc(count * size);
    return p != NULL && fread(p, size, count, f) == count ? p : NULL;
}

static bool read_matrices(const char* path, matrices* m) {
    FILE* f = fopen(path, "rb");
    if (f == NULL || fread(&m->rows, sizeof m->rows, 1, f) != 1)
        return false;
    m->start = read_array(f, (size_t)m->rows + 1, sizeof *m->start);
    if (m->start == NULL)
        return false;
    size_t blocks = (size_t)m->start[m->rows];
    m->column = read_array(f, blocks, sizeof *m->column);
    m->stiffness = read_array(f, blocks, 9 * sizeof(double));
    m->mass = read_array(f, blocks, sizeof(double));
    fclose(f);
    return m->column != NULL && m->stiffness != NULL && m->mass != NULL;
}

// Both triangles of the stiffness, or of the mass with its number on the diagonal of each block.
static Mat matrix(const matrices* m, bool stiffness) {
    PetscInt n = 3 * m->rows, most = 0;
    for (int32_t row = 0; row < m->rows; ++row)
        most = m->start[row + 1] - m->start[row] > most
                   ? (PetscInt)(m->start[row + 1] - m->start[row])
                   : most;
    PetscInt *counts = malloc((size_t)n * sizeof *counts),
             *columns = malloc(3 * (size_t)most * sizeof *columns);
    double* values = malloc(3 * (size_t)most * sizeof *values);
    if (counts == NULL || columns == NULL || values == NULL)
        exit(70);
    for (PetscInt i = 0; i < n; ++i)
        counts[i] = (PetscInt)((stiffness ? 3 : 1) * (m->start[i / 3 + 1] - m->start[i / 3]));
    Mat a;
    MatCreateSeqAIJ(PETSC_COMM_SELF, n, n, 0, counts, &a);
    for (PetscInt i = 0; i < n; ++i) {
        PetscInt count = 0;
        for (int64_t b = m->start[i / 3]; b < m->start[i / 3 + 1]; ++b)
            for (PetscInt k = stiffness ? 0 : i % 3; k <= (stiffness ? 2 : i % 3); ++k) {
                columns[count] = 3 * m->column[b] + k;
                values[count++] = stiffness ? m->stiffness[9 * b + 3 * (i % 3) + k] : m->mass[b];
            }
        MatSetValues(a, 1, &i, count, columns, values, INSERT_VALUES);
    }
    MatAssemblyBegin(a, MAT_FINAL_ASSEMBLY);
    MatAssemblyEnd(a, MAT_FINAL_ASSEMBLY);
    MatSetOption(a, MAT_SYMMETRIC, PETSC_TRUE);
    MatSetOption(a, MAT_SPD, PETSC_TRUE);
    free(counts);
    free(columns);
    free(values);
    return a;
}

static EPS solver(Mat k, Mat m, PetscInt count) {
    EPS eps;
    ST st;
    KSP ksp;
    PC pc;
    EPSCreate(PETSC_COMM_SELF, &eps);
    EPSSetOperators(eps, k, m);
    EPSSetProblemType(eps, EPS_GHEP);
    EPSSetDimensions(eps, count, PETSC_DEFAULT, PETSC_DEFAULT);
    EPSSetTolerances(eps, 1e-8, PETSC_DEFAULT); // as ours
    EPSSetWhichEigenpairs(eps, EPS_TARGET_MAGNITUDE);
    EPSSetTarget(eps, 0.0);
    EPSGetST(eps, &st);
    STSetType(st, STSINVERT);
    STGetKSP(st, &ksp);
    KSPSetType(ksp, KSPPREONLY);
    KSPGetPC(ksp, &pc);
    PCSetType(pc, PCCHOLESKY);
    PCFactorSetMatSolverType(pc, MATSOLVERMUMPS);
    return eps;
}

int main(int argc, char** argv) {
    matrices m = {0};
    if (argc != 4 || !read_matrices(argv[1], &m))
        return 2;
    int no_arguments = 1;
    PetscInt count = atoi(argv[2]), found = 0;
    SlepcInitialize(&no_arguments, &argv, NULL, NULL);
    Mat stiffness = matrix(&m, true), mass = matrix(&m, false);
    double begin = (double)clock() / CLOCKS_PER_SEC;
    EPS eps = solver(stiffness, mass, count);
    EPSSolve(eps);
    double end = (double)clock() / CLOCKS_PER_SEC;
    EPSGetConverged(eps, &found);
    FILE* f = fopen(argv[3], "w");
    if (f == NULL || found < count)
        return 1;
    fprintf(f, "%g\n", end - begin);
    for (PetscInt i = 0; i < count; ++i) {
        PetscScalar value;
        EPSGetEigenvalue(eps, i, &value, NULL);
        fprintf(f, "%.15g\n", value);
    }
    return fclose(f) == 0 ? 0 : 1;
}
