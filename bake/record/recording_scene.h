// The rest of a recording as a scene: what a GLB that plays it shows.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/record/recording.h"
#include "bake/scene/scene.h"

// The name of the node, and of the bone, that carries all of it.
#define RECORDING_SUPPORT "support"

// What is drawn as one.
typedef struct recording_piece {
    const char* name;
    int32_t first_vertex, vertex_count, first_triangle, triangle_count;
    int32_t look; // or -1
} recording_piece;

// The bodies, where vertices and triangles come body by body, each cut where a look ends and another one begins that shares no
// vertex with it; else all of it is one piece. At least one.
recording_piece* recording_pieces(const recording* x, arena* memory, int32_t* count);

// One node, the support, shows one mesh whose primitives are the pieces: what moves as one is carried by one bone. False with
// a sentence when the rest cannot be read.
bool recording_scene(const recording* x, arena* memory, scene* out, report* r);
