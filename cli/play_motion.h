// Motions from elsewhere for `supple play`: each makes a scene whose last clip is the motion.
//
// metres: of a unit of the scene's world. False with a sentence.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/scene/scene.h"
#include "cli/cli.h"

// A motion capture; without a map joints are matched by their names. Prints what drives what.
bool play_motion_bvh(cli* c, const char* path, const char* map_path_or_null, double metres,
                     const scene* s, scene* moved);

// "breathing", or a file with a table of ways and turns.
bool play_motion_table(cli* c, const char* name, double metres, const scene* s, scene* moved);
