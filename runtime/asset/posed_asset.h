// What the file says of parts that depend on the pose.
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/model/model.h"

enum { POSED_ASSET_SECTIONS = 9 };
extern const model_section posed_asset_sections[POSED_ASSET_SECTIONS];

// Every count, index and number of their sections, when parts, bones and names are sound.
bool posed_asset_check(const void* block, const asset_list* list);

// A part's own; docs/format.md has the layout.
typedef struct asset_posed {
    const format_posed* record;
    const format_pose_joint* joints; // [joint_count]
    const float* mean;               // [6 joint_count]
    const float* projection;         // [dimension][6 joint_count]
    const float* centres;            // [target_count][dimension]
    const float* cardinal;           // [target_count][target_count + 1]
    const format_target* targets;    // [target_count]
    const float* masses_or_null;     // [target_count] times the part's; NULL: 1
    const float* rests;              // [target_count][coord_count]
    const float* polynomials;        // [target_count][packed_energy]
    uint32_t input_count;            // of the asset
    const float* input_mean;         // [input_count]
    const float* input_projection;   // [dimension][input_count]
} asset_posed;

// Of a part whose model is SUPPLE_POSED; walks the parts before it.
asset_posed posed_asset_at(const supple_asset* asset, int32_t part);

// What poses depend on besides joints: names, and how many.
const format_target* posed_asset_inputs(const supple_asset* asset, int32_t* count);

const format_target* posed_asset_targets(const supple_asset* asset, int32_t part, int32_t* count);
