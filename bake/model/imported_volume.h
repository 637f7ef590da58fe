// A volume that someone made with another program, instead of filling the surface.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/mesh/tets.h"
#include "bake/recipe/recipe.h"
#include "bake/volume/character.h"

// The recipe's `volume` for a body: four-node elements in one piece, where the body is. False with a
// sentence for other ones.
bool imported_volume_read(const recipe_part* how, const character* c, arena* memory, tets* out,
                          report* r);
