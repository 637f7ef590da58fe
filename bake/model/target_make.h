// Sculpted targets of a part, from a scene and a recipe.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/model/soft.h"
#include "bake/model/target.h"

// The recipe's targets of a part, or the base alone where it has none. p is in the world of the bind pose,
// in the file's unit. False with a sentence for names that the file does not have, poses that cannot
// be told apart, and shapes that fold elements.
bool target_make(const soft_body* b, const part* p, const recipe_part* how, arena* memory,
                 target_set* out, report* r);
