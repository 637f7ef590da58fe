// Drawing of what a world knows, in points, lines, triangles and words, for who looks for a mistake.
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
    // What contacts and joints connect: a point in the middle of every body, and a line from it to that of the first body of its
    // island, in one of eight colours for each island.
    SUPPLE_DRAW_ISLANDS = 64,
    SUPPLE_DRAW_ALL = 127
} supple_draw;

// Where to: lines are all that is asked of you. Surfaces, bounds and islands of bodies asleep are grey. rgb is 0xrrggbb.
typedef struct supple_drawing {
    // Called for every line.
    void (*line)(void* user, supple_vec3 from, supple_vec3 to, uint32_t rgb);
    // A pointer of yours that all of these functions get.
    void* user;
    // Bits of supple_draw.
    uint32_t what;
    // Contacts, places of joints, middles of bodies. NULL: crosses of three lines.
    void (*point_or_null)(void* user, supple_vec3 place, uint32_t rgb);
    // Surfaces, and colliders that have flat faces, counterclockwise from outside. NULL: their edges, as lines.
    void (*triangle_or_null)(void* user, supple_vec3 a, supple_vec3 b, supple_vec3 c, uint32_t rgb);
    // Beside bounds the number of the body's slot and whether it sleeps, beside contacts their impulses (N s), beside joints their
    // forces (N), beside centres masses (kg). ASCII, gone when the call ends. NULL: no words.
    void (*text_or_null)(void* user, supple_vec3 place, const char* text, uint32_t rgb);
} supple_drawing;

SUPPLE_API void supple_world_draw(const supple_world* world, const supple_drawing* drawing);

#ifdef __cplusplus
}
#endif
