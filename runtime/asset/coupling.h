// The matrices that couple a part's coordinates by a turning frame, as the spin of a frame folds them.
//
// The file has six of the nine P_ab[i][k] = phi_i,a M phi_k,b (docs/format.md); forces of a spin need only their
// symmetric and antisymmetric parts, from which those of any frame are sums of six and of three. Found once an asset:
// taken from the six in every substep, half of the reads would go down columns.
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/asset/asset.h"
#include "runtime/base/memory.h"

enum { COUPLING_SUMS = 6, COUPLING_DIFFERENCES = 3, COUPLING_PAD = 8 };

typedef struct coupling {
    int32_t count; // coordinates; 0: the asset has no matrices
    int32_t
        stride;  // from one column to the next: count, and zeros up to a multiple of COUPLING_PAD
    float* sums; // [6] of xx, yy, zz, xy + yx, yz + zy, zx + xz, each column after column
    float* differences; // [3] of yz - zy, zx - xz, xy - yx: what a spin about x, y and z needs
} coupling;

// Numbers of a matrix of a part of so many coordinates, column after column as above.
static inline size_t coupling_numbers(int32_t count) {
    return (size_t)count * (size_t)((count + COUPLING_PAD - 1) / COUPLING_PAD * COUPLING_PAD);
}

void coupling_lay_out(coupling* to, const asset_part* part, memory_layout* l);
void coupling_find(const coupling* to, const asset_part* part);
