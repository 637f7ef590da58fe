// Light gathered from neighbours: each pixel asked a sixteenth of the lights, 4 x 4 of them all.
//
// The part of the light that is seen varies slowly over a surface, so neighbours may share it; the
// normal does not, so the light itself is worked out where it falls.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/export/raster_shade.h"

typedef struct gather_cell {
    bool used;
    float position[3];
    light_seen seen;
} gather_cell;

typedef struct gather {
    int32_t width, height; // pixels
    double pixel;          // world size of a pixel at distance 1
    gather_cell* cells;
} gather;

gather gather_new(const shading* s, arena* memory);

// Ask this pixel's share of the lights about the point that fills most of the pixel.
void gather_ask(gather* g, const shading* s, int32_t x, int32_t y, const shade_point* p);

// What all lights send to a point in this pixel, from neighbours on the same piece of surface.
light_seen gather_at(const gather* g, const shading* s, int32_t x, int32_t y, const shade_point* p);
