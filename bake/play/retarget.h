// A motion of somebody else's skeleton, as a clip of a character.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/play/joint_map.h"

// The scene with one clip more, its last one. The turns of each joint are carried over in the world; the way
// of the hips is scaled by the length of the legs, so units do not matter; the whole begins where the
// character stands and is raised so that its feet come down to the height of its bind pose. False with a sentence
// when the map has no hips or no length to scale by.
bool retarget_clip(const biovision* b, const joint_map* map, const scene* s, const char* name,
                   arena* memory, scene* out, report* r);

// Frame 0 of many conversions (CMU's) is a T-pose put before the motion: the first frame that belongs to it.
int32_t retarget_first_frame(const biovision* b);
