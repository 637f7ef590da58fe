// What a world takes its things for, in the pictures of a take: lines of supple_world_draw as thin strips of the surface.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/play/play.h"

// The lines of a world as it is, in the arena.
play_lines take_lines_of(const supple_world* world, arena* memory);

// Lines instead of a surface's triangles, moved by `shift`; width in its unit. Contacts lie where flesh would hide them.
surface take_lines_alone(const surface* f, const play_lines* lines, vec3 shift, double width,
                         arena* memory);
