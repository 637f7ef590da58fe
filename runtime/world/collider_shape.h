// What a collider needs of its shape beside sizes: a surface for boxes, meshes, hulls and height fields, pieces for compounds.
//
// A hull and a height field become the mesh that they stand for, in memory of the collider's own; nothing of the caller's is kept
// but the arrays of a mesh. A piece of a compound is a collider without a slot.
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/world/collider.h"

// False: no memory, or the hull is none; then nothing is left of it. The shape is sound.
bool collider_dress(collider* c, const supple_allocator* a);
void collider_undress(collider* c, const supple_allocator* a);
