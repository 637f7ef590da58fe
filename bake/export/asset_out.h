// The asset file from a draft: quantised, laid out for the runtime and the GPU, its errors measured.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/arena.h"
#include "bake/base/file.h"
#include "bake/base/report.h"
#include "bake/model/asset_draft.h"

typedef struct asset_out {
    bytes file; // the block, 16-aligned
    int32_t
        shape_bits; // 16, or 8 if the draft asks for them; 32: 16 would have cost more than 1e-4 of the body's size
    int32_t bend_bits; // ... more than 1e-3 radians
    // What 8 or 16 bits cost, or would have cost, at the worst vertex with every coordinate at its part's
    // limit at once: a displacement over the body's size, and the change of a normal in radians.
    double shape_error, bend_error;
} asset_out;

// False with a sentence when the draft cannot be an asset: more than FORMAT_MAX_LAYERS parts at a
// vertex, numbers that are not finite, counts beyond the format.
bool asset_write(const asset_draft* draft, arena* memory, asset_out* out, report* r);

// A note of what 8 bits cost, where there are tables of them.
void asset_tell_bits(const asset_out* out, report* r);
