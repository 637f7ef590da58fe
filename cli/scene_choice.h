// A scene's file as the commands that move it read it: its samples, its mark, what is in it.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/simulate/assembly.h"
#include "cli/cli.h"

// Samples by name.
extern const matter_samples scene_samples;

// The scene, and a mark of everything that decides about its states: its text, all files that it names, the program.
bool scene_read(cli* c, const char* path, simulation* s, uint64_t* mark);

// And of what these files take along: the .bin files beside a .gltf, and the clip that the support follows.
void scene_mark_assembly(const assembly* a, uint64_t* mark);

// A line a body.
void scene_print_bodies(cli* c, const assembly* a);
