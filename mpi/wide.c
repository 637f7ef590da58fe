// The products are compiled twice where the compiler can, for any x86-64 and for those with 256-bit registers; which one runs is found
// out when the program starts.
// SPDX-License-Identifier: MIT
#include "mpi/wide.h"

#include "mpi/call.h"

#include <string.h>

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) &&                             \
    !defined(__SANITIZE_ADDRESS__)
#define WIDE_CLONES __attribute__((target_clones("default", "arch=x86-64-v3")))
#else
#define WIDE_CLONES
#endif

// As wide as a register of the second kind; unaligned, and of memory that others know as numbers.
typedef double lanes __attribute__((vector_size(8 * WIDE_LANES), aligned(8), may_alias));
typedef float singles __attribute__((vector_size(2 * WIDE_SINGLES), aligned(4), may_alias));

// ---- products --------------------------------------------------------------------------

// Four sums at a time, so that an addition need not wait for the one before. A row's numbers are read from memory once, and
// from the nearest cache for the rest of the width.
WIDE_CLONES static void add_rows(const wide_part* p, int32_t rows, const double* x, double* y,
                                 int32_t width) {
    for (int32_t i = 0; i < rows; ++i) {
        double* to = y + (size_t)i * (size_t)width;
        int32_t c = 0;
        for (; c + 4 * WIDE_LANES <= width; c += 4 * WIDE_LANES) {
            lanes* out = (lanes*)(to + c);
            lanes s0 = out[0], s1 = out[1], s2 = out[2], s3 = out[3];
            for (PetscInt k = p->start[i]; k < p->start[i + 1]; ++k) {
                const lanes* in =
                    (const lanes*)(x + (size_t)p->column[k] * (size_t)width + (size_t)c);
                double a = p->value[k];
                s0 += a * in[0];
                s1 += a * in[1];
                s2 += a * in[2];
                s3 += a * in[3];
            }
            out[0] = s0;
            out[1] = s1;
            out[2] = s2;
            out[3] = s3;
        }
        for (; c < width; c += WIDE_LANES) {
            lanes s0 = *(lanes*)(to + c);
            for (PetscInt k = p->start[i]; k < p->start[i + 1]; ++k)
                s0 += p->value[k] *
                      *(const lanes*)(x + (size_t)p->column[k] * (size_t)width + (size_t)c);
            *(lanes*)(to + c) = s0;
        }
    }
}

WIDE_CLONES static void add_rows_single(const wide_part* p, int32_t rows, const float* x,
                                        float* y) {
    for (int32_t i = 0; i < rows; ++i) {
        singles* out = (singles*)(y + (size_t)i * WIDE_SINGLES);
        singles s0 = out[0], s1 = out[1];
        for (PetscInt k = p->start[i]; k < p->start[i + 1]; ++k) {
            const singles* in = (const singles*)(x + (size_t)p->column[k] * WIDE_SINGLES);
            float a = p->single[k];
            s0 += a * in[0];
            s1 += a * in[1];
        }
        out[0] = s0;
        out[1] = s1;
    }
}

// Own columns are multiplied while those of others are on their way.
void wide_times(const wide_matrix* m, const double* x, double* y, int32_t width, double* ghosts) {
    MPI_Datatype row;
    if (m->halo != NULL) {
        MPI_Type_contiguous(width, MPI_DOUBLE, &row);
        MPI_Type_commit(&row);
        RANKS_CALL(PetscSFBcastBegin(m->halo, row, x, ghosts, MPI_REPLACE));
    }
    memset(y, 0, (size_t)m->rows * (size_t)width * sizeof *y);
    add_rows(&m->own, m->rows, x, y, width);
    if (m->halo == NULL)
        return;
    RANKS_CALL(PetscSFBcastEnd(m->halo, row, x, ghosts, MPI_REPLACE));
    MPI_Type_free(&row);
    add_rows(&m->others, m->rows, ghosts, y, width);
}

void wide_times_single(const wide_matrix* m, const float* x, float* y, float* ghosts) {
    MPI_Datatype row;
    if (m->halo != NULL) {
        MPI_Type_contiguous(WIDE_SINGLES, MPI_FLOAT, &row);
        MPI_Type_commit(&row);
        RANKS_CALL(PetscSFBcastBegin(m->halo, row, x, ghosts, MPI_REPLACE));
    }
    memset(y, 0, (size_t)m->rows * WIDE_SINGLES * sizeof *y);
    add_rows_single(&m->own, m->rows, x, y);
    if (m->halo == NULL)
        return;
    RANKS_CALL(PetscSFBcastEnd(m->halo, row, x, ghosts, MPI_REPLACE));
    MPI_Type_free(&row);
    add_rows_single(&m->others, m->rows, ghosts, y);
}

// ---- from PETSc ------------------------------------------------------------------------

static wide_part part_of(Mat a) {
    PetscInt rows;
    PetscBool done;
    wide_part p = {0};
    const PetscScalar* value;
    RANKS_CALL(MatGetRowIJ(a, 0, PETSC_FALSE, PETSC_FALSE, &rows, &p.start, &p.column, &done));
    RANKS_CALL(MatSeqAIJGetArrayRead(a, &value)); // both stay where they are while the matrix does
    p.value = value;
    return p;
}

wide_matrix wide_of(Mat a) {
    PetscBool many;
    PetscInt rows, columns;
    RANKS_CALL(MatGetLocalSize(a, &rows, &columns));
    RANKS_CALL(PetscObjectBaseTypeCompare((PetscObject)a, MATMPIAIJ, &many));
    wide_matrix m = {.rows = (int32_t)rows, .columns = (int32_t)columns};
    if (!many) {
        m.own = part_of(a);
        return m;
    }
    Mat own, others;
    const PetscInt* ghosts;
    PetscInt count;
    PetscLayout layout;
    RANKS_CALL(MatMPIAIJGetSeqAIJ(a, &own, &others, &ghosts));
    RANKS_CALL(MatGetSize(others, NULL, &count));
    m.own = part_of(own);
    m.others = part_of(others);
    m.ghosts = (int32_t)count;
    RANKS_CALL(MatGetLayouts(a, NULL, &layout));
    RANKS_CALL(PetscSFCreate(PETSC_COMM_WORLD, &m.halo));
    RANKS_CALL(PetscSFSetGraphLayout(m.halo, layout, count, NULL, PETSC_OWN_POINTER, ghosts));
    RANKS_CALL(PetscSFSetUp(m.halo));
    return m;
}

static wide_part copy_part(const wide_part* p, int32_t rows, arena* memory) {
    size_t count = (size_t)p->start[rows];
    PetscInt *start = ARENA_NEW(memory, PetscInt, (size_t)rows + 1),
             *column = ARENA_NEW(memory, PetscInt, count + 1);
    float* single = ARENA_NEW(memory, float, count + 1);
    memcpy(start, p->start, ((size_t)rows + 1) * sizeof *start);
    memcpy(column, p->column, count * sizeof *column);
    for (size_t k = 0; k < count; ++k)
        single[k] = (float)p->value[k];
    return (wide_part){start, column, NULL, single};
}

wide_matrix wide_copy(Mat a, arena* memory) {
    wide_matrix m = wide_of(a);
    m.own = copy_part(&m.own, m.rows, memory);
    if (m.halo != NULL)
        m.others = copy_part(&m.others, m.rows, memory);
    return m;
}

void wide_free(wide_matrix* m) {
    if (m->halo != NULL)
        RANKS_CALL(PetscSFDestroy(&m->halo));
}
