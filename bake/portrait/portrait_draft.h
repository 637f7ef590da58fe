// The part of an asset that plays a recording: u = U q, its q looked up.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/model/asset_draft.h"
#include "bake/portrait/played.h"

// What the mesh of the asset has to do with the recording's vertices: which of them move.
typedef struct portrait_members {
    int32_t count;
    uint32_t* vertices; // [count] ascending
} portrait_members;

// All but those of rigid bodies, which stand still in the support's frame.
portrait_members portrait_moving(const recording* x, arena* memory);

// bends_or_null: [rank][vertex_count][3]. The draft lives as long as the memory and what was played. False with a sentence
// when a response does not follow the palette's rules.
bool portrait_draft(const played* x, const portrait_members* members, const double* bends_or_null,
                    arena* memory, asset_draft_part* out, report* r);
