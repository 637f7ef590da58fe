// A first scene with a palette for a file, to be edited: what `supple record` takes as it is.
//
// Bodies are guessed from the meshes: what is painted _FIXED is soft and held there, and the rest is rigid; without such paint all
// is soft and stands on its base. What encloses a volume is a solid, what has a border a shell; a painted mesh that the scene does not
// show carries those that it shows.
//
// The scene is tried out while it is written: solids are as stiff as lets them sag by 3 % of their length, more of them is held where
// their lowest part is a point, and times follow the pace of such a sag, the root of the length. So a thing of any size
// rests, and answers as one of a metre does.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/file.h"
#include "bake/scene/scene.h"
#include "bake/simulate/matter.h"

typedef struct first_scene_source {
    const scene* scene;
    const char* file_or_null; // as the scene's file names it; or ...
    const char* sample_or_null;
    const char* path; // of the scene that is written
    const matter_samples* samples;
    int threads;
} first_scene_source;

// YAML with comments. False with a sentence when there is nothing that could be soft, or cannot be made, or meshes cannot be told
// apart.
bool first_scene(const first_scene_source* from, arena* memory, bytes* out, report* r);
