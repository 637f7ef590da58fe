// The sections of recorded parts in the asset file.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/export/asset_out.h"

// False with a sentence where a recorded part has more of something than the format, or numbers that are none.
bool asset_recorded_check(const asset_draft_part* p, report* r);

// Bytes of the names of a part's entries; 0 for other parts.
size_t asset_recorded_names(const asset_draft_part* p);

// Kind, stride and count of the sections; their offsets are found with all others'.
void asset_recorded_plan(const asset_draft* d, format_section sections[FORMAT_KINDS]);

typedef struct asset_recorded_place {
    const format_section* sections; // [FORMAT_KINDS]
    uint8_t* block;
    uint32_t name_at; // of FORMAT_NAMES, from there on
    double lost;      // m: what 16 bits of shapes cost, which is added to the error
} asset_recorded_place;

void asset_recorded_fill(const asset_draft* d, const asset_recorded_place* to);
