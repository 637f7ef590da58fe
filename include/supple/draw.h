// Drawing of what a world knows, as lines, for who looks for a mistake.
// SPDX-License-Identifier: MIT
#pragma once

#include "supple/world.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum supple_draw {
    // Colliders; sensors in another colour; planes as a square about their origin, of ten times the
    // largest body.
    SUPPLE_DRAW_COLLIDERS = 1,
    // Triangles of bodies as contacts see them.
    SUPPLE_DRAW_SURFACES = 2,
    // Boxes around bodies.
    SUPPLE_DRAW_BOUNDS = 4,
    // Contacts of the last step: their place and normal, the longer the more they bear.
    SUPPLE_DRAW_CONTACTS = 8,
    // Lines from body to place to body.
    SUPPLE_DRAW_JOINTS = 16,
    // Centres of mass, with axes.
    SUPPLE_DRAW_CENTRES = 32,
    SUPPLE_DRAW_ALL = 63
} supple_draw;

// Where to: lines are all that is asked of you. Surfaces and bounds of bodies asleep are grey.
typedef struct supple_drawing {
    // Called for every line; rgb is 0xrrggbb.
    void (*line)(void* user, supple_vec3 from, supple_vec3 to, uint32_t rgb);
    // A pointer of yours that it gets.
    void* user;
    // Bits of supple_draw.
    uint32_t what;
} supple_drawing;

SUPPLE_API void supple_world_draw(const supple_world* world, const supple_drawing* drawing);

#ifdef __cplusplus
}
#endif
