// What the OBJ, PLY and STL readers share: their scenes have meshes and nothing around them.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/scene/scene.h"

// One node a mesh, at the origin, all of them roots; named as its mesh.
void simple_place_meshes(scene* s, arena* memory);

// A scene of one mesh, named after the file, with one primitive, which the caller fills in.
primitive* simple_one_mesh(scene* s, const char* path, arena* memory);

// "a/teapot.obj" gives "teapot".
const char* simple_name(const char* path, arena* memory);

// White and opaque, without a picture.
scene_material simple_material(const char* name);

// Is this a coordinate that we take? It must stay finite as a 32-bit float, for glTF writes those.
bool simple_is_position(vec3 p);
bool simple_is_float(double x);
