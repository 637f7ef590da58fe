// The pose in which the skins were bound: where soft shapes live.
//
// Shapes are added before skinning (James and Pai 2002, section 4.2), so the body at rest is the
// bound one, not the one that a file happens to show first.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/scene/pose.h"

// Every joint stands where it was bound, the whole carried to the world as the first joint of its
// skin carries it in the file's rest pose: where rest and bind agree, this is the rest pose. Nodes
// that are no joints keep their place to their parent. Skins without inverse binds keep the rest pose.
pose bind_pose(const scene* s, arena* memory);
