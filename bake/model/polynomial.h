// The elastic force of a reduced body: a polynomial of degree one or three in its coordinates.
//
//   R_a(q) = c_a + P_ai q_i + Q_aij q_i q_j + S_aijk q_i q_j q_k
//
// It is the gradient of an energy, so P, Q and S do not change when indices are swapped and each
// value is stored once, in the order of format/packed.h. Whatever has no index of m or above comes
// first in each array: the model in the first m coordinates is the beginning of each, and exactly
// what the same reduction would have made of those m columns alone.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/arena.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct polynomial {
    int32_t count;    // coordinates
    bool cubic;       // false: `square` and `cube` are NULL
    double energy;    // at q = 0, J
    double* constant; // [count]; the others follow it, as an asset has them
    double* linear;   // [polynomial_size(count, 2)]
    double* square;   // [polynomial_size(count, 3)]
    double* cube;     // [polynomial_size(count, 4)]
} polynomial;

enum { POLYNOMIAL_RANK_MAX = 4 };

// Different values of a symmetric array with `rank` indices, 1 to 4, below count.
size_t polynomial_size(int32_t count, int rank);

// Where the value of these indices is; they may come in any order.
size_t polynomial_place(int rank, const int32_t* indices);

polynomial polynomial_zero(int32_t count, bool cubic, arena* memory);

// The same in the first `count` coordinates, the others held at 0; refers to p.
polynomial polynomial_leading(const polynomial* p, int32_t count);

// The polynomial of y with q = y - offset: measured from a common place instead of its own rest
// (Galoppo et al. 2009, (7), with the constant term that it lacks: numerics.md C6).
polynomial polynomial_shift(const polynomial* p, const double* offset, arena* memory);

double polynomial_energy(const polynomial* p, const double* q);
void polynomial_force(const polynomial* p, const double* q, double* force);         // [count]
void polynomial_stiffness(const polynomial* p, const double* q, double* stiffness); // packed
