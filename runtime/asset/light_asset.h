// What the file says of light.
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/asset/asset_gate.h"

// Every count, index and number of its sections, when coordinates and vertices are sound.
bool light_asset_check(const void* block, const asset_list* list);

enum {
    LIGHT_BALL = 7
}; // numbers of a ball, before how coordinates move it: centre, radius, albedo

// docs/format.md has the layout.
typedef struct asset_light {
    const format_light* record; // NULL: there is none
    const float* centers;       // [center_count][coord_count + 1]
    const float* weights;       // [center_count][field_count]
    const uint32_t* points;     // [point_count]
    const float* scales;        // [1 + field_count][numbers]
    const int16_t* mean;        // [point_count][numbers]
    const int8_t* fields;       // [field_count][point_count][numbers]
    const float* slopes;        // [coord_count][field_count], or NULL
    const uint32_t* bones;      // [group_count], or NULL: the first
    const uint16_t* group_of;   // [point_count], or NULL: all of one group
    const float* balls;         // [ball_count][LIGHT_BALL + 3 coord_count]
    int32_t group_count, ball_count;
    size_t bytes; // of all of it
} asset_light;

asset_light light_asset_of(const supple_asset* asset);
