// The region that a recipe or a command line describes, on a character.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/recipe/recipe.h"
#include "bake/volume/part_auto.h"

// "e4572e", as in a colour picker, to linear RGB; false when it is no colour.
bool recipe_color(const char* text, float rgb[3]);

bounds recipe_bounds(const recipe_box* b);

// What is rigid, where the recipe says so. False with a sentence for a name that no piece has.
bool recipe_settle_rigid(const recipe* how, character* c, arena* memory, report* r);
// What was decided, as a recipe has it.
void recipe_take_rigid(const character* c, arena* memory, recipe* how);

// Is anything said about where? A region that says nothing is all of the surface.
bool recipe_region_given(const recipe_region* g);

// found: the places of the search, for a region that names one. False with a sentence for a name, an
// attribute or a colour that there is not.
bool recipe_region_of(const recipe_region* g, const character* c, const part_plan* found,
                      int32_t found_count, arena* memory, region* out, report* r);
