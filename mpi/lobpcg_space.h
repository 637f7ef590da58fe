// The space of LOBPCG: its vectors, what they are multiplied by, and the small problem that finds the best of them.
//
// Vectors lie side by side (wide.h). Stiffness and mass times a vector are kept and combined with it, so that an iteration multiplies only
// what is new. The small problem leaves out directions that depend on others (dense_pencil), so it needs no orthogonal basis.
// SPDX-License-Identifier: MIT
#pragma once

#include "mpi/wide.h"

#include <stdbool.h>

typedef struct block {
    int32_t width;     // a multiple of WIDE_LANES
    double *v, *a, *m; // [rows][width]: vectors, times A, times M
} block;

typedef struct space {
    int32_t rows; // own
    wide_matrix a, m;
    block x; // the block that becomes the pairs
    block w; // new directions, and
    block p; // the last ones: of some columns of x, and zeros that fill up to a multiple
    bool has_w, has_p;
    block
        set; // aside, as found: [rows][set.width], of which `aside` are there and others zero; has no a
    int32_t aside;
    double* values; // [x.width]
    double* ghosts;
    double *small_a, *small_m, *c; // [3 width][3 width], and coefficients [3 width][width]
    arena* memory;
} space;

int32_t space_up_to_lanes(int32_t n);

// Room for `width` vectors, and `found` that are set aside.
space space_new(Mat a, Mat m, int32_t width, int32_t found, arena* memory);
void space_free(space* s);

void space_multiply(space* s, block* b);
void space_sum(double* numbers, size_t count); // of all ranks

// v -= Y (M Y)' v, [rows][width], for all Y that were set aside, or the block itself.
void space_leave_out(const space* s, const block* y, double* v, int32_t width);

// x becomes the lowest Ritz vectors in the space of x, w and p, and p what was added to it, of all columns. False: the space is too small.
bool space_improve(space* s);
