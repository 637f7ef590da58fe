// Where pieces meet that different bones move: an arm in the sleeve hole of a shirt, a head on a collar.
//
// On one mesh a part ends between the bones and fades there. Where the mesh is cut instead, its rim lies within a
// few millimetres of the other piece and would swing against it, so such places are seams too: by place, not by
// mesh. Only along a chain of bones, because a hand that hangs beside a thigh is no end of it.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/volume/character.h"

typedef struct meeting {
    int32_t other; // welded vertex of another piece that it meets, or -1
    double gap;    // metres between: at most LAYER_FAR of the body's size
} meeting;

// [weld.count], or NULL when there is but one piece.
meeting* meetings_of(const character* c, arena* memory);
