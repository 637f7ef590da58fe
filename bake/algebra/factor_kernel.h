// The dense products of a factorisation by panels: as fast as the processor's vectors are wide, with the same bits
// whatever they are.
//
// A library chooses its kernels by the processor's name, and takes the slowest it has for one that it does not know: half of
// a factor's time on the machine that this was written on. These are compiled for three widths of vectors; each number of a
// product is summed in the same order in all of them, and no product is fused with a sum. So a simulation has the same
// bytes on every processor.
// SPDX-License-Identifier: MIT
#pragma once

#include <stddef.h>
#include <stdint.h>

// Rows and columns of a tile of the product, and as many of the sum's terms as stay near.
enum { KERNEL_ROWS = 8, KERNEL_COLUMNS = 8, KERNEL_DEPTH = 256, KERNEL_SIDE = 192 };

// Numbers of scratch that panels of up to so many columns need.
size_t factor_kernel_scratch(int64_t widest);

// A factor by columns, rows one after another within a column: `from` is [depth][stride], of which rows 0 to m - 1 count.
typedef struct factor_product {
    const double* from;
    int64_t stride;
    int64_t m, n,
        depth; // the product of all rows and the first n of them, of which the lower triangle counts
    double* to;            // [..][height]
    int64_t height;        // of a column of `to`
    const int32_t* row;    // [m] where each row is in `to`
    const int64_t* column; // [n] which column of `to` each of the first n rows is
} factor_product;

// to[column[j]][row[i]] -= sum over k of from[k][i] from[k][j], for i >= j.
void factor_kernel_subtract(const factor_product* p, double* scratch);

// Of a panel [columns][height], whose first `columns` rows are a triangle: its Cholesky factor, and the rows below divided by
// it. Returns 0, or 1 + the first column whose pivot is not positive. scratch as above, and [height] for each index array.
int64_t factor_kernel_panel(double* panel, int64_t columns, int64_t height, double* scratch,
                            int32_t* row, int64_t* column);
