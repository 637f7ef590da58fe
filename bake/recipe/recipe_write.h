// Writing of a recipe: what recipe_write.c and its like have in common.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/recipe/recipe.h"
#include "bake/recipe/yaml_out.h"

// Elasticity, joints and targets of a part; where there is a base, what differs from it.
void recipe_write_targets(yaml_out* w, const recipe_part* p, const recipe_part* base_or_null);
