// SPDX-License-Identifier: MIT
#include "mpi/matrices.h"

#include "mpi/call.h"
#include "mpi/ranks.h"

typedef struct own_rows {
    const share* s;
    const assemble_matrices* local; // of the share's nodes: whole in its own rows
    int32_t* node;                  // [s->rows] of the share
} own_rows;

static bool is_own(const share* s, int32_t row) {
    return row >= s->first && row < s->first + s->rows;
}

// Numbers of a row of `each` unknowns a block that lie in own columns and in others'.
static void count_row(const own_rows* w, int32_t i, PetscInt each, PetscInt* own,
                      PetscInt* others) {
    const sparse* k = &w->local->mass;
    *own = *others = 0;
    for (int64_t b = k->start[w->node[i]]; b < k->start[w->node[i] + 1]; ++b) {
        int32_t row = w->s->row[k->column[b]];
        if (row >= 0)
            *(is_own(w->s, row) ? own : others) += each;
    }
}

// An empty matrix with room for what its rows will hold.
static Mat new_matrix(const own_rows* w, PetscInt each, arena* scratch) {
    PetscInt n = 3 * w->s->rows, all = 3 * w->s->all;
    PetscInt *own = ARENA_NEW(scratch, PetscInt, (size_t)n + 1),
             *others = ARENA_NEW(scratch, PetscInt, (size_t)n + 1);
    for (int32_t i = 0; i < n; ++i)
        count_row(w, i / 3, each, &own[i], &others[i]);
    Mat a;
    RANKS_CALL(MatCreate(PETSC_COMM_WORLD, &a));
    RANKS_CALL(MatSetSizes(a, n, n, all, all));
    RANKS_CALL(MatSetType(a, MATAIJ));
    RANKS_CALL(MatSetBlockSize(a, 3));
    RANKS_CALL(MatSeqAIJSetPreallocation(a, 0, own));
    RANKS_CALL(MatMPIAIJSetPreallocation(a, 0, own, 0, others));
    return a;
}

static void finish(Mat a) {
    RANKS_CALL(MatAssemblyBegin(a, MAT_FINAL_ASSEMBLY));
    RANKS_CALL(MatAssemblyEnd(a, MAT_FINAL_ASSEMBLY));
    RANKS_CALL(MatSetOption(a, MAT_SYMMETRIC, PETSC_TRUE));
    RANKS_CALL(MatSetOption(a, MAT_SPD, PETSC_TRUE));
}

static Mat make_stiffness(const own_rows* w, double* diagonal, arena* scratch) {
    const sparse* k = &w->local->stiffness;
    Mat a = new_matrix(w, 3, scratch);
    for (int32_t i = 0; i < w->s->rows; ++i)
        for (int64_t b = k->start[w->node[i]]; b < k->start[w->node[i] + 1]; ++b) {
            PetscInt row = w->s->first + i, column = w->s->row[k->column[b]];
            const double* value = k->value + 9 * b;
            if (column >= 0)
                RANKS_CALL(MatSetValuesBlocked(a, 1, &row, 1, &column, value, INSERT_VALUES));
            if (column == row)
                diagonal[i] = value[0] + value[4] + value[8];
        }
    finish(a);
    return a;
}

static Mat make_mass(const own_rows* w, arena* scratch) {
    const sparse* m = &w->local->mass;
    Mat a = new_matrix(w, 1, scratch);
    for (int32_t i = 0; i < w->s->rows; ++i)
        for (int64_t b = m->start[w->node[i]]; b < m->start[w->node[i] + 1]; ++b)
            for (PetscInt axis = 0; axis < 3 && w->s->row[m->column[b]] >= 0; ++axis)
                RANKS_CALL(MatSetValue(a, 3 * (w->s->first + i) + axis,
                                       3 * w->s->row[m->column[b]] + axis, m->value[b],
                                       INSERT_VALUES));
    finish(a);
    return a;
}

// The rigid motions, which a coarse grid must be able to make.
static void set_near_null_space(const own_rows* w, Mat a, Vec places) {
    PetscScalar* to;
    MatNullSpace rigid;
    RANKS_CALL(VecSetBlockSize(places, 3));
    RANKS_CALL(VecGetArray(places, &to));
    for (int32_t i = 0; i < w->s->rows; ++i) {
        vec3 v = w->s->tets.nodes[w->node[i]];
        to[3 * i] = v.x;
        to[3 * i + 1] = v.y;
        to[3 * i + 2] = v.z;
    }
    RANKS_CALL(VecRestoreArray(places, &to));
    RANKS_CALL(MatNullSpaceCreateRigidBody(places, &rigid));
    RANKS_CALL(MatSetNearNullSpace(a, rigid));
    RANKS_CALL(MatNullSpaceDestroy(&rigid));
}

