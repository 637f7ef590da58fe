// Where poses lie, and how much of each sculpted target a pose has.
//
// Galoppo et al. 2009, section 3.3, put right by numerics.md C1 to C4: biharmonic radial functions |s - s_j| with
// a constant. Interpolating a polynomial's thousands of numbers one by one is a waste: the weights
//   l_i(s) = sum_j cardinal_ij |s - s_j| + cardinal_in,   sum_i l_i = 1,
// are the same for all, so a frame finds these few and blends once. With smoothing the matrix is
// |s_i - s_j| - smoothing on its diagonal: minus, because |.| is conditionally negative definite.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/report.h"

typedef struct pose_space {
    int32_t count;      // targets
    int32_t turns;      // numbers of joints, six a joint, before ...
    int32_t numbers;    // ... all of a pose as given
    int32_t dimension;  // of the space that the targets' poses span, below count
    double* mean;       // [numbers]
    double* projection; // [dimension][numbers] orthonormal: distances within the span are kept
    double* centres;    // [count][dimension] the targets' poses, projected
    double* cardinal;   // [count][count + 1]
    int32_t distinct;   // poses; targets of one pose share its weight
} pose_space;

// poses: [count][turns + inputs]; nearer to each other than a thousandth of their spread is one pose. smoothing: in
// the unit of poses, 0 or above; 0: each target's weight is 1 at its own pose and 0 at others'.
pose_space pose_space_make(const double* const* poses, int32_t count, int32_t turns, int32_t inputs,
                           double smoothing, arena* memory);

// weights: [count]; they sum to one, and outside of what was sculpted some are negative (numerics.md C5:
// elastic_guard is for that).
void pose_space_weights(const pose_space* s, const double* pose, double* weights);
