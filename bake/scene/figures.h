// Which joints belong to one body: a file may hold several figures, and each has a front, sides and a spine of its own.
//
// Joints of one skin are of one figure, and those that hang on each other. Clothes that bring a copy of the skeleton along are of
// the figure in whose joints theirs stand.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/scene/pose.h"

typedef struct figures {
    int32_t count;
    int32_t* of; // [node_count] -1 for nodes that are no joints
} figures;

figures figures_of(const scene* s, const pose* bind, arena* memory);

// The scene, whose skins have the joints of one figure only: the others' have none. Shares all else with it.
scene figure_alone(const scene* s, const figures* f, int32_t figure, arena* memory);
