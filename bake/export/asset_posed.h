// The sections of posed parts in the asset file.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/export/asset_out.h"

// False with a sentence where a count or number of a posed part is none that the format has.
bool asset_posed_check(const asset_draft* d, const asset_draft_part* p, report* r);

// ... where all posed parts together have more inputs than it has.
bool asset_posed_check_inputs(const asset_draft* d, report* r);

// Bytes of the names of all inputs.
size_t asset_posed_input_names(const asset_draft* d);

// Bytes of the names of a part's targets; 0 for other parts.
size_t asset_posed_names(const asset_draft_part* p);

// Kind, stride and count of the sections; their offsets are found with all others'.
void asset_posed_plan(const asset_draft* d, format_section sections[FORMAT_KINDS]);

// Into the block, names from name_at of FORMAT_NAMES on. Returns where the next name goes.
uint32_t asset_posed_fill(const asset_draft* d, const format_section sections[FORMAT_KINDS],
                          uint8_t* block, uint32_t name_at);

// The terms of the energy, in runs (format/packed.h), from the tensors of a force of r coordinates. `to`
// is zero before.
void asset_posed_energy(const double* force, uint32_t r, int32_t degree, float* to);
