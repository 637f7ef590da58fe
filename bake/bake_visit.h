// The parts of a bake before they are reduced: for who wants another model of them than the asset has.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/bake.h"
#include "bake/model/soft.h"

// A part as a bake begins it: its volume is filled and what of it is held is known.
typedef struct bake_begun {
    const soft_body* body;
    const part* part; // in the world of the bind pose, the file's unit
    const recipe_part* how;
    double unit; // metres of the file's unit
} bake_begun;
typedef bool (*bake_visitor)(void* user, const bake_begun* p, report* r);

// Begins the parts of a bake one by one and shows each to the visitor, who may build another model of it than the
// asset has. False with sentences when a part cannot be begun or the visitor says so.
bool bake_visit(const scene* s, const recipe* how, const bake_options* o, bake_visitor visit,
                void* user, arena* memory, report* r);
