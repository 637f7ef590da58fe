// The keys of a part's sculpted targets.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/recipe/recipe.h"
#include "bake/recipe/recipe_scan.h"

// "targets" of a part: a list of maps into a recipe_part. Every target gets a name; no two have the same.
bool recipe_read_targets(const scan* s, const tree* value, const char* name, void* part);
