// A surface under a sky: what arrives at its vertices, shadows and bounces included (bake/light), for pictures.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/export/raster.h"
#include "bake/light/transfer.h"

// A surface to be lit, whose vertices may move: sides by its materials, and where there is none by what it is (sheets.h), normals shared across seams of textures, albedo from paint.
// Keeps the surface's triangles.
lit_mesh lit_surface_mesh(const surface* f, const scene* s_or_null, arena* memory);

// What arrives at vertices, of the transfer of points, under a light [order^2][3] (sky.h): [vertex_count].
raster_arriving* lit_surface_under(const lit_points* p, int32_t vertex_count, const float* values,
                                   int32_t order, const double* light, arena* memory);

// Both, of a surface as it is. False with a sentence.
bool lit_surface_arriving(const surface* f, const scene* s_or_null, const transfer_options* o,
                          const double* light, arena* memory, raster_arriving** out, report* r);
