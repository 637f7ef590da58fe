// Vertices that stand for all of a part, where it matters how far its flesh is really displaced.
//
// A sum over coordinates of |q| reach is safe and cheap, and two to four times too much, since no vertex is where all coordinates move most;
// all vertices would take longer than the step. So some few, whose shapes differ most: a shape is smooth over the skin, and flat
// where it is largest, so that one of them is near the farthest vertex wherever that is.
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/asset/asset.h"
#include "runtime/base/memory.h"

enum { WITNESS_MOST = 32 };

typedef struct witness {
    int32_t count; // 0: the part has no vertices
    float*
        shapes; // [coord_count][3][WITNESS_MOST] displacement at q = 1, the mesh's unit; zero beyond count
} witness;

void witness_lay_out(witness* to, const asset_part* part, memory_layout* l);

// Every next one is the vertex whose motion is the least like that of all before it, each coordinate as far as bones at 1 m/s^2 hold it.
void witness_find(const witness* to, const supple_asset* asset, const asset_part* part);

// How far the farthest of them goes when coordinate k of the part is x[k]; count: coordinates that move.
float witness_farthest(const witness* w, const float* x, int32_t count);

// What a unit of each coordinate adds to that, out: [count].
void witness_gradient(const witness* w, const float* x, int32_t count, float* out);
