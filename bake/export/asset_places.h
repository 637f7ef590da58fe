// Which vertices of a part share texels: those that a mesh has split, at a hard edge or a seam.
//
// Copies of a vertex lie at one place and move alike, so their shapes are stored once; corners of a flat
// face have one normal that turns as the face does, so their bends are. Texels are compared as they
// will be stored, and only of vertices whose position (for bends: normal) is the same to the bit, so
// that the whole sum of a vertex is the same and need not be found twice.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/export/asset_table.h"

// Of one table and part.
typedef struct asset_places {
    uint32_t count; // 0: the part is not in the table
    uint32_t* of;   // [vertex_count] the place of each vertex
    uint32_t*
        first_at; // [count] the first vertex there, ascending: an index into the part's vertices
    const uint8_t* texels; // [coord_count][vertex_count] as they are to be stored, of every vertex
    uint32_t
        rows; // coordinates that are stored: of bends those at the end that turn nothing are not
} asset_places;

typedef struct asset_sharing {
    asset_places* shapes; // [part_count]
    asset_places* bends;  // [part_count]
    bool any;             // fewer places than vertices somewhere
    bool apart;           // bends have other places than shapes, and so links of their own
} asset_sharing;

// Whatever makes the smallest file: shapes and bends each with places of their own, both with the same ones, or
// a place for every vertex.
asset_sharing asset_places_find(const asset_draft* draft, const asset_table* shapes,
                                const asset_table* bends, uint32_t layer_count, arena* memory);

// Texels of all parts in a table.
uint64_t asset_places_texels(const asset_draft* draft, const asset_places* places);

// A part's texels, one a place and row.
void asset_places_put(const asset_draft_part* part, const asset_places* places, size_t texel_size,
                      uint8_t* to);
