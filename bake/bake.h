// From a scene and a recipe to an asset, and what came of it.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/stages.h"
#include "bake/export/asset_out.h"
#include "bake/model/binding.h"
#include "bake/recipe/recipe.h"
#include "bake/scene/scene.h"
#include "supple/supple_bake.h"

typedef struct bake_result {
    asset_out asset;
    binding binding; // to drive the asset with the scene's clips
    double unit;     // metres of the file's unit
    const char* unit_reason;
    int32_t row_count;
    supple_bake_part* rows;
    int32_t omission_count;
    supple_bake_omission* omissions;
    bool incomplete; // one of them could not be made
    supple_bake_light light;
    recipe
        planned; // what was asked for, with the parts and rigid pieces that were found: it bakes to the same
    double seconds;
    int64_t peak; // bytes: the most the process has had in memory
} bake_result;

struct matter_samples; // bake/simulate/matter.h

typedef struct bake_options {
    int threads;
    bool try_half_cells; // where what they change is in doubt (model/refinement.h)
    // That a recording's scene names; NULL: none are known.
    const struct matter_samples* samples_or_null;
} bake_options;

// False with sentences when nothing of it can be made soft. A part of several that cannot be made is
// left out with a warning, and is among the omissions. Tells the job of this thread (base/job.h) of every part.
bool bake_scene(const scene* s, const recipe* how, const bake_options* o, arena* memory,
                bake_result* out, report* r);

// The parts that a bake with this recipe makes when it names none, put into it, and why the unit is
// what it is. False with sentences when there is nothing to make soft.
bool bake_plan(const scene* s, int threads, arena* memory, recipe* how, const char** unit_reason,
               report* r);

// What a part of so many ten-node elements and modes would take: "about 5.8 PB and 335 years".
const char* bake_takes(int32_t elements, int32_t modes, arena* memory);
