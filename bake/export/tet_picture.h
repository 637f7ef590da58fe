// Pictures of a volume, coloured by a number of each tet: whole, cut open, or a few tets of it.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/export/raster.h"
#include "bake/mesh/tets.h"

// `value` [tet_count] is shown as colour with `label`; only tets with shown[i] != 0 are drawn.
picture tet_picture(const tets* t, const double* value, const char* label, const uint8_t* shown,
                    int32_t width, int32_t height, arena* memory);

// What to show: everything; the half behind the middle, seen from the camera; what lies within
// `reach` of a tet, metres, and not before it.
uint8_t* tet_picture_whole(const tets* t, arena* memory);
uint8_t* tet_picture_half(const tets* t, arena* memory);
uint8_t* tet_picture_round(const tets* t, int32_t tet, double reach, arena* memory);
