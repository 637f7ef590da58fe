// A bake while it goes on, shared by the files that make it: what to make (bake_plan.c), each part (bake_parts.c), the asset (bake.c).
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/bake_visit.h"
#include "bake/fem/eigen_estimate.h"

typedef struct baking {
    const scene* s;
    const recipe* how;
    const bake_options* options;
    arena* memory;
    report* r;
    pose pose;
    surface surface;
    character character;
    soft_body body;
    int32_t plan_count;
    recipe_part* plans; // the recipe's parts, or those of the search
    region* regions;    // [plan_count]
    asset_draft_part* drafts;
    uint8_t* layers; // [vertex_count] parts at each vertex
    bake_result* out;
} baking;

// What every bake begins with: the body as it stands, its unit, and its bones.
bool baking_prepare(baking* b);
// Which parts of it there are, and where.
bool baking_plan(baking* b);
// What was asked for, with what was found where nothing was: baked anew, it gives the same.
recipe baking_recipe(const baking* b);

// How many coordinates a part is expected to have.
int32_t baking_modes(const baking* b, const recipe_part* how);
// What a part will take.
eigen_estimate baking_expect(const baking* b, const recipe_part* how);
// Fills plan i of it with elements, and holds what it holds. False with a sentence in `own`.
bool baking_fill(const baking* b, const recipe_part* how, const region* where, part* p,
                 report* own);
// All parts: drafts, rows and omissions. False when none can be made.
bool baking_make_parts(baking* b);
