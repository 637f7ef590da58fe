// A joint's pose relative to its parent, as six numbers: weights of sculpted shapes depend on these.
//
// The baker describes the poses that shapes were sculpted in and the runtime the pose it is given; both
// by this one function, from skinning matrices alone. In the bind pose all six are zero, wherever the
// character stands and whatever its unit, because S_parent^-1 S_joint is the identity there.
// SPDX-License-Identifier: MIT
#pragma once

#include <stdbool.h>

enum { JOINT_POSE_SIZE = 6 };

// parent, own: skinning matrices, three rows of four. joint: its place in the bind pose, as frame_joint
// has it. far: what a unit of the mesh counts for.
// out: the rotation vector (radians, length up to pi; the nearest rotation where bones are scaled or
// sheared), then how far the joint has left its place, times `far`; both in the axes of the mesh. False,
// and out untouched, when a bone is scaled to nothing or turned inside out, or its matrix holds no numbers.
bool joint_pose(const float parent[12], const float own[12], const double joint[3], double far,
                double out[JOINT_POSE_SIZE]);
