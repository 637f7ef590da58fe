// The file's own morph targets through a take: a face that smiles while its cheeks swing.
//
// The runtime knows the shape at rest alone. Displacements are added to it, so what the clip's weights do to a
// vertex is added to what the runtime shows.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/play/play.h"

// The scene at a moment of a take. Morph targets that a posed part was sculpted by, known by the name of the
// part's target, stay at rest: the part shows them itself, and they would be seen twice.
pose own_targets_pose(const play_request* q, double time, arena* memory);

// The weight of a file's morph target by its name, in a pose: what an input of that name is where a clip animates it. 0 where there is none.
double own_targets_weight(const scene* s, const pose* p, const char* name);

// Adds to all vertices, skinned, what the weights of that pose change against those at rest. normals_or_null:
// [vertex_count] are turned along. Nothing where the file has no morph targets.
void own_targets_add(const play_request* q, const pose* p, float (*positions)[3],
                     float (*normals_or_null)[3]);
