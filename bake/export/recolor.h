// Colours that show how a surface is built instead of what it looks like.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/mesh/weld.h"
#include "bake/scene/surface.h"

// Each replaces the surface's colours. Draw without the scene then, so that no texture covers them.
void recolor_parts(surface* f);                   // a colour for each node and primitive
void recolor_pieces(surface* f, arena* memory);   // a colour for each connected piece
void recolor_weights(surface* f, const scene* s); // joints' colours mixed by skin weights

// Each region in its own colour, by how much of it a vertex has: values [count][vertex_count], 0 to 1.
void recolor_regions(surface* f, const float* const* values, int32_t count);
// What is rigid, like steel; is_rigid: [vertex_count].
void recolor_rigid(surface* f, const uint8_t* is_rigid);

// One number a vertex from the attribute of that name (its length where it is wider than one);
// NaN where a primitive lacks it. False when none has it.
bool recolor_scalar(const surface* f, const scene* s, const char* name, arena* memory, float** out);
