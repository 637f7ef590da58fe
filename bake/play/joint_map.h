// Which joint of a motion drives which joint of a character: by common names, by a file, or both.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/import/biovision.h"
#include "bake/play/joint_slot.h"
#include "bake/scene/scene.h"

typedef struct joint_pair {
    int32_t from;    // joint of the motion
    int32_t to;      // node of the scene
    joint_slot slot; // of the character's joint
} joint_pair;

typedef struct joint_map {
    int32_t count;
    joint_pair* pairs; // a node comes once, in the order of the scene
    int32_t left_count;
    const char** left; // joints of the motion that drive nothing
} joint_map;

// Names that CMU, Mixamo, MakeHuman, Blender and our samples use. False with a sentence when not even the
// hips are found.
bool joint_map_guess(const biovision* b, const scene* s, arena* memory, joint_map* out);

// Lines "joint of the motion = joint of the character" change the guess; nothing after the sign takes a
// joint out; # begins a comment. False with a sentence and its line.
bool joint_map_read(bytes file, const char* path, const biovision* b, const scene* s, arena* memory,
                    joint_map* changed, report* r);
