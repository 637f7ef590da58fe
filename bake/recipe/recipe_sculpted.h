// A first recipe for the shapes that were sculpted into a file, each with the pose it belongs to.
//
// An artist who drives a shape by a pose leaves that in the file: a clip shows the shape fully in its pose. So
// the pose of a shape is where the weight of its morph target is highest; or, where no clip shows it, the
// clip that is called as the shape is. Shapes that joints do not tell, those of a face, are told by an input that is called as
// they are: it follows the weight of their morph target (docs/decisions/0129-inputs.md).
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/recipe/recipe.h"
#include "bake/scene/scene.h"

// How many shapes recipe_sculpted would make targets of that joints tell.
int32_t recipe_sculpted_count(const scene* s, arena* memory);

// One part of all joints that the shapes lie on, with the base and at most `most` - 1 shapes (0: all) as
// targets, in the order of the file. A painted attribute _STIFFNESS_NAME is the stiffness of the shape
// called so. unit_reason: why the unit is what it is. Notes tell of shapes that are told by an input; false with a
// sentence when there are no shapes, or none that has a name.
bool recipe_sculpted(const scene* s, int32_t most, arena* memory, recipe* how,
                     const char** unit_reason, report* r);
