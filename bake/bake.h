// From a scene and a recipe to an asset, and what came of it.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/stages.h"
#include "bake/export/asset_out.h"
#include "bake/model/binding.h"
#include "bake/model/soft_target.h"
#include "bake/recipe/recipe.h"
#include "bake/scene/scene.h"

typedef struct bake_mode {
    double hz;
    double ratio;   // of damping to critical damping
    double seconds; // until it has died out: a hundredth of it is left
    double share;   // of what moving bones do to the flesh, 0 to 1; 0 where nothing holds it
} bake_mode;

// One soft part, as a table shows it.
typedef struct bake_row {
    const char* name;
    int32_t bone_count;
    const char** bones; // names, the heaviest first
    int32_t vertex_count, tet_count, node_count, fixed_count;
    int32_t mode_count;
    double first, last; // Hz
    double mass;        // kg, all of it
    double
        captured; // of what moving bones do to the flesh, by the modes kept: 0 to 1; NaN: none carries it
    double interpolation;       // rms error of carried shapes over their size
    double young;               // Pa, as it was scaled to
    double limit;               // the farthest that a vertex goes, the mesh's unit
    bake_mode* modes;           // [mode_count] the most important first
    int32_t target_count;       // 0: not a posed part
    const soft_target* targets; // [target_count] of a posed part
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
    int64_t peak; // bytes: the most the process has had in memory
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

// The parts that a bake with this recipe makes when it names none, put into it, and why the unit is
// what it is. False with sentences when there is nothing to make soft.
bool bake_plan(const scene* s, int threads, arena* memory, recipe* how, const char** unit_reason,
               report* r);
