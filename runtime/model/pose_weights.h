// How much of each target a pose asks for: cardinal weights of biharmonic interpolation between poses.
//
// A pose is six numbers a joint (joint_pose.h) and one an input, projected on the directions in which the targets' poses
// differ. Weights sum to one, are 1 at a target's own pose, never negative, and continuous (numerics.md C1 to
// C5); what the pose does besides is ignored. All from the palette and the inputs: nothing is remembered.
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/asset/posed_asset.h"

// weights [target_count], for the posed part p of an asset with these bones. inputs: [input_count].
void pose_weights_find(const asset_posed* p, const format_bone* bones, const float (*palette)[12],
                       const float* inputs, float* weights);

// ---- its steps -------------------------------------------------------------------------

// Of the rotation vectors that mean the same turn, the one nearest to `mean`. So the jump that a
// rotation vector must have somewhere lies half a turn away from the poses that were sculpted, rather
// than from the bind pose.
void pose_weights_unwind(double turn[3], const double mean[3]);

// What interpolation gives at a place z [dimension]: sums to one, may be negative.
void pose_weights_cardinal(const asset_posed* p, const double* z, double* weights);

// Negative weights become zero, and the rest sum to one: a blend of energies then has no holes.
void pose_weights_guard(double* weights, int32_t count);
