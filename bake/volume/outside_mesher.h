// Tets from an installed `gmsh` or `tetgen`, when somebody asks for them.
//
// Both need a clean closed surface and keep its triangles, which our lattices do neither; they are not
// needed for anything. Started as commands of their own: a crash or an endless run of theirs is a
// sentence of ours, and their licences stay theirs.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/mesh/tets.h"

typedef enum outside_mesher { OUTSIDE_GMSH, OUTSIDE_TETGEN, OUTSIDE_MESHERS } outside_mesher;

extern const char* const outside_mesher_name[OUTSIDE_MESHERS]; // the command's too

typedef struct outside_options {
    outside_mesher which;
    double edge;    // about so long inside, metres, above 0
    double seconds; // the command is ended after so many, above 0
} outside_options;

// The surface is welded first.
bool outside_mesher_fill(const vec3* positions, int32_t vertex_count,
                         const uint32_t (*triangles)[3], int32_t triangle_count,
                         const outside_options* o, arena* memory, tets* out, report* r);
