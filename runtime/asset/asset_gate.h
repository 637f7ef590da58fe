// The one gate for bytes from outside.
// SPDX-License-Identifier: MIT
#pragma once

#include "format/format.h"
#include "supple/supple.h"

// Where each kind begins and how many there are; a count of 0 for what is not there.
typedef struct asset_list {
    format_section at[FORMAT_KINDS];
} asset_list;

// False for NaN, and what is below zero or larger than any bake makes.
static inline bool asset_gate_is_amount(float x) {
    return x >= 0.0f && x <= FORMAT_LARGEST;
}

// The sections of a block that was checked before.
void asset_gate_list(const void* block, asset_list* list);

// ... and one of them, of any kind, also of those that the list does not know.
format_section asset_gate_section(const void* block, uint32_t kind);

// Checks a whole block, 16-aligned, of at most `size` bytes; no allocation, time linear in the size.
supple_result asset_gate_check(const void* block, size_t size, asset_list* list);

// Whether the checksum of a block that was checked is that of its bytes; before version 4 there is none.
bool asset_gate_sum_holds(const void* block);

// How many places a part has in the tables, as the file says.
format_places asset_gate_places(const void* block, const asset_list* list, uint64_t part);

// Members and links, after their counts: they agree, and every place that a link leads to is there.
bool asset_gate_links(const void* block, const asset_list* list);
