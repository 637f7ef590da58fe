// A surface under a sky: what arrives at its vertices, shadows and bounces included (bake/light), for pictures.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/export/raster.h"
#include "bake/light/transfer.h"

// A surface to be lit, whose vertices may move: sides by its materials, normals shared across seams of textures, albedo from paint.
// Keeps the surface's triangles.
lit_mesh lit_surface_mesh(const surface* f, const scene* s_or_null, arena* memory);

// light: [order^2][3] (sky.h). *out: [vertex_count]. False with a sentence.
bool lit_surface_arriving(const surface* f, const scene* s_or_null, const transfer_options* o,
                          const double* light, arena* memory, raster_arriving** out, report* r);
