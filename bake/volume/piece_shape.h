// Is a piece made like a machine: flat sides that meet in sharp edges?
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/mesh/weld.h"
#include "bake/scene/surface.h"

typedef struct piece_shape {
    double area, flat;   // square metres: all of it, and what lies in one plane with a neighbour
    double edges, sharp; // metres: edges that bend, and those that bend by 50 degrees and more
} piece_shape;

// [count], for the pieces of a surface: of[vertex].
piece_shape* piece_shapes(const surface* f, const weld* w, const int32_t* of, int32_t count,
                          arena* memory);

bool piece_is_hard(const piece_shape* s);
