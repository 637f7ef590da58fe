// What is inside a scene, counted and named for people.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/scene/scene.h"

typedef struct mesh_contents {
    int64_t vertex_count, triangle_count; // of all its primitives
    int32_t instance_count;               // nodes that show it
    int32_t attribute_count;
    const char** attributes; // by their glTF names, those that any of its primitives has
} mesh_contents;

typedef struct clip_contents {
    int64_t key_count;
    int32_t node_count; // that it moves
} clip_contents;

mesh_contents mesh_contents_of(const scene* s, int32_t mesh_index, arena* memory);
clip_contents clip_contents_of(const scene* s, int32_t clip_index, arena* memory);

// The first clip of that name; else the only one whose name ends with it, after one of |:/. and whatever the case
// of its letters; else, for "#2", the second one; or -1.
int32_t clip_named(const scene* s, const char* name);
// All clips: `"walk", "run", #3 without a name`.
const char* clip_list(const scene* s, arena* memory);
// A sentence about a clip that is not there: with those that end so, the one that may be meant, or all that are there.
const char* clip_missing(const scene* s, const char* name, arena* memory);
