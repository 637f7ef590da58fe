// The sections of an asset that went through the gate, as typed pointers for the runtime's files.
//
// Nothing here is checked again: supple_asset_read has done it. Lengths are in supple_asset and in the
// records; docs/format.md has the meaning of every field.
// SPDX-License-Identifier: MIT
#pragma once

#include "format/format.h"
#include "supple/supple.h"

typedef struct asset_sections {
    const format_body* body;
    const format_part* parts;           // [part_count]
    const format_coord* coords;         // [coord_count], part after part
    const format_bone* bones;           // [bone_count]
    const format_part_bone* part_bones; // part after part
    const format_forcing* forcing;      // by part, then by bone that carries it, then by coordinate
    const float* coupling_or_null;      // part after part [6][coord_count][coord_count]
    const format_mesh* meshes;          // [mesh_count]
    const uint32_t* part_vertices;      // part after part, ascending in each
    const format_places* places_or_null; // [part_count]; NULL: each member has its own
    const char* names;
} asset_sections;

asset_sections asset_sections_of(const supple_asset* asset);

// What belongs to one part, whatever its model: the same pointers moved to where it begins.
typedef struct asset_part {
    const format_part* record;
    const format_coord* coords;         // [coord_count]
    const format_part_bone* part_bones; // [part_bone_count]
    const format_forcing* forcing;      // [part_bone_count][coord_count]
    const float* coupling_or_null;      // [6][coord_count][coord_count]
    const uint32_t* part_vertices;      // [member_count]
    uint32_t shape_places, bend_places; // in the tables; at most member_count, bends 0: has none
    int32_t first_coord;                // of the asset's coordinates
    int32_t first_part_vertex;          // of all members
} asset_part;

asset_part asset_part_at(const asset_sections* sections, int part); // walks the parts before it

// Where a member of a part stands in its tables, by the asset's links (of shapes) or bend_links.
// The at-th number of a table, in its unit.
static inline float asset_number(const supple_table* table, size_t at) {
    return table->bits == 32   ? ((const float*)table->texels)[at]
           : table->bits == 16 ? (float)((const int16_t*)table->texels)[at]
                               : (float)((const int8_t*)table->texels)[at];
}

static inline uint32_t asset_place(const supple_asset* asset, const uint32_t* links,
                                   int32_t of_part, uint32_t part_vertex) {
    const uint32_t* link = links + part_vertex;
    while ((int32_t)(*link >> 24) != of_part) // in one of the layers, as the gate has seen
        link += asset->vertex_count;
    return *link & 0xffffff;
}
