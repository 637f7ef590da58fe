// What sticks out of a body without a bone of its own and is an ear or a tail by its shape.
//
// Ears come in pairs, one on each side and alike: a brim of a hat goes across the middle, a fin is
// alone. A tail is in the middle and longer than wide: a belt is wider.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/volume/character.h"

typedef enum protrusion { PROTRUSION_NONE, EAR_LEFT, EAR_RIGHT, TAIL } protrusion;

typedef struct protruding {
    const character* c;
    const vec3* places; // [weld.count] in the axes of the body from its middle: left, up, ahead
    const uint8_t* from_head; // [weld.count] 1: sticks out of the upper head
    const uint8_t* from_back; // [weld.count] 1: sticks out low behind
    double head, spine;       // metres: size of the head, length of the spine
} protruding;

// [weld.count]
uint8_t* protrusions_of(const protruding* p, arena* memory);
