// What a recipe holds still, as marks on the nodes of a part.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/recipe/recipe.h"
#include "bake/volume/part.h"

// Adds to what is fixed already; `core` is the part's own affair (part.h). False with a sentence for
// an attribute or a vertex that there is not, and when nothing is left free.
bool recipe_fix(const recipe_fixing* how, const character* c, arena* memory, part* p, report* r);
