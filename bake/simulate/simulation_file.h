// Scenes as files: YAML or JSON (docs/simulate.md).
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/file.h"
#include "bake/simulate/simulation.h"

// False with a sentence for everything that is wrong, each with its line. `path` is for sentences, and files that the
// scene names are seen from its folder.
bool simulation_parse(bytes text, const char* path, arena* memory, simulation* out, report* r);
