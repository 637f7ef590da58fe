// Sparse Cholesky: analyse once, factor for each set of values, solve for many right-hand sides.
//
// Nothing of the library behind it (CHOLMOD: docs/decisions/0007-sparse-cholesky.md) is seen here,
// so that another one can take its place. The same matrix gives the same bits on the same processor
// type, whatever the number of cores.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/algebra/sparse.h"
#include "bake/base/report.h"

typedef struct factor factor;

typedef struct factor_size {
    int64_t unknowns;
    int64_t numbers; // stored in the factor, 8 bytes each
    double flops;    // of one factorisation
} factor_size;

// Orders the nodes and finds where the factor will have numbers; looks only at the pattern. NULL
// with a sentence in the report when the factor does not fit into memory.
factor* factor_analyse(const sparse* a, report* r);

// Threads that factor_compute may use, 0: all; it has one at first. The bits are the same for any number of them.
void factor_share(factor* f, int threads);

// The factor of a matrix with the analysed pattern; may be called again with other values. False with
// a sentence that names the row when the matrix is not positive definite, or so nearly singular that
// fewer than three digits of a solution would be right. Looks only at the lower triangle.
bool factor_compute(factor* f, const sparse* a, report* r);

// Solves for right-hand sides, [count][unknowns], in place. Needs a successful factor_compute. False
// with a sentence if it cannot.
bool factor_solve(factor* f, double* columns, int32_t count, int threads, report* r);

factor_size factor_sizes(const factor* f);

void factor_free(factor* f_or_null);
