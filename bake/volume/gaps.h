// Gaps narrower than the cells of a lattice: what faces each other across them moves as one.
//
// Legs, fingers, an arm and the belly beside it, the groove round a neck: one cell holds flesh of both sides, and ties them
// together. Such a body is too stiff, with cells of twice the size as well as with these, so that two lattices which agree say
// nothing (a hand at 6 and 12 cells along it: 9 %, at 12 and 24: 26 %). What matters is whether a mode bends the elements that
// lie across: fingers that close a gap far from where a hand bends change nothing (refinement.h).
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/volume/fill.h"

// [t->tet_count] 1 for elements that lie across a gap narrower than `cell`, and so tie its sides. asked_or_null: [s->w.count] only
// from triangles with two such corners, and only to the same piece: other pieces (a shirt over a belly) are meant to go along
// with a part; NULL: from all to all.
uint8_t* gaps_ties(const prepared_surface* s, const uint8_t* asked_or_null, double cell,
                   const tets* t, int threads, arena* memory);
