// A symmetric sparse matrix in small square blocks, one block row a node.
//
// Both triangles are stored, so that a row of a product needs nothing but its own row: rows are
// shared out among threads, and the sums have the same bits for any number of them. Blocks rather
// than single numbers: a third of the indices' memory for three unknowns a node, and the pattern is
// the node graph, which is what the factor's ordering wants. Nodes fit 32 bits; places of blocks do
// not (a million ten-node tets have 40 million blocks, 360 million numbers), so `start` has 64.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/arena.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct sparse {
    int32_t rows;                  // nodes
    int32_t block;                 // unknowns a node, 1 to SPARSE_BLOCK_MAX
    int64_t* start;                // [rows + 1] into column
    int32_t* column;               // [start[rows]] nodes, ascending within a row
    double* value;                 // [start[rows]][block][block], row by row within a block
    const int32_t* places_or_null; // sparse_find_places
} sparse;

enum { SPARSE_BLOCK_MAX = 4, SPARSE_WIDTH_MAX = 10 };

// Which nodes meet in an element: elements is [element_count][width], width up to
// SPARSE_WIDTH_MAX, and the first `used` nodes of each count (4 of 10: the corners alone). Values
// are zero. A node of no element has an empty row.
typedef struct sparse_mesh {
    const int32_t* elements;
    int32_t element_count, width, used, node_count;
} sparse_mesh;

sparse sparse_pattern(const sparse_mesh* mesh, int32_t block, int threads, arena* memory);

// Where in their rows the blocks of each element are, [element_count][used][used], for a pattern that is assembled again and
// again: it is as large as all elements' matrices over 18.
void sparse_find_places(sparse* a, const sparse_mesh* mesh, int threads, arena* memory);

// Sums element matrices into a pattern made from the same mesh. `element` writes the matrix of one
// element, [used * block][used * block], both triangles; it is called from several threads. Each
// entry is summed in the order of elements, whatever the number of threads.
typedef void (*sparse_element)(const void* user, int32_t element, double* matrix);
void sparse_assemble(sparse* a, const sparse_mesh* mesh, sparse_element element, const void* user,
                     int threads);

// The rows and columns of the nodes with number[node] >= 0, which is their new number; numbers
// ascend with the nodes.
sparse sparse_keep(const sparse* a, const int32_t* number, int32_t kept, arena* memory);

// The listed rows, ascending, as a matrix of their own; number[node] is each one's place in the list.
// All their columns must be in it too.
sparse sparse_take(const sparse* a, const int32_t* rows, int32_t count, const int32_t* number,
                   arena* memory);

// y = A x for `columns` vectors one after another, each of rows * block numbers.
void sparse_multiply(const sparse* a, const double* x, double* y, int32_t columns, int threads);

// The same with a matrix of one unknown a node for every axis of `columns` displacements, degree of
// freedom 3 * node + axis: the Kronecker product of A and the identity of three, times x.
void sparse_multiply_axes(const sparse* a, const double* x, double* y, int32_t columns,
                          int threads);

// The block at (row, column), or NULL where the pattern has none.
const double* sparse_block(const sparse* a, int32_t row, int32_t column);

// The largest |a_ij - a_ji| over the largest |a_ij|; infinite when the pattern itself is not
// symmetric.
double sparse_asymmetry(const sparse* a);
