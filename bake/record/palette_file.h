// The palette of a scene's file (docs/record.md).
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/record/palette.h"
#include "bake/simulate/simulation.h"

// Of a scene: also what a scene to be recorded must not have is refused, because its motion would depend on more than its
// state. False with a sentence for everything that is wrong, each with its line; `path` is for sentences.
bool palette_of_scene(const simulation* s, const char* path, arena* memory, palette* out,
                      report* r);

// The same without asking whether random sequences could use it: of one that somebody else's have obeyed.
bool palette_of_support(const simulation* s, const char* path, arena* memory, palette* out,
                        report* r);
