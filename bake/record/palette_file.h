// The palette of a scene's file (docs/record.md).
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/record/palette.h"
#include "bake/simulate/simulation.h"

// Of a scene: also what a scene to be recorded must not have is refused, because its motion would depend on more than its
// state. False with a sentence for everything that is wrong, each with its line; `path` is for sentences.
bool palette_of_scene(const simulation* s, const char* path, arena* memory, palette* out,
                      report* r);

// Of a map with the keys of a palette, for a support of which kind and limits (`out` has them, and fps) are known.
bool palette_read(const tree* value, const char* path, arena* memory, palette* out, report* r);

// The place of the map, for sentences.
place palette_place(const tree* value, const char* path);
