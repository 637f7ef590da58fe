// A picture of a volume cut open at one tet, coloured by a number of each tet.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/export/raster.h"
#include "bake/volume/tets.h"

// `value` [tet_count] is shown as colour with `label`. The half of the body before `tet`, seen from
// the camera, is taken away, so that the tet stands in the open; -1 shows the whole.
picture tet_picture(const tets* t, const double* value, const char* label, int32_t tet,
                    int32_t width, int32_t height, arena* memory);
