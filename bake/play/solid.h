// What a body that is played bumps into: boxes and balls that do not move, and a rod that does (instrument.h).
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/scene/surface.h"
#include "supple/supple.h"

typedef enum solid_paint { SOLID_WOOD, SOLID_STEEL, SOLID_BLUE } solid_paint;

typedef struct play_solid {
    bool ball;
    vec3 middle; // in the scene's world and unit
    vec3 size;   // edges of a box; a ball is as wide as size.x
    vec3 along;  // of a ball: drawn out into a rod from its middle so far; zero: not
    double
        thinner; // of a rod: by so much of its radius at its far end; 1 is a point, and only drawn
    solid_paint paint;
} play_solid;

// As a collider has it: a rod lies along y, about its middle.
supple_matrix solid_pose(const play_solid* s);

// Zero when it is none, or the world has no room.
supple_collider solid_put(const play_solid* s, supple_world* world);

// A surface with room for so many vertices and triangles more, without a material, at its end.
surface solid_room(const surface* f, int32_t vertices, int32_t triangles, arena* memory);

// The surface and the solids as one mesh, the solids' vertices last; `shift` moves these.
surface solid_beside(const surface* f, const play_solid* solids, int32_t count, vec3 shift,
                     arena* memory);
