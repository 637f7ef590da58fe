// The operator (K - shift M)^-1 M, and blocks of vectors made orthonormal in the mass.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/algebra/lanczos.h"
#include "bake/algebra/lanczos_basis.h"

typedef struct lanczos_operator {
    const lanczos_problem* p;
    report* r;
    uint32_t seed;  // of the noise that comes next
    int32_t solves; // right-hand sides so far
    double solve_seconds, basis_seconds;
} lanczos_operator;

void lanczos_noise(lanczos_operator* o, double* column);

// to = (K - shift M)^-1 M from
bool lanczos_apply(lanczos_operator* o, const double* from, double* to, int32_t count);

// How a block came from the columns there were: columns = basis * taken + block * total.
typedef struct lanczos_block {
    int32_t count; // columns there were
    int32_t made;  // of the block; fewer where no direction with mass is left
    double* taken; // [count][basis size]
    double* total; // [count][count] by columns; the first `made` rows count
} lanczos_block;

// Makes `count` columns of x, [count][order], orthonormal and orthogonal to the basis. Columns that lie in
// the span of others are replaced by new directions, about which `total` then says nothing. work: as x.
bool lanczos_orthonormalise(lanczos_operator* o, const lanczos_basis* basis, double* x,
                            double* work, int32_t count, lanczos_block* out, arena* memory);
