// What lies on what: a shirt on a body, a belt on the shirt, a buckle on the belt.
//
// Separate pieces over one volume are to move as one, so whatever lies close to a larger piece takes
// membership, fade and place from the point below it. A large rigid piece holds what is close to it; a
// small one (a button, an eye) rides as a whole on the one point that its middle lies on.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/volume/region.h"

typedef struct layer_host {
    int32_t triangle; // of the character that it lies on; -1: on none
    double at[3];     // barycentric in that
    vec3 point;       // there
    vec3 place; // whose flesh moves it: `point`, or where that itself is moved from, by `share`
    double fraction; // of what it takes from there, 0 to 1: 1 within LAYER_NEAR, 0 beyond LAYER_FAR
    bool rides;      // of a small rigid piece: as all of its vertices do
    int32_t rank;    // of its piece: what it lies on has a lower one
} layer_host;

// A neighbour to which a vertex is to keep its offset, besides what it lies on. What lies on it, because the facets of a
// cloth are not those of the skin below; and what lies beyond: the skin two layers down, or beside a trouser leg that
// lies on the other one.
typedef struct layer_offset {
    int32_t vertex;   // welded
    int32_t triangle; // the nearest of pieces that lie higher, or deeper than what it lies on
    double at[3];     // barycentric in that
    double distance;  // metres
    double fraction;  // as of layer_host
} layer_offset;

// Of the body's size: a man of 1.8 m with his arms out has shirts up to 1 cm off his skin.
#define LAYER_NEAR 0.004
#define LAYER_FAR  0.012

// Fills layers and offsets, or NULL when there is but one piece.
void layers_find(character* c, arena* memory);

// Vertices in the order in which they can be carried: [weld.count], what one lies on before it.
int32_t* layers_order(const character* c, arena* memory);

// A region by place instead of by piece: what lies on it or below it belongs to it, what is rigid does
// not, unless it rides.
void layers_settle(const character* c, region* g);

// Of values at welded vertices: the one at the point that a vertex lies on.
double layer_value(const character* c, const layer_host* h, const double* values);
