// The cell for a number of elements: the request is met, and asking for more never gives fewer.
//
// How many elements a cell gives jumps: nodes fall in or out, and where a body becomes too thin for a
// cell, the solid lattice turns into an enclosing one, which has a quarter of the elements. So cells come
// from a ladder that belongs to the body alone, twelve rungs to the half, a fifth more elements each.
// Of all rungs that do not give too many, the one that gives the most is taken: with a larger request there
// are only more rungs to take it from. Where that is too few, the next one is, if it is near enough. A thin body
// may be enclosed on rungs on which its solid lattice would be too many.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/vec.h"

#include <stdbool.h>
#include <stdint.h>

#define LADDER_TOO_MANY 1.15 // times the request; a rung less still is above 0.95 of it
#define LADDER_NEAR     0.3  // of the request, too many or too few: it counts as met

typedef struct ladder_rung {
    int32_t count;  // elements
    double thin;    // of the surface, 0 to 1, thinner than a cell
    bool enclosing; // not solid
} ladder_rung;

// The lattices of rungs are shifted against each other: with equal shifts along the axes, all sides of a cube would
// get a layer more on the same rung, which is twice the elements of a small one.
typedef struct ladder_try {
    double cell;  // edge
    vec3 shift;   // cells
    bool enclose; // also where a solid lattice is to be had
} ladder_try;

// Fills so. False: it cannot be done, being too fine.
typedef bool (*ladder_fill)(void* user, const ladder_try* how, ladder_rung* out);

typedef struct ladder {
    double longest; // cell of the first rung: a side of what is filled
    double finest;  // no cell below this
    int32_t wanted; // elements
    double guess;   // cell to begin with
    ladder_fill fill;
    void* user;
} ladder;

// Tries what may be the one. False when nothing could be filled; whoever fills keeps the one to take, by
// ladder_prefers.
bool ladder_find(const ladder* l);

// Is this rung rather to be taken than that of `than` elements, which was coarser or finer?
bool ladder_prefers(const ladder* l, int32_t count, int32_t than, bool finer);
