// The tables of an asset: shapes and bends as 16 bits where that is shown to be enough, or as 8 where they are asked for.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/export/asset_out.h"

// One table for all parts: part after part, coordinate after coordinate, a texel a place (asset_places.h).
typedef struct asset_table {
    bool present;
    int32_t bits;        // of a number: 8, 16, or 32 of floats
    uint32_t width;      // texels, a power of two
    uint64_t count;      // texels, whole rows; both by asset_table_size
    const float* scales; // [all coordinates] what a texel is times
    double error; // what 8 or 16 bits would cost, or cost, at the parts' limits; see the two below
    double lost;  // ... and cost: the mesh's unit of shapes, radians of bends
} asset_table;

// Reach of every coordinate: the farthest displacement of a vertex for q = 1.
double* asset_table_reach(const asset_draft* draft, arena* memory);

// The error is that of the worst vertex when every coordinate stands at its part's limit at once, of a recorded part
// at the farthest that it was seen: an upper bound, over the body's size for shapes and in radians for bends.
asset_table asset_table_shapes(const asset_draft* draft, const double* reach, arena* memory);
asset_table asset_table_bends(const asset_draft* draft, const double* reach, arena* memory);

typedef const float (*texels3)[3];

static inline size_t asset_table_texel(const asset_table* table) { // bytes
    return 3 * (size_t)table->bits / 8;
}

// As wide and high as so many texels need, and the bytes of that.
void asset_table_size(asset_table* table, uint64_t texels);
uint64_t asset_table_bytes(const asset_table* table, uint64_t texels);

// The texels of a part in the table's form, one a vertex.
void asset_table_put(const asset_table* table, const asset_draft_part* part, texels3 values,
                     const float* scales, void* texels);
