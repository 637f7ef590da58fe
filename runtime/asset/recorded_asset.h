// What the file says of recorded parts.
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/model/model.h"

enum { RECORDED_ASSET_SECTIONS = 9 };
extern const model_section recorded_asset_sections[RECORDED_ASSET_SECTIONS];

// Every count, index and number of their sections, when parts, coordinates, vertices and names are sound.
bool recorded_asset_check(const void* block, const asset_list* list);

// A part's own; docs/format.md has the layout.
typedef struct asset_recorded {
    const format_recorded* record;
    const format_speed* speeds;             // [speed_count]
    const format_entry* entries;            // [entry_count]
    const uint32_t* changes;                // [speed_count][entry_count]
    const format_response* responses;       // [response_count]
    const float* scales;                    // [coord_count]
    const int16_t* orbits;                  // [state_count][coord_count]
    const format_jump* jumps;               // [state_count][entry_count]
    const format_recorded_contact* touches; // [contact_count]
} asset_recorded;

// Of a part whose model is SUPPLE_RECORDED; walks the parts before it.
asset_recorded recorded_asset_at(const supple_asset* asset, int32_t part);
