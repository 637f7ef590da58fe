// Which joints tell the poses of sculpted targets apart.
//
// By default a bake tells poses by the joints that carry the part. A muscle often lies on one bone and answers to the joint at
// its end: a biceps on the upper arm, while the forearm bends. Such joints must be named.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/recipe/recipe.h"
#include "bake/scene/pose.h"

// Whether no joint stands otherwise to the joint above it. (Where the root stands is no pose.)
bool recipe_same_pose(const scene* s, const pose* a, const pose* b);

// carries: [node_count] joints that carry the part. poses: [target_count]. Where two targets of the part differ in joints that do not carry it only, p->joints becomes those that
// carry it, and of those that turn the nearest in the skeleton; else it stays empty.
void recipe_choose_joints(const scene* s, const bool* carries, const pose* poses, arena* memory,
                          recipe_part* p);
