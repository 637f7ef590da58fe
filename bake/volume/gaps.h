// Gaps narrower than the cells of a lattice: what faces each other across them moves as one.
//
// Legs, fingers, an arm and the belly beside it: one cell holds flesh of both sides, and ties them together. Such a body is too
// stiff, with half the cells as well as with these, so that two lattices which agree say nothing (a hand at 6 and 12 cells along
// it: 9 %, at 12 and 24: 26 %). How much of the surface faces more of itself tells.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/volume/fill.h"

// The share of a surface's area, 0 to 1, from which it is less than a cell outwards, through nothing, to more of it.
// asked_or_null: [s->w.count] only triangles with two such corners, and only what faces the same piece: other pieces (a shirt over
// a belly) are meant to go along with a part; NULL: all.
double gaps_share(const prepared_surface* s, const uint8_t* asked_or_null, double cell,
                  int threads);
