// One posed part of an asset: from its volume, the recipe's targets and poses to polynomials and shapes.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/model/soft.h"

// As soft_make, for parts that recipe_is_posed.
bool posed_make(const soft_body* b, const part* p, const recipe_part* how, arena* memory,
                soft_part* out, report* r);
