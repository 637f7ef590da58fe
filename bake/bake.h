// From a scene and a recipe to an asset, and what came of it.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/stages.h"
#include "bake/export/asset_out.h"
#include "bake/model/binding.h"
#include "bake/recipe/recipe.h"
#include "bake/scene/scene.h"

// One soft part, as a table shows it.
typedef struct bake_row {
    const char* name;
    int32_t bone_count;
    const char** bones; // names, the heaviest first
    int32_t vertex_count, tet_count, node_count, fixed_count;
    int32_t mode_count;
    double first, last;   // Hz
    double mass;          // kg, all of it
    double captured;      // of what moving bones do to the flesh, by the modes kept: 0 to 1
    double interpolation; // rms error of carried shapes over their size
    double seconds;
} bake_row;

typedef struct bake_result {
    asset_out asset;
    binding binding; // to drive the asset with the scene's clips
    double unit;     // metres of the file's unit
    const char* unit_reason;
    int32_t row_count;
    bake_row* rows;
    double seconds;
} bake_result;

// Told before each part; done == total at the end. May be NULL.
typedef void (*bake_progress)(void* user, const char* what, int32_t done, int32_t total);

typedef struct bake_options {
    int threads;
    bake_progress progress_or_null;
    void* user;
} bake_options;

// False with sentences when nothing of it can be made soft. A part of several that cannot be made is
// left out with a warning.
bool bake_scene(const scene* s, const recipe* how, const bake_options* o, arena* memory,
                bake_result* out, report* r);
