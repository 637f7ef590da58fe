// What stands in the way of a body that is played: boxes and balls that do not move.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/scene/surface.h"
#include "supple/supple.h"

typedef struct play_solid {
    bool ball;
    vec3 middle; // in the scene's world and unit
    vec3 size;   // edges of a box; a ball is as wide as size.x
} play_solid;

// False when it is none, or the world has no room.
bool solid_put(const play_solid* s, supple_world* world);

// A surface with room for so many vertices and triangles more, without a material, at its end.
surface solid_room(const surface* f, int32_t vertices, int32_t triangles, arena* memory);

// The surface and the solids as one mesh, the solids' vertices last; `shift` moves these.
surface solid_beside(const surface* f, const play_solid* solids, int32_t count, vec3 shift,
                     arena* memory);
