// All of a body as one soft part: a thing without a skeleton, free or standing on its base.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/recipe/recipe.h"
#include "bake/volume/part.h"

// The part rides on the node that shows the body's first mesh. False with a sentence when it cannot be
// filled.
bool unrigged_build(const character* c, const recipe_part* how, int threads, arena* memory,
                    part* out, report* r);
