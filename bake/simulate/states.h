// Stored states as surfaces: to be drawn, and to be written as an animation.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/export/strip.h"
#include "bake/simulate/assembly.h"
#include "bake/simulate/stream.h"

// What is drawn at a state: its own positions and normals, all else as `rest`. False with a sentence when it cannot be read.
bool states_surface(stream* s, const surface* rest, int32_t state, arena* memory, surface* out,
                    report* r);

// A row of moments under one camera.
bool states_strip(stream* s, const assembly* a, const strip_options* how, arena* memory,
                  picture* out, report* r);

// Bodies as meshes with a morph target a state and one clip that goes from each to the next: what every viewer of glTF
// plays, exact at the states and straight between. False with a sentence, also when a file of glTF could not hold it.
bool states_glb(stream* s, const assembly* a, const char* name, arena* memory, bytes* out,
                report* r);

// Nodes and elements now, with displacements and velocities, for ParaView: legacy VTK, big-endian. In the support's frame, or
// in the world.
bytes states_vtk(const assembly* a, arena* memory);
