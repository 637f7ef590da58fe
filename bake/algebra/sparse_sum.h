// Sums of matrices that have patterns of their own, over the nodes that are kept.
//
// What acts between nodes comes in kinds (elements, springs, contacts), each with blocks of its own. A
// sum has the blocks of all of them, so that one factor serves; a kind that changes its pattern is
// assembled anew alone.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/algebra/sparse.h"

// A matrix of zeros with every block that any of the parts has between kept nodes. The parts are over
// the same nodes; number: as in sparse_keep. `block` of the sum may be another than that of a part.
sparse sparse_sum_pattern(const sparse* const* parts, int32_t count, const int32_t* number,
                          int32_t kept, int32_t block, arena* memory);

// Every block of a part between kept nodes, row by row: its row and column among all nodes, its
// numbers, and where it stands in the sum. Rows may be visited by several threads at once.
typedef void (*sparse_sum_visitor)(const void* user, int32_t row, int32_t column,
                                   const double* from, double* to);
void sparse_sum_visit(sparse* sum, const sparse* part, const int32_t* number,
                      sparse_sum_visitor visit, const void* user, int threads);

// sum += factor * part, which has blocks as large as the sum's.
void sparse_sum_add(sparse* sum, const sparse* part, const int32_t* number, double factor,
                    int threads);
