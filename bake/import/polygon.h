// Polygons with many corners become triangles.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/arena.h"
#include "bake/base/vec.h"

#include <stdbool.h>
#include <stdint.h>

// Room for cutting polygons one after the other.
typedef struct polygon_cutter {
    arena* memory; // grows with the largest polygon
    int32_t capacity;
    vec3* corners;    // [capacity] filled in by the caller
    uint32_t* labels; // [capacity] filled in by the caller: what triangles call their corners
    double (*flat)[2];
    int32_t *previous, *next;
    uint8_t* state;
} polygon_cutter;

// Make room for `count` corners; what was filled in is lost.
void polygon_reserve(polygon_cutter* c, int32_t count);

// Cuts the polygon corners[0 .. count), count >= 3, into count - 2 triangles of the same winding.
// False if it has no area, crosses itself or is too large to be cut well: the triangles then are a
// fan, at least in part. Three corners need no `corners`, only labels.
bool polygon_cut(polygon_cutter* c, int32_t count, uint32_t (*triangles)[3]);
