// Which flesh belongs to a part: what lies below its region, down to its bones.
//
// A place belongs to the part when the skin nearest to it is the region's, or when the way from its
// bone through it comes out in the region. The first alone would stop at the middle of the body
// (half of a belly), the second alone would lose folds that the bone does not see. Neither reaches
// past the bones of other parts: a thigh ends before the pelvis.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/mesh/tets.h"
#include "bake/volume/character.h"

typedef struct belonging {
    const character* c;
    const uint8_t* inside; // [weld.count] in the region
    const uint8_t* use;    // [axis_count] axes of the part's bones
    double size;           // of the body
    soup region, other;    // the skin, split
} belonging;

// Keeps what it is given.
belonging belonging_new(const character* c, const uint8_t* inside, const uint8_t* use, double size,
                        arena* memory);

// Is a triangle of the character the region's? Two of its corners are.
bool belonging_skin(const belonging* b, int32_t triangle);

// keep: [tet_count] does the middle of the element belong to the part?
void belonging_ask(const belonging* b, const tets* t, int threads, uint8_t* keep);
