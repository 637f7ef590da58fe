// The low-rank factorisation of a matrix that is too large for memory: A ~ U Q, U orthonormal, from a few readings of A.
//
// James & Fatahalian 2003, eq. (4) to (7). A block Krylov method (Golub & Underwood 1977; Musco & Musco 2015): blocks
// V_1 = orth(A noise), V_2 = orth(A A^T V_1) ..., each orthogonal to all before it, and the singular values of V^T A, which is
// small. Every reading gives both products with the same columns while they are in memory. An update by runs of columns
// (numerics.md D9) reads A once, but costs as much as four readings do, and forgets what it cuts off; a Gram matrix of the columns does
// not fit for 20,000 of them. U and Q do not depend on the number of threads.
//
// Errors are facts, whether or not values have converged: V is orthonormal, so that
//   |A - U Q|_F^2 = |A|_F^2 - |Q|_F^2   and   |A - U Q|_2^2 <= s_next^2 + |A|_F^2 - |V^T A|_F^2.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/report.h"

enum { LOW_RANK_MOST = 255 };

typedef struct low_rank_matrix {
    int32_t rows, columns;
    // Some columns one after another, [count][rows]; false with a sentence.
    bool (*read)(void* user, int32_t first, int32_t count, double* out, report* r);
    void* user;
} low_rank_matrix;

typedef enum low_rank_rule {
    LOW_RANK_GIVEN,     // as many as `rank`
    LOW_RANK_SPECTRAL,  // all s_k >= tolerance * s_1 (the paper's)
    LOW_RANK_FROBENIUS, // the fewest with |A - U Q|_F <= tolerance * |A|_F
} low_rank_rule;

typedef struct low_rank_options {
    low_rank_rule rule;
    int32_t rank;     // at most so many; 1 to LOW_RANK_MOST
    double tolerance; // of the rule
    double residual;  // of a singular pair, of the largest value times its own: it has converged
    int32_t readings; // of A, at most
    int32_t run;      // columns that are read at a time; 0: about 64 MB of them
    int threads;
} low_rank_options;

// LOW_RANK_FROBENIUS, 64, 0.01, 1e-6, 12 readings.
low_rank_options low_rank_default(void);

typedef struct low_rank {
    int32_t rank;
    int32_t known;       // singular values, at least rank and one more if there is one
    double* values;      // [known] descending
    double* basis;       // [rank][rows]
    double* coordinates; // [columns][rank]
    double size;         // |A|_F
    double
        frobenius; // |A - U Q|_F is at most that; above 3e-7 of |A|_F, where rounding ends, it is equal
    double spectral_low, spectral_high; // |A - U Q|_2 lies between
    double orthogonality;               // largest entry of V^T V - 1
    int32_t readings;
    double flops;   // of the products with A
    bool converged; // all pairs of the rank; if not, errors are larger than they need be
} low_rank;

// False with a sentence when a column cannot be read.
bool low_rank_factor(const low_rank_matrix* a, const low_rank_options* o, arena* memory,
                     low_rank* out, report* r);
