// Which triangles belong to sheets, whose backs are seen, and not to the skin of something, where a file does not say.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/arena.h"
#include "bake/base/vec.h"

#include <stdint.h>

// Pieces, connected by edges of equal places, whose border is long beside their area: leaf, towel, cup; not a body with a hole for the eyes.
// is_sheet: [triangle_count] 1 or 0.
void sheets_find(const vec3* positions, int32_t vertex_count, const uint32_t (*triangles)[3],
                 int32_t triangle_count, uint8_t* is_sheet);
