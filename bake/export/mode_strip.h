// Modes side by side: the surface bent by each, coloured by how far it moves, at rest faint behind.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/export/raster.h"
#include "bake/mesh/bounds.h"

typedef struct mode_strip {
    const surface* rest;
    int32_t count;         // of modes
    const double* offsets; // [count][vertex_count][3]; any length: each is drawn at one that tells
    const char* const* labels; // [count]
    const float*
        fraction_or_null; // [vertex_count] how much a vertex belongs to what moves, 0 to 1;
                          // the rest keeps its own colour. NULL: all of it
    bounds frame;         // what matters of the surface, with room for what is round it
    double front;         // degrees, as raster_options has it
    int32_t side;         // pixels of one mode's picture
    int32_t columns;      // most in a row
} mode_strip;

picture mode_strip_draw(const mode_strip* s, arena* memory);