static double mean_mass(Mat m, Vec scratch, PetscInt rows) {
    PetscScalar sum;
    RANKS_CALL(MatGetDiagonal(m, scratch));
    RANKS_CALL(VecSum(scratch, &sum));
    return sum / (double)rows;
}

// A rank may have no rows, where there are more ranks than nodes.
static assemble_matrices assemble_local(const share* s, arena* memory) {
    assemble_matrices local = {0};
    report r = report_new(memory);
    if (s->tets.tet_count > 0 &&
        !assemble_body(&s->tets, s->materials, s->rule, 1, &local, place_none(), memory, &r))
        ranks_end("rank %d cannot make its matrices", ranks_self());
    return local;
}

matrices matrices_make(const share* s, double* diagonal) {
    arena* scratch = arena_create();
    assemble_matrices local = assemble_local(s, scratch);
    own_rows w = {s, &local, ARENA_NEW(scratch, int32_t, (size_t)s->rows + 1)};
    for (int32_t i = 0; i < s->tets.node_count; ++i)
        if (is_own(s, s->row[i]))
            w.node[s->row[i] - s->first] = i;
    matrices m = {.a = make_stiffness(&w, diagonal, scratch), .m = make_mass(&w, scratch)};
    RANKS_CALL(MatCreateVecs(m.a, &m.x, &m.y));
    RANKS_CALL(VecDuplicate(m.x, &m.z));
    set_near_null_space(&w, m.a, m.x);
    m.node_mass = mean_mass(m.m, m.x, 3 * s->all);
    RANKS_CALL(VecScatterCreateToZero(m.x, &m.gather, &m.gathered));
    arena_destroy(scratch);
    return m;
}

void matrices_free(matrices* m) {
    RANKS_CALL(MatDestroy(&m->a));
    RANKS_CALL(MatDestroy(&m->m));
    RANKS_CALL(VecDestroy(&m->x));
    RANKS_CALL(VecDestroy(&m->y));
    RANKS_CALL(VecDestroy(&m->z));
    RANKS_CALL(VecDestroy(&m->gathered));
    RANKS_CALL(VecScatterDestroy(&m->gather));
}

void matrices_set_shift(matrices* m, double shift) {
    if (shift != m->shift)
        RANKS_CALL(MatAXPY(m->a, m->shift - shift, m->m, SUBSET_NONZERO_PATTERN));
    RANKS_CALL(MatSetOption(m->a, MAT_SYMMETRIC, PETSC_TRUE)); // a sum forgets it
    RANKS_CALL(MatSetOption(m->a, MAT_SPD, PETSC_TRUE));
    m->shift = shift;
}

void matrices_times_stiffness(matrices* m) {
    RANKS_CALL(MatMult(m->a, m->x, m->y));
    if (m->shift == 0.0)
        return;
    RANKS_CALL(MatMult(m->m, m->x, m->z));
    RANKS_CALL(VecAXPY(m->y, m->shift, m->z));
}

void matrices_spread(matrices* m, const double* from, const int32_t* slot, int32_t rows) {
    if (from != NULL) {
        PetscScalar* to;
        RANKS_CALL(VecGetArray(m->gathered, &to));
        for (int32_t i = 0; i < rows; ++i)
            for (int k = 0; k < 3; ++k)
                to[3 * (size_t)slot[i] + (size_t)k] = from[3 * (size_t)i + (size_t)k];
        RANKS_CALL(VecRestoreArray(m->gathered, &to));
    }
    RANKS_CALL(VecScatterBegin(m->gather, m->gathered, m->x, INSERT_VALUES, SCATTER_REVERSE));
    RANKS_CALL(VecScatterEnd(m->gather, m->gathered, m->x, INSERT_VALUES, SCATTER_REVERSE));
}

void matrices_gather(matrices* m, Vec v, double* to, const int32_t* slot, int32_t rows) {
    RANKS_CALL(VecScatterBegin(m->gather, v, m->gathered, INSERT_VALUES, SCATTER_FORWARD));
    RANKS_CALL(VecScatterEnd(m->gather, v, m->gathered, INSERT_VALUES, SCATTER_FORWARD));
    if (to == NULL)
        return;
    const PetscScalar* from;
    RANKS_CALL(VecGetArrayRead(m->gathered, &from));
    for (int32_t i = 0; i < rows; ++i)
        for (int k = 0; k < 3; ++k)
            to[3 * (size_t)i + (size_t)k] = from[3 * (size_t)slot[i] + (size_t)k];
    RANKS_CALL(VecRestoreArrayRead(m->gathered, &from));
}
