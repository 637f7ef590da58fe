// One soft part of an asset: from its volume and the recipe to modes, shapes, bends and forcing.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/model/asset_draft.h"
#include "bake/model/binding.h"
#include "bake/model/modal.h"
#include "bake/recipe/recipe.h"
#include "bake/volume/inside.h"
#include "bake/volume/layer_apart.h"
#include "bake/volume/part.h"
#include "supple/supple_bake.h"

// What all parts of a body share.
typedef struct soft_body {
    const character* character;
    const binding* binding;
    inside_skin skin; // of the welded vertices
    int32_t bends;    // of so many coordinates a part, as in the recipe
    bool spin;
    int threads;
} soft_body;

typedef struct soft_part {
    asset_draft_part draft;
    int32_t node_count; // of the elements as calculated with
    double first, last; // Hz
    double
        captured; // of what moving bones do to the flesh, by the modes kept: 0 to 1; NaN: none carries it
    response_errors
        errors; // against the unreduced body; all 0 where nothing holds it, and of a posed part
    double interpolation;    // rms error of the carried shapes over their size, the worst mode's
    const modal_mode* modes; // [draft.coord_count]
    double energy_of_all;    // of all modes it could have
    double young_factor;     // what Young's modulus was scaled by
    modal_slowest slowest;   // its slowest mode before that
    int32_t hollow_count;    // modes left out because they live where there is no body (hollow.h)
    layer_apart apart;       // what its modes do to pieces that lie close
    double limit;            // the farthest that a vertex goes, the scene's unit
    int32_t target_count;    // 0: not a posed part
    const supple_bake_target* targets;
} soft_part;

// The value of the slowest mode of a part, as soft_part.slowest; 0 where there is none.
double soft_lowest(const soft_body* b, const part* p, const recipe_part* how);

// p is in the world of the bind pose, in the file's unit. False with a sentence.
bool soft_make(const soft_body* b, const part* p, const recipe_part* how, arena* memory,
               soft_part* out, report* r);
