// The force polynomials of a body that only moves in a few ways.
//
// With u = U q and U's columns as gradients G_i at every point, Green's strain is E = sum q_i e_i + sum
// q_i q_j h_ij, e_i = sym G_i, h_ij = (G_i' G_j + G_j' G_i) / 4, and the energy half of <E, E>, so that
//   P_ai = <e_a, e_i>    Q_aij = <e_a, h_ij> + <e_i, h_aj> + <e_j, h_ai>
//   S_aijk = 2/3 (<h_ai, h_jk> + <h_aj, h_ik> + <h_ak, h_ij>)                        (numerics.md C7)
// All products are entries of one Gram matrix of the e and h, each a column of six numbers a point,
// weighted so that a dot product of columns is <.,.>: one symmetric product as fast as BLAS runs,
// where the paper (Galoppo et al. 2009, table 1) took minutes.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/dynamics/elastic.h"
#include "bake/model/polynomial.h"

typedef struct reduce_cost {
    double fill_seconds;    // for the columns
    double product_seconds; // for their products
    double flops;           // of the products
    int64_t bytes;          // held meanwhile
} reduce_cost;

// The polynomial of one shape of the body, of q measured from where that shape rests; linear or
// cubic by the body's law. basis: [count][3 * node_count], zero at fixed nodes. Adds to the cost. The
// same bits for any number of threads.
polynomial reduce_shape(const elastic* m, int32_t shape, const double* basis, int32_t count,
                        reduce_cost* cost, arena* memory);
