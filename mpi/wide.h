// Many vectors side by side, a row's numbers one after another: [rows][width]. A matrix of PETSc is then read once for all of them, where
// PETSc reads it once a vector; the numbers of other ranks' rows come by its star forests.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/arena.h"

#include <petscmat.h>
#include <petscsf.h>
#include <stdint.h>

// Of a rank's rows: what stands in its own columns, and in others'.
typedef struct wide_part {
    const PetscInt *start, *column; // [rows + 1], [numbers]
    const double* value;            // [numbers]; NULL where it is kept in single precision
    const float* single;            // or NULL
} wide_part;

typedef struct wide_matrix {
    int32_t rows, columns, ghosts; // own rows, own columns, columns of others that it reads
    wide_part own, others;         // others.column: of ghosts
    PetscSF halo;                  // NULL: one rank
} wide_matrix;

// As PETSc has it, whose memory it reads and which must live as long.
wide_matrix wide_of(Mat a);
// A copy in single precision, for what need not be exact.
wide_matrix wide_copy(Mat a, arena* memory);
void wide_free(wide_matrix* m);

// y = A x. ghosts: room for [m->ghosts][width]. width: a multiple of WIDE_LANES, of single precision WIDE_SINGLES.
enum { WIDE_LANES = 4, WIDE_SINGLES = 16 };
void wide_times(const wide_matrix* m, const double* x, double* y, int32_t width, double* ghosts);
void wide_times_single(const wide_matrix* m, const float* x, float* y, float* ghosts);
