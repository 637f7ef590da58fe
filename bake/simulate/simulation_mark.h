// A scene's file with its mark: a number that changes with everything that decides about its states, so that a checkpoint or a
// recording tells whether it is of the same scene.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/file.h"
#include "bake/simulate/assembly.h"

// The scene, and a mark of its text, of all files that it names and of the program. `path` as for simulation_parse.
bool simulation_read_text(bytes text, const char* path, arena* memory, simulation* out,
                          uint64_t* mark, report* r);
bool simulation_read(const char* path, arena* memory, simulation* out, uint64_t* mark, report* r);

// And of what these files take along: the .bin files beside a .gltf, and the clips that supports follow.
void simulation_mark_assembly(const assembly* a, uint64_t* mark);
