// Stiffness and mass as PETSc's matrices, each rank with the rows of its share, and the way of vectors to and from the leader.
//
// The stiffness is kept as A = K - shift M: positive definite, also where nothing is held, so that pairs of A x = t M x are all that a
// solver is asked for, and no third matrix is needed.
// SPDX-License-Identifier: MIT
#pragma once

#include "mpi/share.h"

#include <petscmat.h>

typedef struct matrices {
    Mat a, m; // K - shift M, and the mass with its three axes
    double shift;
    double node_mass; // kg, of a node in the mean: the scale of residuals
    Vec x, y, z;      // of all ranks
    VecScatter gather;
    Vec gathered; // on the leader, in the order of ranks
} matrices;

// By all ranks at once. diagonal: [rows of the share] as eigen_remote.assemble has it.
matrices matrices_make(const share* s, double* diagonal);
void matrices_free(matrices* m);

void matrices_set_shift(matrices* m, double shift);

// y = K x.
void matrices_times_stiffness(matrices* m);

// x from the leader's [rows][3], or a vector to it; slot: share_order; both NULL on the others.
void matrices_spread(matrices* m, const double* from, const int32_t* slot, int32_t rows);
void matrices_gather(matrices* m, Vec v, double* to, const int32_t* slot, int32_t rows);
