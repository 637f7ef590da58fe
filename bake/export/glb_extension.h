// The extension at the root of a GLB that names the asset's block, and holds the recipe it was baked by.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/arena.h"

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stdint.h>

// The member of `extensions`, with its name.
const char* glb_extension_text(int32_t view, const char* recipe_or_null, arena* memory);

// Puts the recipe in the place of an older one, which another bake was made by. Whether that changed anything.
bool glb_extension_recipe(cJSON* extension, const char* recipe_or_null);
