// The colour that a vertex throws back on average: base colour times vertex colour times the texture round it.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/scene/scene.h"
#include "bake/scene/surface.h"

// Nothing is whiter than snow: light in a white room would never end.
#define ALBEDO_MOST 0.9f

// Linear, 0 to ALBEDO_MOST; what nobody painted is as it is drawn, like clay. out: [vertex_count].
void raster_albedo(const surface* f, const scene* s_or_null, float (*out)[3]);
