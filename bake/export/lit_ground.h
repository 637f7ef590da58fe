// The ground below a surface under a sky: what it keeps of the light, by rays, for pictures.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/export/raster.h"
#include "bake/light/transfer.h"

// A lattice round what stands over ground of this height, as wide as its shadow may be; nothing is kept from it yet. Places are [side * side][3].
raster_ground lit_ground_below(const surface* f, double height, int32_t side, arena* memory);
vec3* lit_ground_places(const raster_ground* g, double height, arena* memory);

// What arrives [side * side][3] over what open ground has.
void lit_ground_keep(raster_ground* g, const float (*arriving)[3], const float open[3]);

// By rays, with what surface and ground throw at each other; grey ground. False with a sentence.
bool lit_ground_traced(const surface* f, const scene* s_or_null, double height,
                       const transfer_options* o, const double* light, arena* memory,
                       raster_ground* out, report* r);
