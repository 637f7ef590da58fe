// The sections of light in the asset file.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/export/asset_out.h"

// False with a sentence where there is more of something than the format has, or a number that is none.
bool asset_light_check(const asset_draft* d, report* r);

// Kind, stride and count of the sections; their offsets are found with all others'.
void asset_light_plan(const asset_draft* d, format_section sections[FORMAT_KINDS]);

// The mean in 16 bits, fields in 8, with a scale for each number of each.
void asset_light_fill(const asset_draft* d, const format_section sections[FORMAT_KINDS],
                      uint8_t* block);
