// A first scene with a palette for a file, to be edited: what `supple record` takes as it is.
//
// Bodies are guessed from the meshes: what is painted _FIXED is soft and held there, and the rest is rigid; without such paint all
// is soft and stands on its base. What encloses a volume is a solid, what has a border a shell; a painted mesh that the scene does not
// show carries those that it shows.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/file.h"
#include "bake/scene/scene.h"

typedef struct first_scene_source {
    const scene* scene;
    const char* file_or_null; // as the scene's file names it; or ...
    const char* sample_or_null;
} first_scene_source;

// YAML with comments. False with a sentence when there is nothing that could be soft, or meshes cannot be told apart.
bool first_scene(const first_scene_source* from, arena* memory, bytes* out, report* r);
