// Which sums of a block its vertices take, where an asset has texels that split vertices share.
//
// A block of evaluate.h sums each place of a part's table once and copies it to the vertices there. Who takes
// which is the same in every frame, so it is found once, with the prepared asset. Places are numbered as the
// vertices come to them: those that are new in a block follow each other in the table and are summed
// as one run; those that earlier blocks have met are gathered one by one.
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/asset/asset.h"
#include "runtime/base/memory.h"

enum { SHARING_VERTICES = 1024 }; // of a block

typedef struct sharing_block {
    uint32_t first;        // of the new places
    uint16_t fresh, older; // sums: of new places, and behind them of others
} sharing_block;

// Of one part and table. Members of a block are a run of the part's, and what is theirs stands where they do.
typedef struct sharing {
    uint16_t* sum; // [member_count] the sum that each takes
    uint16_t*
        source;      // [member_count] for each sum of a block, the vertex in it that it starts from
    uint32_t* place; // [member_count] for each sum of a block, its place
    sharing_block* blocks; // [blocks of the mesh]; NULL: every member has a place of its own
} sharing;

// Room for what a part shares, if it does, of `places` in one of the two tables.
void sharing_lay_out(sharing* s, const supple_asset* asset, const asset_part* part, uint32_t places,
                     memory_layout* l);

// rest: of the vertices, what sums start from. links: the asset's, to this table.
void sharing_find(sharing* s, const supple_asset* asset, int32_t index, const asset_part* part,
                  const float* rest, const uint32_t* links);
