// What the file says of light.
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/asset_gate.h"

// Every count, index and number of its sections, when coordinates and vertices are sound.
bool light_asset_check(const void* block, const asset_list* list);

// docs/format.md has the layout.
typedef struct asset_light {
    const format_light* record; // NULL: there is none
    const float* centers;       // [center_count][coord_count + 1]
    const float* weights;       // [center_count][field_count]
    const uint32_t* points;     // [point_count]
    const float* scales;        // [1 + field_count][numbers]
    const int16_t* mean;        // [point_count][numbers]
    const int8_t* fields;       // [field_count][point_count][numbers]
    size_t bytes;               // of all of it
} asset_light;

asset_light light_asset_of(const supple_asset* asset);
