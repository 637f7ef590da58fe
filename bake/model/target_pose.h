// Poses of a recipe's targets as numbers.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/model/target_make.h"

// The joints that poses of the part are told by, and what a shift of them counts for.
bool target_joints(const soft_body* b, const part* p, const recipe_part* how, double size,
                   arena* memory, target_set* out, report* r);

// One target's pose, [target_numbers]. False with a sentence for clips and nodes that the file does not
// have, and for times outside.
bool target_pose(const soft_body* b, const recipe_target* how, const target_set* set, double* out,
                 arena* memory, report* r);

// The same of skinning matrices, [bone_count] of the binding, and without inputs: those stay. False for a joint that is scaled to nothing or
// mirrored, whose place in the set's list is told if asked for.
bool target_pose_of(const binding* b, const target_set* set, const mat4* palette, double* out,
                    int32_t* bad_joint_or_null);

// The same in words.
const char* target_pose_text(const recipe_target* how, arena* memory);

// How far two poses are apart: radians.
double target_distance(const target_set* set, const double* a, const double* b);
