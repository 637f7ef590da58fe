// Surfaces by the names in their file, and parts of surfaces.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/report.h"
#include "bake/scene/surface.h"

// Vertices whose node, mesh or material has one of the names: chosen[f->vertex_count]. False with a sentence for a name
// that there is not.
bool surface_named(const scene* s, const surface* f, const char* const* names, int32_t name_count,
                   place where, uint8_t* chosen, arena* memory, report* r);

// The vertices with keep[v] != 0, in order, and the triangles that have all theirs.
surface surface_keep(const surface* f, const uint8_t* keep, arena* memory);

// Several as one, in order; materials are -1, where there are several.
surface surface_join(const surface* const* parts, int32_t count, arena* memory);
