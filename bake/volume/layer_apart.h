// Neighbours of two pieces that a soft part moves apart after all.
//
// Pieces that other bones move do not lie on each other (layers.h), and cloth of facets far larger than the skin's
// cannot follow it everywhere: there nothing keeps offsets. How much a swing of the part changes them is told.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/volume/character.h"

#define LAYER_APART_NEAR  0.0035 // of the body's size: a few millimetres of a man
#define LAYER_APART_SWING 0.02   // of the body's size: how far a mode moves its farthest vertex
#define LAYER_APART_MOST  0.1    // of an offset: more is counted

typedef struct layer_apart {
    int32_t count;          // vertices whose offset changes by more in some mode
    double worst;           // that change, of the offset
    double distance, swing; // metres, of the character's unit: that offset; how far the part swings
    int32_t vertex, triangle; // of the character, where that is; -1: nowhere
} layer_apart;

// Of shapes as in layer_shapes.h, after they were settled.
layer_apart layer_apart_of(const character* c, const int32_t* list, int32_t count, int32_t modes,
                           const double* shapes);

// Where cloth may go through skin, of the part `name`; metres of the character's unit. NULL: nowhere.
const char* layer_apart_sentence(const layer_apart* x, const character* c, const char* name,
                                 double metres, arena* memory);
