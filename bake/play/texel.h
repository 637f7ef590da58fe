// The tables of an asset, as who writes of a take reads them.
// SPDX-License-Identifier: MIT
#pragma once

#include "supple/supple.h"

static inline void texel_add(const supple_table* table, int64_t texel, double amount,
                             float out[3]) {
    for (int k = 0; k < 3; ++k) {
        double x = table->bits == 32   ? ((const float*)table->texels)[3 * texel + k]
                   : table->bits == 16 ? ((const int16_t*)table->texels)[3 * texel + k]
                                       : ((const int8_t*)table->texels)[3 * texel + k];
        out[k] = (float)(out[k] + x * amount);
    }
}

// Where a vertex of a part stands in its table, by links to shapes or to bends.
static inline int64_t texel_place(const supple_asset* a, const uint32_t* links, int32_t part,
                                  uint32_t vertex) {
    const uint32_t* link = links + vertex;
    while ((int32_t)(*link >> 24) != part)
        link += a->vertex_count;
    return *link & 0xFFFFFF;
}
