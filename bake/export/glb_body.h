// A scene that any reader gave, as one that a GLB can be written back from.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/import/import.h"

// What did not come from glTF goes through our own GLB writer and reader: one way, whatever comes in. `path` is for
// sentences.
bool glb_body(const char* path, arena* memory, imported* file, report* r);
