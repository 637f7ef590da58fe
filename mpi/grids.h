// Smoothed-aggregation multigrid as a preconditioner of many vectors at once: the grids are PETSc's (GAMG: Vanek, Mandel and Brezina 1996), which
// knows the rigid motions as the near null space; one V-cycle on them is ours, in single precision and sixteen vectors at a time.
//
// Why not PETSc's own cycle: its smoothers take one vector after another, and so read every matrix once a vector. A preconditioner
// need not be exact, and what single precision loses is far below what a V-cycle leaves.
// SPDX-License-Identifier: MIT
#pragma once

#include "mpi/wide.h"

typedef struct grids grids;

// By all ranks at once. a: symmetric and positive definite, with its near null space.
grids* grids_make(Mat a, arena* memory);
void grids_free(grids* g);

// w := about A^-1 w, of `width` vectors, a multiple of WIDE_LANES; symmetric and positive.
void grids_apply(grids* g, double* w, int32_t width);
