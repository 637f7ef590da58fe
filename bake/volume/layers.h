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
    vec3 place;   // whose flesh moves it: `point`, or where that itself is moved from, by `share`
    double share; // of what it takes from there, 0 to 1: 1 within LAYER_NEAR, 0 beyond LAYER_FAR
    bool rides;   // of a small rigid piece: as all of its vertices do
} layer_host;

// Of the body's size: a man of 1.8 m with his arms out has shirts up to 1 cm off his skin.
#define LAYER_NEAR 0.004
#define LAYER_FAR  0.012

enum { LAYERS_DEEP = 3 }; // a buckle on a belt on a shirt on a body

// [weld.count], or NULL when there is but one piece.
layer_host* layers_of(const character* c, arena* memory);

// A region by place instead of by piece: what lies on it or below it belongs to it, what is rigid does
// not, unless it rides.
void layers_settle(const character* c, region* g);

// Of values at welded vertices: the one at the point that a vertex lies on.
double layer_value(const character* c, const layer_host* h, const double* values);

// Shapes of listed vertices, [modes][count][3]: what lies on another piece moves as the point below it does, by its
// share, so that the facets of both keep their offset.
void layers_follow(const character* c, const int32_t* list, int32_t count, int32_t modes,
                   double* shapes);
